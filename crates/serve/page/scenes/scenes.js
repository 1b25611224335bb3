/**
 * Which scene a game is played on.
 *
 * @module
 */

import { open as marbles } from "./marbles.js";
import { open as nine } from "./nine.js";
import { open as numbers } from "./numbers.js";

/** @typedef {import("../types.js").OpenScene} OpenScene */
/** @typedef {import("../types.js").View} View */

/** @type {Record<string, OpenScene>} */
const byGame = { marbles, nine, numbers };

/**
 * The scene of a game, or the plain one for its kind of picture.
 *
 * @param {string} game
 * @param {View["kind"]} kind
 * @returns {OpenScene}
 */
export function openScene(game, kind) {
  return byGame[game] ?? marbles;
}
