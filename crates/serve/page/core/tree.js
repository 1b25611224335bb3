/**
 * The game tree played so far. Playing another move than before adds a
 * variation; going back loses nothing.
 *
 * @module
 */

/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").TreeNode} TreeNode */
/** @typedef {import("../types.js").Result} Result */

/** Occurrences of a position with the same player to move that make a draw. */
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
  return { id: made, position, move, parent, children: [], followed: null, seat, points: 0, answer: null };
}

/** A move that was made; `again` if the same player moves again. @typedef {{move: string, position: string, again?: boolean, points?: number, places?: import("../types.js").Places}} Made */

/**
 * The node after a move: the existing child, or a new one.
 *
 * @param {TreeNode} node
 * @param {Made} made
 */
export function after(node, { move, position, again, points, places }) {
  let child = node.children.find((other) => other.move === move);
  if (!child) {
    child = createNode(position, again ? node.seat : other(node.seat), node, move);
    child.points = points ?? 0;
    if (places) child.places = places;
    node.children.push(child);
  }
  follow(child);
  return child;
}

/**
 * Makes the path to a node the one that redo follows.
 *
 * @param {TreeNode} node
 */
export function follow(node) {
  for (let at = node; at.parent; at = at.parent) at.parent.followed = at;
}

/**
 * Where undo leads: to the position before, and against the machine to the user's last turn.
 *
 * @param {import("../types.js").State} state
 * @returns {TreeNode | null}
 */
export function undone({ node, players, demo }) {
  const isMatch = !demo && players.includes("machine") && players.includes("person");
  let at = node.parent;
  while (isMatch && at && players[at.seat] === "machine") at = at.parent;
  return at;
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

/** The player to move, if the position says so. @param {import("../types.js").Analysis} answer @param {import("../types.js").GameInfo} game @returns {Seat | null} */
export function seatOf({ mover }, { players }) {
  if (mover === null) return null;
  return mover === players[1] ? 1 : 0;
}

/** @param {Seat} seat @returns {Seat} */
export function other(seat) {
  return seat === 0 ? 1 : 0;
}

/** @param {TreeNode} node whether its position occurs for the third time */
export function isRepeated(node) {
  const same = (/** @type {TreeNode} */ at) => at.position === node.position && at.seat === node.seat;
  return pathTo(node).filter(same).length >= REPEATS;
}

/** By how many points of the moves made the player to move is ahead. @param {TreeNode} node */
function lead(node) {
  const own = (/** @type {TreeNode} */ at) => (at.parent?.seat === node.seat ? at.points : -at.points);
  return pathTo(node).reduce((sum, at) => sum + own(at), 0);
}

/**
 * How the game ended: the winner's seat, a draw, or `null` if it goes on.
 * Threefold repetition is a draw. In score play all points count.
 *
 * @param {TreeNode} node
 * @returns {{winner: Seat | null, isRepetition: boolean} | null}
 */
export function ending(node) {
  const last = node.answer?.final_score;
  if (last !== undefined) {
    const score = lead(node) + last;
    const winner = score > 0 ? node.seat : other(node.seat);
    return { winner: score === 0 ? null : winner, isRepetition: false };
  }
  const result = node.answer?.result ?? null;
  if (result === "win") return { winner: node.seat, isRepetition: false };
  if (result === "loss") return { winner: other(node.seat), isRepetition: false };
  if (result === "draw") return { winner: null, isRepetition: false };
  return isRepeated(node) ? { winner: null, isRepetition: true } : null;
}

/**
 * A value from the first player's point of view.
 *
 * @param {Result} value
 * @param {Seat} seat the player whose value it is
 * @returns {Result}
 */
export function forFirst(value, seat) {
  if (seat === 0 || value === "draw") return value;
  return value === "win" ? "loss" : "win";
}
