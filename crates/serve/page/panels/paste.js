/**
 * Contest input in, the answers of `kibitz judge` out; any case can be shown on
 * the board.
 *
 * @module
 */

import { faultOf } from "../core/api.js";
import { el, fill } from "../core/dom.js";
import { createDialog } from "./dialog.js";
import { describeFault } from "./fault.js";
import { button } from "./parts.js";
import { serverText } from "./server-text.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** @param {App} app */
export function createPaste(app) {
  const { t, store, api } = app;
  const hint = el("p", { class: "note" });
  const input = el("textarea", { rows: 10, spellcheck: "false", "aria-label": t("paste.title"), "data-input": true });
  const answers = el("pre", { class: "answers", role: "region", tabindex: 0, "aria-label": t("paste.answers"), "data-answers": true });
  const problem = el("div", { class: "problem", role: "alert", "data-problem": true });
  const number = el("input", { type: "number", min: 1, value: 1, "data-action": "case-number" });
  const dialog = createDialog(
    app,
    "paste",
    t("paste.title"),
    hint,
    input,
    el(
      "div",
      { class: "row" },
      button(app, "judge", t("paste.judge"), () => void judge(), { primary: true }),
      button(app, "sample", t("paste.sample"), () => (input.value = store.state().game.sample ?? "")),
      el("label", { class: "slider" }, el("span", {}, t("paste.case")), number),
      button(app, "case", t("paste.show"), () => void show()),
    ),
    problem,
    el("p", { class: "note" }, t("paste.answers")),
    answers,
  );

  async function judge() {
    const { game, set } = store.state();
    fill(problem);
    answers.textContent = t("core.loading");
    answers.dataset["state"] = "busy";
    try {
      answers.textContent = await api.judge(game.name, set, input.value);
    } catch (thrown) {
      const fault = faultOf(thrown);
      // Answers before the invalid case remain valid.
      answers.textContent = "answers" in fault ? String(fault.answers) : "";
      fill(problem, ...describeFault(app, fault));
    }
    answers.dataset["state"] = "done";
  }

  async function show() {
    const { game, set } = store.state();
    fill(problem);
    try {
      const asked = await api.caseOf(game.name, set, input.value, Number(number.value));
      const seat = /** @type {import("../types.js").Seat} */ (asked.mover === "Bob" ? 1 : 0);
      const place = { game: game.name, set: { ...set, ...asked.set }, position: asked.position, moves: [], seat };
      if (await store.open(place)) dialog.close();
    } catch (thrown) {
      fill(problem, ...describeFault(app, faultOf(thrown)));
    }
  }

  /** @param {State} state */
  function open(state) {
    const { contest } = state.game;
    // The server describes formats in English, so the language is marked for
    // screen readers.
    if (contest === null) fill(hint, t("paste.none"));
    else fill(hint, t("paste.hint"), " ", serverText("span", contest));
    answers.dataset["state"] = "";
    dialog.showModal();
  }

  return { dialog, open };
}
