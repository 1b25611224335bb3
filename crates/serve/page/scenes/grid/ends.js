/**
 * The two ends of a move on a board, by which it is selected: where it begins,
 * and where it goes.
 *
 * @module
 */

/** @typedef {import("../../types.js").Move} Move */
/** @typedef {import("../../types.js").Places} Places */

/** The id of a piece in the mover's hand. @param {string} piece */
export const inHand = (piece) => `hand:${piece}`;

/** The ends of a move: one or two; none if it has no place on the board. @param {Places | undefined} places @returns {string[]} */
export function endsOf(places) {
  if (!places) return [];
  const { kind, from, to, cells } = places;
  if (kind === "drop" && from !== undefined && to !== undefined) return [inHand(from), to];
  if (from !== undefined && to !== undefined) return [from, to];
  const [first, last] = [cells[0], cells.at(-1)];
  return [...new Set([first, last])].filter((cell) => cell !== undefined);
}

/** Whether a move begins at one of its ends. @param {Move} move @param {string} end */
export function begins({ places }, end) {
  return places?.kind === "place" || endsOf(places)[0] === end;
}

/**
 * The moves that a click on an end may mean, best first. After the first click
 * those between both; before it those that begin there, or else those that go there.
 *
 * @param {readonly Move[]} moves
 * @param {string} end
 * @param {string | null} chosen
 * @returns {Move[]}
 */
export function movesAt(moves, end, chosen) {
  if (chosen !== null && chosen !== end) return movesAt(moves, chosen, null).filter(({ places }) => endsOf(places).includes(end));
  const touching = moves.filter(({ places }) => endsOf(places).includes(end));
  const beginning = touching.filter((move) => begins(move, end));
  return beginning.length > 0 ? beginning : touching;
}

/** Whether a first click on an end makes its only move: not if it takes up a piece. @param {Move} move @param {string} end */
export function isWhole(move, end) {
  return move.places?.kind === "place" || !begins(move, end);
}
