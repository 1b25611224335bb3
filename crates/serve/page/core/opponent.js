/**
 * The machine as a player.
 *
 * @module
 */

/** @typedef {import("../types.js").Answer} Answer */

/**
 * The best move with the chance of `strength` in a hundred, any move
 * otherwise. At full strength always the best: the first of the list.
 *
 * @param {Answer} answer
 * @param {number} strength 0 to 100
 * @param {() => number} [random] below 1
 * @returns {string | null}
 */
export function chooseMove(answer, strength, random = Math.random) {
  const best = answer.moves[0];
  if (!best) return null;
  if (random() * 100 < strength) return best.move;
  const any = answer.moves[Math.floor(random() * answer.moves.length)];
  return (any ?? best).move;
}
