/**
 * Pictures of the board to save, and a card to share.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { boardPalette } from "../pixel/palette.js";
import { titleOf } from "../words/i18n.js";
import { createDialog } from "./dialog.js";
import { cardOf, pngOf, save, saveAs } from "./export/pictures.js";
import { button } from "./parts.js";
import { details, headline } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** @param {App} app */
export function createPicture(app) {
  const { t, store } = app;
  const preview = el("div", { class: "card" });
  const dialog = createDialog(
    app,
    "picture",
    t("picture.title"),
    preview,
    el(
      "div",
      { class: "row" },
      button(app, "save-card", t("picture.card"), () => void saveCard(), { primary: true }),
      button(app, "save-png", t("picture.png"), () => void saveBoard("png")),
      button(app, "save-svg", t("picture.svg"), () => void saveBoard("svg")),
    ),
  );

  const board = () => document.querySelector("[data-scene] canvas.stage-canvas");
  const name = () => `kibitz-${store.state().game.name}`;

  /** @param {"png" | "svg"} kind */
  async function saveBoard(kind) {
    const canvas = board();
    if (canvas instanceof HTMLCanvasElement) await saveAs(canvas, name(), kind);
  }

  async function saveCard() {
    const canvas = preview.querySelector("canvas");
    const blob = canvas && (await pngOf(canvas));
    if (blob) save(blob, `${name()}-card.png`);
  }

  /** @param {State} state */
  function open(state) {
    const canvas = board();
    if (!(canvas instanceof HTMLCanvasElement)) return;
    const texts = { title: titleOf(state.game), headline: headline(app, state), details: state.hidden ? "" : details(app, state), address: window.location.host };
    const card = cardOf(canvas, texts, boardPalette());
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", [texts.title, texts.headline, texts.details].join(" "));
    fill(preview, card);
    dialog.showModal();
  }

  return { dialog, open };
}
