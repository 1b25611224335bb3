/**
 * The piles read from answers, and which of a tall pile's cards are drawn.
 *
 * @module
 */

/** @typedef {import("../../types.js").Answer} Answer */
/** @typedef {import("../../types.js").Move} Move */

/** A move taken apart: of a pile, so many cards are discarded, then so many removed. @typedef {{pile: number, discard: number, remove: number, move: Move}} Take */

/** What is drawn of a pile, from the top: a card by its place from the top, or a gap that stands for several. @typedef {{from: number, count: number, text: string, isGap: boolean}} Slab */

/**
 * The cards of each pile from the bottom to the top, as they are written.
 * @param {string} position
 * @returns {string[][]}
 */
export function readPiles(position) {
  if (position.trim() === "") return [];
  return position.split("/").map((pile) => pile.split(/\s+/).filter((card) => /^\d+$/.test(card)));
}

/** @param {readonly (readonly string[])[]} piles */
export function writePiles(piles) {
  return piles.map((pile) => (pile.length === 0 ? "-" : pile.join(" "))).join("/");
}

/**
 * A move's name taken apart; null where it is none.
 * @param {string} name
 */
export function readTake(name) {
  const found = /^\s*(\d+)\s*:\s*(\d+)\s*\+\s*(\d+)\s*$/.exec(name);
  return found ? { pile: Number(found[1]), discard: Number(found[2]), remove: Number(found[3]) } : null;
}

/**
 * The moves of an answer taken apart, best first.
 * @param {Answer} answer
 * @returns {Take[]}
 */
export function takes(answer) {
  return answer.moves.flatMap((move) => {
    const parts = readTake(move.move);
    return parts ? [{ ...parts, move }] : [];
  });
}

/**
 * The Grundy value of each pile, where the reason tells them.
 * @param {Answer} answer
 * @param {number} piles
 * @returns {number[] | null}
 */
export function grundyValues(answer, piles) {
  const parts = answer.why?.kind === "sum" ? answer.why["parts"] : null;
  if (!Array.isArray(parts) || parts.length !== piles) return null;
  return parts.map((part) => Number(part.grundy));
}

/**
 * What is drawn of a pile: all its cards, or where it is too tall its top, a
 * gap with the number of cards in it, and its lowest card.
 * @param {readonly string[]} pile from the bottom to the top
 * @param {number} most slabs
 * @returns {Slab[]} from the top
 */
export function slabsOf(pile, most) {
  /** @param {number} from */
  const card = (from) => ({ from, count: 1, text: shortCard(pile[pile.length - 1 - from] ?? ""), isGap: false });
  if (pile.length <= most) return pile.map((_, at) => card(at));
  const top = Math.max(1, most - 2);
  const hidden = pile.length - top - 1;
  const gap = { from: top, count: hidden, text: `…${hidden}`, isGap: true };
  return [...Array.from({ length: top }, (_, at) => card(at)), gap, card(pile.length - 1)];
}

/** A card's number; a long one is rounded, and says so. @param {string} card */
function shortCard(card) {
  return card.length <= 4 ? card : `~${card[0]}e${card.length - 1}`;
}
