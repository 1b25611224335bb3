/**
 * Error messages: where, what, and what to do.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { has } from "../words/i18n.js";
import { button, caption } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Fault} Fault */
/** @typedef {import("../types.js").State} State */

/**
 * The parts of an error: a sentence, the text with a caret, advice. A
 * diagnostic of a rule file is shown as on the command line.
 *
 * @param {App} app
 * @param {Fault} fault
 */
export function describeFault(app, fault) {
  if (fault.rendered !== undefined) return [el("pre", { class: "diagnostic", lang: "en", "data-diagnostic": true }, fault.rendered)];
  const key = `fault.${fault.kind}`;
  const where = fault.line ? `${fault.line}:${fault.column ?? 1}: ` : "";
  return [
    el("p", { class: "fault-message" }, where + (has(key) ? app.t(key, { message: fault.message }) : fault.message)),
    fault.text !== null && fault.at ? el("pre", { class: "fault-text" }, caret(fault.text, fault.at)) : null,
    fault.help ? el("p", { class: "fault-help" }, fault.help) : null,
  ];
}

/** Characters shown before and after the range at fault. */
const AROUND = 40;

/** @param {string} text @param {[number, number]} at */
function caret(text, at) {
  const letters = [...text];
  const from = Math.max(0, at[0] - AROUND);
  const shown = letters.slice(from, at[1] + AROUND).join("");
  return `${shown}\n${" ".repeat(at[0] - from)}${"^".repeat(Math.max(1, at[1] - at[0]))}`;
}

/** @param {App} app @returns {import("../types.js").Panel} */
export function createFault(app) {
  const element = el("div", { class: "fault", role: "alert", "data-fault": true, hidden: true });

  /** @param {State} state */
  function update(state) {
    element.hidden = !state.fault;
    if (!state.fault) return fill(element);
    const { source, place, kind } = state.fault;
    fill(
      element,
      el("h2", {}, caption(app, app.t(kind === "untrusted" ? "fault.untrusted.title" : "fault.title"), { colour: kind === "untrusted" ? "yellow" : "red" })),
      describeFault(app, state.fault),
      el(
        "div",
        { class: "row" },
        place ? button(app, "run-rules", app.t("fault.rules.run"), () => void app.store.allow(place), { primary: true }) : null,
        source === undefined ? null : button(app, "edit-rules", app.t(place ? "fault.rules.look" : "fault.rules.edit"), () => app.dialog("rules")),
        button(app, "dismiss", app.t("fault.dismiss"), app.store.forget),
      ),
    );
  }

  return { element, update };
}
