/**
 * Data of the value graph: for each ply the value for the first player, and the
 * moves that were mistakes.
 *
 * @module
 */

import { forFirst } from "../../core/tree.js";

/** @typedef {import("../../types.js").Result} Result */
/** @typedef {import("../../types.js").Seat} Seat */
/** @typedef {import("../../types.js").TreeNode} TreeNode */

/**
 * A ply of the graph.
 * @typedef {object} Point
 * @property {TreeNode} node
 * @property {Result | null} value for the first player; null if unknown
 * @property {number | null} plies to the end
 * @property {number} height 1 if the first player has won, -1 if lost, 0 for a draw
 * @property {Seat | null} mistake the player whose move to this position worsened the result
 */

/** @type {Record<Result, number>} */
const worth = { loss: -1, draw: 0, win: 1 };

/** The distance at which a win is halfway between `least` and 1. */
const halfway = 8;
/** Lower bound of the height of a win, clearly above a draw. */
const least = 0.25;

/** The height of a bar, up to 1; also where the axis has a number. @param {Result} value @param {number | null} plies */
export function heightOf(value, plies) {
  const nearness = plies === null ? 0.5 : halfway / (halfway + plies);
  return worth[value] * (least + (1 - least) * nearness);
}

/** @param {TreeNode} node @returns {Result | null} */
function valueOf(node) {
  return node.answer && !node.answer.isUnsolved ? forFirst(node.answer.value, node.seat) : null;
}

/**
 * The player who made a mistake by the move that led to a node. A slower win is
 * not a mistake.
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
