/**
 * Small parts shared by panels: captions in pixel text, buttons, sections.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { letterDrawing } from "../pixel/lettering.js";
import { resultSign } from "../pixel/palette.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").ColourName} ColourName */
/** @typedef {import("../types.js").Result} Result */

/**
 * A text in pixel letters, with the text for screen readers.
 *
 * @param {App} app
 * @param {string} text
 * @param {{colour?: ColourName, scale?: number}} [look]
 */
export function caption(app, text, look = {}) {
  const colour = app.palette()[look.colour ?? "white"];
  // Chinese characters need sixteen pixels.
  const detail = /\p{Script=Han}/u.test(text) ? 2 : 1;
  const letters = letterDrawing(text, { size: 8 * detail, colour, scale: (look.scale ?? 2) / detail });
  letters.classList.add("letters");
  return el("span", { class: "caption" }, el("span", { class: "unseen" }, text), letters);
}

/**
 * @param {App} app
 * @param {string} action identifier for tests and styles
 * @param {string} label
 * @param {() => void} onclick
 * @param {{icon?: string, pressed?: boolean, disabled?: boolean, primary?: boolean}} [look] an icon replaces the label
 */
export function button(app, action, label, onclick, look = {}) {
  const colour = look.primary ? "black" : "white";
  return el(
    "button",
    {
      type: "button",
      class: look.primary ? "button primary" : "button",
      "data-action": action,
      "aria-label": look.icon ? label : null,
      title: look.icon ? label : null,
      "aria-pressed": look.pressed === undefined ? null : String(look.pressed),
      disabled: look.disabled,
      onclick,
    },
    look.icon ? iconOf(app, look.icon, colour) : caption(app, label, { colour, scale: 2 }),
  );
}

/** @param {App} app @param {string} icon @param {ColourName} colour */
function iconOf(app, icon, colour) {
  return letterDrawing(icon, { size: 8, colour: app.palette()[colour], scale: 2 });
}

/**
 * A titled part of the page.
 *
 * @param {App} app
 * @param {string} name
 * @param {string} title
 * @param {...HTMLElement} children
 */
export function section(app, name, title, ...children) {
  const id = `title-${name}`;
  return el(
    "section",
    { class: `panel ${name}`, "aria-labelledby": id },
    el("h2", { id }, caption(app, title, { colour: "cyan" })),
    ...children,
  );
}

/** The sign of a value, in its colour. @param {Result} value */
export function sign(value) {
  return el("span", { class: `sign ${value}`, "aria-hidden": "true" }, resultSign(value));
}
