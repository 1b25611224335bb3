/**
 * Rules of the game, signs, keys.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { has, titleOf } from "../words/i18n.js";
import { createDialog } from "./dialog.js";
import { caption } from "./parts.js";
import { serverText } from "./server-text.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

const KEYS = ["left", "space", "digits", "ends", "demo", "hint", "help"];

/** @param {App} app */
export function createHelp(app) {
  const { t } = app;
  const body = el("div", { class: "prose" });
  const dialog = createDialog(app, "help", t("help.title"), body);

  /** @param {string} key */
  const heading = (key) => el("h3", {}, caption(app, t(key), { colour: "yellow" }));

  /** @param {State} state */
  function open(state) {
    const { game } = state;
    const rules = `rules.${game.name}.text`;
    const text = has(rules) ? t(rules) : game.summary;
    fill(
      body,
      heading("help.rules"),
      el("p", {}, el("strong", {}, titleOf(game))),
      text.split("\n").map((line) => el("p", {}, line)),
      heading("help.signs"),
      el("ul", {}, ["win", "draw", "loss"].map((value) => el("li", {}, t(`help.${value}`)))),
      el("p", {}, t("help.plies")),
      heading("help.keys"),
      el("ul", {}, KEYS.map((key) => el("li", {}, t(`help.key.${key}`)))),
      heading("help.positions"),
      serverText("p", game.position),
      game.move_syntax === null ? null : el("p", {}, t("help.moves"), " ", serverText("span", game.move_syntax)),
    );
    dialog.showModal();
  }

  return { dialog, open };
}
