/**
 * Below a plain picture: the prompt, and a button for each matching move.
 *
 * @module
 */

import { resultSign } from "../pixel/palette.js";
import { moveLabel } from "../core/labels.js";
import { valueWords } from "./value.js";

/** @typedef {import("../types.js").SceneHost} SceneHost */
/** @typedef {import("../types.js").Move} Move */

/** Maximum number of buttons; the list of moves has them all. */
const MAX_BUTTONS = 40;

/**
 * @typedef {object} Offer
 * @property {HTMLElement} element
 * @property {(prompt: string, moves: readonly Move[], hasMarks: boolean) => void} show
 */

/**
 * @param {SceneHost} host
 * @param {(move: string | null) => void} [onPoint] called when the pointer enters or leaves a button
 * @returns {Offer}
 */
export function createOffer(host, onPoint = () => {}) {
  const { t } = host;
  const element = document.createElement("div");
  const prompt = document.createElement("p");
  const buttons = document.createElement("div");
  const others = document.createElement("p");
  element.className = "offer";
  prompt.className = "offer-prompt";
  others.className = "offer-prompt";
  buttons.className = "offer-moves";
  buttons.setAttribute("role", "group");
  buttons.setAttribute("aria-label", t("plain.moves"));
  element.append(prompt, buttons, others);
  /** Key of what the buttons show. */
  let shown = "";

  /**
   * @param {Move} move
   * @param {boolean} hasMarks
   */
  function buttonOf(move, hasMarks) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.spot = `move:${move.move}`;
    const name = document.createElement("bdi");
    name.textContent = moveLabel(t, host.game().name, move.move);
    button.append(name);
    if (hasMarks) {
      const mark = document.createElement("span");
      mark.className = `offer-mark ${move.value}`;
      mark.textContent = `${resultSign(move.value)}${move.plies ?? ""}`;
      mark.setAttribute("aria-hidden", "true");
      const words = document.createElement("span");
      words.className = "unseen";
      words.textContent = `; ${valueWords(t, move)}`;
      button.append(mark, words);
    }
    button.addEventListener("click", () => host.play(move.move));
    button.addEventListener("pointerenter", () => point(move.move));
    button.addEventListener("focus", () => point(move.move));
    button.addEventListener("pointerleave", () => point(null));
    button.addEventListener("blur", () => point(null));
    return button;
  }

  /** @param {string | null} move */
  function point(move) {
    host.preview(move === null ? [] : [move]);
    onPoint(move);
  }

  return {
    element,
    show(text, moves, hasMarks) {
      prompt.textContent = text;
      const list = moves.slice(0, MAX_BUTTONS);
      const rest = moves.length - list.length;
      others.textContent = rest > 0 ? t("plain.others", { count: rest }) : "";
      const key = JSON.stringify([hasMarks, list.map(({ move, value, plies }) => [move, value, plies])]);
      if (key === shown) return;
      shown = key;
      buttons.replaceChildren(...list.map((move) => buttonOf(move, hasMarks)));
    },
  };
}
