/**
 * Clickable moves: a click plays the moves up to it, and pointing at it
 * highlights on the board where it begins.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { isPersonsTurn } from "../../core/machine.js";
import { valueWords } from "../../scenes/value.js";
import { sign } from "../parts.js";
import { explained } from "../terms.js";
import { moveLabel } from "../../core/labels.js";

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("../../types.js").App} App */
/** @typedef {import("../../types.js").State} State */
/** @typedef {import("./blocks.js").Link} Link */
/** @typedef {import("./blocks.js").Piece} Piece */

/**
 * @typedef {object} Links
 * @property {App["t"]} t
 * @property {(link: Link) => HTMLElement} button
 * @property {(pieces: Piece[]) => (HTMLElement | string)[]} pieces
 * @property {(position: string) => Promise<Analysis>} ask the analysis of a position on the line
 */

/**
 * Plays moves one after another, as long as it is the user's turn and the page
 * shows what was played.
 *
 * @param {App} app
 * @param {string[]} path
 */
async function playPath({ store }, path) {
  let { node } = store.state();
  for (const move of path) {
    if (!isPersonsTurn(store.state())) return;
    await store.play(move);
    const shown = store.state().node;
    if (shown.parent !== node || shown.move !== move) return;
    node = shown;
  }
}

/** @param {App} app @param {State} state @returns {Links} */
export function createLinks(app, state) {
  const { t } = app;
  const game = state.game.name;
  const { set } = state;

  /** @param {Link} link */
  function button(link) {
    const label = moveLabel(t, game, link.name);
    const { value, plies } = link;
    const first = link.path.slice(0, 1);
    const text = value === undefined ? "" : valueWords(app.t, { value, plies: plies ?? null });
    return el(
      "button",
      {
        type: "button",
        class: value === undefined ? "why-move" : `why-move ${value}`,
        title: text === "" ? null : text,
        onclick: () => void playPath(app, link.path),
        onpointerenter: () => app.preview(first),
        onpointerleave: () => app.preview([]),
        onfocus: () => app.preview(first),
        onblur: () => app.preview([]),
      },
      value && sign(value),
      el("span", { class: "why-name" }, label),
      plies ? el("span", { class: "why-plies", "aria-hidden": "true" }, String(plies)) : null,
      text === "" ? null : el("span", { class: "unseen" }, ` (${text})`),
    );
  }

  /** The terms that are marked already. @type {Set<string>} */
  const seen = new Set();

  return {
    t,
    button,
    pieces: (pieces) => pieces.flatMap((piece) => (typeof piece === "string" ? explained(piece, seen) : [button(piece)])),
    ask: (position) => app.api.position(game, set, position),
  };
}
