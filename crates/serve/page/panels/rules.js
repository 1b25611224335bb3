/**
 * How the game is played: unfolded when the game is seen for the first time.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { store, stored } from "../core/stored.js";
import { has } from "../words/i18n.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** The games seen before. */
const KEY = "kibitz.seen";

/** @param {App} app @returns {import("../types.js").Panel} */
export function createRules(app) {
  const body = el("div", { class: "prose" });
  const element = el("details", { class: "panel rules", "data-rules": true }, el("summary", {}, app.t("howto.title")), body);
  let drawn = "";

  /** @param {string} game */
  function isNew(game) {
    const found = stored(KEY);
    const seen = Array.isArray(found) ? found : [];
    if (!seen.includes(game)) store(KEY, [...seen, game]);
    return !seen.includes(game);
  }

  return {
    element,
    update({ game }) {
      if (drawn === game.name) return;
      drawn = game.name;
      const key = `rules.${game.name}.text`;
      const text = has(key) ? app.t(key) : game.summary;
      fill(body, text.split("\n").map((line) => el("p", {}, line)));
      element.open = game.source === undefined && isNew(game.name);
    },
  };
}
