/**
 * The bar above the board while a game is being solved: progress, time left,
 * and a button that cancels it.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { button } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** @param {App} app @returns {import("../types.js").Panel} */
export function createSolving(app) {
  const { t, store } = app;
  const bar = el("progress", { "aria-label": t("solving.title") });
  const words = el("span", { class: "note" });
  const buttons = el("div", { class: "row" });
  const element = el("div", { class: "solving row", "data-solving": true, hidden: true }, bar, words, buttons);
  let drawn = "";

  /** @param {State} state */
  function update({ solving }) {
    element.hidden = !solving;
    if (!solving) return;
    const isRunning = solving.state === "running";
    bar.hidden = !isRunning;
    if (isRunning && solving.part !== null) bar.value = solving.part;
    else bar.removeAttribute("value");
    words.textContent = isRunning ? textOf(solving) : t("solving.unknown");
    if (drawn === solving.state) return;
    drawn = solving.state;
    element.dataset["solving"] = drawn;
    fill(buttons, isRunning ? button(app, "solving-cancel", t("work.cancel"), store.cancelSolving) : button(app, "solving-again", t("solving.again"), store.solveAgain));
  }

  /** @param {{left: number | null, seconds: number}} running */
  function textOf({ left, seconds }) {
    const since = t("solving.since", { count: Math.floor(seconds) });
    return left === null ? since : `${since} · ${t("solving.left", { count: Math.ceil(left) })}`;
  }

  return { element, update };
}
