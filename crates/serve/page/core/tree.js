/**
 * What was played: a tree of positions. Playing another move than before makes
 * a variation; nothing is lost by going back.
 *
 * @module
 */

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").TreeNode} TreeNode */
/** @typedef {import("../types.js").Outcome} Outcome */

/** A position that comes so often, with the same player to move, is a draw. */
const REPEATS = 3;

let made = 0;

/**
 * @param {string} position
 * @param {Seat} seat
 * @param {TreeNode | null} [parent]
 * @param {string | null} [move]
 * @returns {TreeNode}
 */
export function createNode(position, seat, parent = null, move = null) {
  made += 1;
  return { id: made, position, move, parent, children: [], followed: null, seat, answer: null };
}

/** A move that was made; `again` where the same player moves once more. @typedef {{move: string, position: string, again?: boolean}} Made */

/**
 * The node after a move: the one that is there, or a new one.
 *
 * @param {TreeNode} node
 * @param {Made} made
 */
export function after(node, { move, position, again }) {
  let child = node.children.find((other) => other.move === move);
  if (!child) {
    child = createNode(position, again ? node.seat : other(node.seat), node, move);
    node.children.push(child);
  }
  follow(child);
  return child;
}

/**
 * Makes the way to a node the one that redo goes.
 *
 * @param {TreeNode} node
 */
export function follow(node) {
  for (let at = node; at.parent; at = at.parent) at.parent.followed = at;
}

/** @param {TreeNode} node @returns {TreeNode[]} from the root to the node */
export function pathTo(node) {
  const path = [];
  for (let at = /** @type {TreeNode | null} */ (node); at; at = at.parent) path.unshift(at);
  return path;
}

/** @param {TreeNode} node @returns {TreeNode[]} from the root through the node to the end of its line */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let at = node.followed; at; at = at.followed) line.push(at);
  return line;
}

/** Who moves, where the position says so. @param {import("../types.js").Answer} answer @returns {Seat | null} */
export function seatOf({ mover }) {
  if (mover === null) return null;
  return mover === "Bob" || mover === "Right" ? 1 : 0;
}

/** Whether the players have sides of their own, Left and Right. @param {import("../types.js").State} state */
export function hasSides({ root }) {
  return root.answer?.mover === "Left" || root.answer?.mover === "Right";
}

/** @param {Seat} seat @returns {Seat} */
export function other(seat) {
  return seat === 0 ? 1 : 0;
}

/** @param {TreeNode} node whether it has come for the third time */
export function isRepeated(node) {
  const same = (/** @type {TreeNode} */ at) => at.position === node.position && at.seat === node.seat;
  return pathTo(node).filter(same).length >= REPEATS;
}

/**
 * How the game ended: the seat that won, a draw, or not at all. A position
 * that comes for the third time is a draw.
 *
 * @param {TreeNode} node
 * @returns {{winner: Seat | null, isRepetition: boolean} | null}
 */
export function ending(node) {
  const result = node.answer?.result ?? null;
  if (result === "win") return { winner: node.seat, isRepetition: false };
  if (result === "loss") return { winner: other(node.seat), isRepetition: false };
  if (result === "draw") return { winner: null, isRepetition: false };
  return isRepeated(node) ? { winner: null, isRepetition: true } : null;
}

/**
 * A value seen by the player who began.
 *
 * @param {Outcome} value
 * @param {Seat} seat whose value it is
 * @returns {Outcome}
 */
export function forFirst(value, seat) {
  if (seat === 0 || value === "draw") return value;
  return value === "win" ? "loss" : "win";
}
