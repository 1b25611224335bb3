/**
 * A dialog with a title and a close button.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { button, caption } from "./parts.js";

/** @typedef {import("../types.js").App} App */

/** Whether the last click was one of the pointer; that of a key has no detail. */
let isByPointer = false;
document.addEventListener("click", (event) => (isByPointer = event.detail > 0), { capture: true });

/**
 * @param {App} app
 * @param {string} name
 * @param {string} title
 * @param {...HTMLElement} children
 */
export function createDialog(app, name, title, ...children) {
  const dialog = el(
    "dialog",
    { class: `dialog ${name}`, "aria-label": title, "data-dialog": name },
    el(
      "div",
      { class: "dialog-head" },
      el("h2", {}, caption(app, title, { colour: "cyan" })),
      button(app, "close", app.t("core.close"), () => dialog.close(), { icon: "×" }),
    ),
    ...children,
  );
  // The browser gives the focus back to the button that opened the dialog; if that was
  // pressed by the pointer, the space bar must not press it again.
  dialog.addEventListener("close", () => {
    if (isByPointer && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // A click on the backdrop targets the dialog element itself.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
