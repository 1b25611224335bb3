/**
 * The law behind a table over fields or parameters, with the table as a picture.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { createDialog } from "./dialog.js";
import { createForm } from "./law/form.js";
import { lawParts } from "./law/parts.js";
import { createPicture } from "./law/picture.js";
import { createWork } from "./work.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./law/types.js").Guess} Guess */

/** @param {App} app */
export function createLawDialog(app) {
  const { t } = app;
  const form = createForm(app);
  const work = el("div");
  const said = el("div", { class: "law-said", "data-law": true });
  const picture = createPicture(app);
  const result = el("div", { class: "law-result", hidden: true }, picture.element, said);
  const dialog = createDialog(app, "law", t("law.title"), el("p", { class: "note" }, t("law.note")), form.element, work, result);
  let opened = "";

  /** @param {Guess} guess */
  function show(guess) {
    result.hidden = false;
    said.dataset["law"] = guess.status;
    fill(said, ...lawParts(app, guess));
    picture.show(guess);
  }

  return {
    dialog,
    /** @param {State} state */
    open(state) {
      const { game, set } = state;
      const key = JSON.stringify([game.name, set]);
      if (key !== opened) {
        opened = key;
        form.begin(game);
        result.hidden = true;
        fill(work, createWork(app, "law.find", () => ({ kind: "guess", game: game.name, set, ...form.table() }), show));
      }
      dialog.showModal();
    },
  };
}
