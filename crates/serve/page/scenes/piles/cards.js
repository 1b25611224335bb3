/**
 * The piles of an analysis, and which cards of a tall pile are drawn.
 *
 * @module
 */

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("../../types.js").Move} Move */

/** A parsed move: the pile, the number of cards discarded, then the number removed. @typedef {{pile: number, discard: number, remove: number, move: Move}} Take */

/**
 * A drawn element of a pile: a card by its index from the top, or a gap that
 * stands for several.
 * @typedef {{from: number, count: number, text: string, isGap: boolean}} Slab
 */

/**
 * The cards of each pile from the bottom to the top, as written.
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
 * Parses a move's name; null if it is not a take.
 * @param {string} name
 */
export function readTake(name) {
  const found = /^\s*(\d+)\s*:\s*(\d+)\s*\+\s*(\d+)\s*$/.exec(name);
  return found ? { pile: Number(found[1]), discard: Number(found[2]), remove: Number(found[3]) } : null;
}

/**
 * The parsed moves of an analysis, best first.
 * @param {Analysis} answer
 * @returns {Take[]}
 */
export function takes(answer) {
  return answer.moves.flatMap((move) => {
    const parts = readTake(move.move);
    return parts ? [{ ...parts, move }] : [];
  });
}

/**
 * The Grundy value of each pile, if the explanation states them.
 * @param {Analysis} answer
 * @param {number} piles
 * @returns {number[] | null}
 */
function grundyValues(answer, piles) {
  const parts = answer.why?.kind === "sum" ? answer.why["parts"] : null;
  if (!Array.isArray(parts) || parts.length !== piles) return null;
  return parts.map((part) => Number(part.grundy));
}

/**
 * All facts of an analysis, computed once.
 * @param {Analysis} answer
 */
export function factsOf(answer) {
  const known = facts.get(answer);
  if (known) return known;
  const piles = readPiles(answer.position);
  const read = { piles, moves: takes(answer), grundy: grundyValues(answer, piles.length) };
  facts.set(answer, read);
  return read;
}

/** @type {WeakMap<Analysis, {piles: string[][], moves: Take[], grundy: number[] | null}>} */
const facts = new WeakMap();

/**
 * What is drawn of a pile: all its cards or, if it is too tall, the upper ones,
 * a gap with the number of cards in it, and the lowest. Cards that a move takes
 * and those that stay never share a gap.
 * @param {readonly string[]} pile from the bottom to the top
 * @param {number} max slabs, at least 3
 * @param {{discard: number, remove: number} | null} [taken]
 * @returns {Slab[]} from the top
 */
export function slabsOf(pile, max, taken = null) {
  const discarded = Math.min(pile.length, taken?.discard ?? 0);
  const removed = Math.min(pile.length - discarded, taken?.remove ?? 0);
  const kept = pile.length - discarded - removed;
  const least = (kept > 0 ? 1 : 0) + (removed > 0 ? 1 : 0);
  const forDiscarded = Math.min(discarded, Math.max(1, max - least - 2));
  const forRemoved = Math.min(removed, Math.max(1, max - forDiscarded - Math.min(kept, 2)));
  const forKept = max - forDiscarded - forRemoved;
  return [
    ...cut(pile, 0, discarded, forDiscarded, 0),
    ...cut(pile, discarded, removed, forRemoved, 0),
    ...cut(pile, discarded + removed, kept, forKept, 1),
  ];
}

/**
 * A range of cards of a pile in a limited number of slabs.
 * @param {readonly string[]} pile
 * @param {number} from index from the top
 * @param {number} count
 * @param {number} max
 * @param {number} lowest number of the lowest cards shown below a gap
 * @returns {Slab[]}
 */
function cut(pile, from, count, max, lowest) {
  /** @param {number} at */
  const card = (at) => ({ from: at, count: 1, text: shortCard(pile[pile.length - 1 - at] ?? ""), isGap: false });
  /** @param {number} begin @param {number} end */
  const cards = (begin, end) => Array.from({ length: Math.max(0, end - begin) }, (_, at) => card(begin + at));
  if (count <= max) return cards(from, from + count);
  const below = max > 2 ? lowest : 0;
  const top = from + Math.max(0, max - 1 - below);
  const end = from + count - below;
  return [...cards(from, top), { from: top, count: end - top, text: `…${end - top}`, isGap: true }, ...cards(end, end + below)];
}

/** A card's number; a long one is rounded and marked as such. @param {string} card */
function shortCard(card) {
  return card.length <= 4 ? card : `~${card[0]}e${card.length - 1}`;
}
