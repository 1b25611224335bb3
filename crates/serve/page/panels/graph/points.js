/**
 * What the value graph shows: for each ply the value for the player who
 * began, and the moves that gave some of it away.
 *
 * @module
 */

import { forFirst } from "../../core/tree.js";

/** @typedef {import("../../types.js").Outcome} Outcome */
/** @typedef {import("../../types.js").Seat} Seat */
/** @typedef {import("../../types.js").TreeNode} TreeNode */

/**
 * A ply of the graph.
 * @typedef {object} Point
 * @property {TreeNode} node
 * @property {Outcome | null} value for the player who began; null where it is not known
 * @property {number | null} plies to the end
 * @property {number} height 1 where the player who began has won, -1 where lost, 0 for a draw
 * @property {Seat | null} mistake who made the value worse by the move that led here
 */

/** @type {Record<Outcome, number>} */
const worth = { loss: -1, draw: 0, win: 1 };

/** At this distance a win stands halfway between its least height and the top. */
const halfway = 8;
/** The farthest win still stands clearly above a draw, and one of unknown distance in the middle. */
const least = 0.25;

/**
 * @param {Outcome} value
 * @param {number | null} plies
 */
function heightOf(value, plies) {
  const nearness = plies === null ? 0.5 : halfway / (halfway + plies);
  return worth[value] * (least + (1 - least) * nearness);
}

/** @param {TreeNode} node @returns {Outcome | null} */
function valueOf(node) {
  return node.answer ? forFirst(node.answer.value, node.seat) : null;
}

/**
 * Who made a mistake by the move that led to a node. A slower win is none.
 * @param {TreeNode} node
 * @returns {Seat | null}
 */
function mistakeAt(node) {
  const before = node.parent && valueOf(node.parent);
  const after = valueOf(node);
  if (!node.parent || !before || !after) return null;
  const gain = worth[after] - worth[before];
  const mover = node.parent.seat;
  return (mover === 0 ? gain < 0 : gain > 0) ? mover : null;
}

/**
 * The points of a line, from its root.
 * @param {TreeNode[]} path
 * @returns {Point[]}
 */
export function pointsOf(path) {
  return path.map((node) => {
    const value = valueOf(node);
    const plies = node.answer?.plies ?? null;
    return { node, value, plies, height: value ? heightOf(value, plies) : 0, mistake: mistakeAt(node) };
  });
}
