/**
 * A position and the game's parameters as text.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { createDialog } from "./dialog.js";
import { describeFault } from "./fault.js";
import { button } from "./parts.js";
import { serverText } from "./server-text.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Settings} Settings */

/** @param {App} app */
export function createPosition(app) {
  const { t, store } = app;
  const text = el("textarea", { rows: 3, spellcheck: "false", "data-input": true, "aria-label": t("position.text") });
  const syntax = el("div", {});
  const parameters = el("div", { class: "form" });
  const problem = el("div", { class: "problem", role: "alert", "data-problem": true });
  const dialog = createDialog(
    app,
    "position",
    t("position.title"),
    el("p", {}, t("position.text")),
    text,
    syntax,
    el("p", {}, t("position.parameters")),
    parameters,
    problem,
    el(
      "div",
      { class: "row" },
      button(app, "set-position", t("position.go"), () => void go(text.value.trim()), { primary: true }),
      button(app, "start-position", t("position.start"), () => void go(null)),
    ),
  );

  /** Parameters that differ from their defaults. @returns {Settings} */
  function chosen() {
    /** @type {Settings} */
    const set = {};
    for (const input of parameters.querySelectorAll("input")) {
      if (input.value !== input.dataset["default"]) set[input.name] = input.value;
    }
    return set;
  }

  /** @param {string | null} position */
  async function go(position) {
    fill(problem);
    const place = { game: store.state().game.name, set: chosen(), position, moves: [] };
    if (await store.open(place)) {
      dialog.close();
      return;
    }
    const { fault } = store.state();
    if (fault) fill(problem, ...describeFault(app, fault));
    store.forget();
  }

  /** @param {State} state */
  function open(state) {
    text.value = state.node.position;
    fill(syntax, serverText("p", state.game.position, { class: "note" }));
    fill(problem);
    fill(
      parameters,
      state.game.parameters.map((one) =>
        el(
          "label",
          {},
          el("span", {}, one.name, " ", serverText("small", one.meaning)),
          el("input", {
            name: one.name,
            value: state.set[one.name] ?? one.default,
            "data-default": one.default,
            inputmode: one.kind === "number" ? "numeric" : "text",
          }),
        ),
      ),
    );
    dialog.showModal();
  }

  return { dialog, open };
}
