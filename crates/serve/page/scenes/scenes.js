/**
 * Which scene a game is played on: its own, or the plain one for its kind of
 * picture.
 *
 * @module
 */

import { open as boxes } from "./boxes.js";
import { open as grid } from "./grid.js";
import { open as heaps } from "./heaps.js";
import { open as marbles } from "./marbles.js";
import { open as nine } from "./nine.js";
import { open as numbers } from "./numbers.js";
import { open as text } from "./text.js";

/** @typedef {import("../types.js").OpenScene} OpenScene */
/** @typedef {import("../types.js").View} View */

/** @type {Record<string, OpenScene>} */
const byGame = { boxes, marbles, nine, numbers };

/** @type {Record<View["kind"], OpenScene>} */
const byKind = { grid, piles: heaps, text, table: text };

/**
 * @param {string} game
 * @param {View["kind"]} kind
 * @returns {OpenScene}
 */
export function openScene(game, kind) {
  return byGame[game] ?? byKind[kind];
}
