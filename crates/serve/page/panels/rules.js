/**
 * How the game is played, folded away; the text is loaded when it is unfolded.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { has } from "../words/i18n.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** @param {App} app @param {() => Promise<unknown>} loadWords @returns {import("../types.js").Panel} */
export function createRules(app, loadWords) {
  const body = el("div", { class: "prose" });
  const element = el("details", { class: "panel rules", "data-rules": true, ontoggle }, el("summary", {}, app.t("howto.title")), body);
  let drawn = "";

  async function ontoggle() {
    if (!element.open) return;
    await loadWords();
    draw(app.store.state());
  }

  /** @param {State} state */
  function draw({ game }) {
    const key = `rules.${game.name}.text`;
    if (drawn === game.name) return;
    drawn = game.name;
    const text = has(key) ? app.t(key) : game.summary;
    fill(body, text.split("\n").map((line) => el("p", {}, line)));
  }

  return {
    element,
    update(state) {
      if (element.open) draw(state);
    },
  };
}
