/**
 * The opponent's choice of moves.
 *
 * @module
 */

/** @typedef {import("../types.js").Analysis} Analysis */

/**
 * The best move with a probability of `strength` percent, else a uniformly
 * random move. At full strength always the best, i.e. the first listed.
 *
 * @param {Analysis} answer
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
