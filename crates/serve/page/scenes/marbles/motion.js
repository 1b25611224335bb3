/**
 * Animations of a marbles board: marbles falling into their cells, and the
 * stars of a win.
 *
 * @module
 */

import { drawStar } from "../../pixel/sprites.js";
import { HEADER } from "../header.js";

/** @typedef {import("./geometry.js").Place} Place */

/** A falling marble. @typedef {{place: Place, height: number}} Falling */

/** Initial height of a falling marble in logical pixels above its cell. */
const TOP = 60;
/** The height of a marble that is not visible yet. */
const UNSEEN = 10000;
const STARS = 20;

/**
 * The marbles of a run that are not in their cells yet. One starts to fall when
 * the previous one has landed.
 * @param {readonly Place[]} run
 * @param {number} time in falls
 * @returns {Falling[]}
 */
export function fallingAt(run, time) {
  return run.flatMap((place, index) => {
    const part = time - index;
    if (part >= 1) return [];
    return [{ place, height: part <= 0 ? UNSEEN : Math.round(TOP * (1 - part * part)) }];
  });
}

/**
 * Stars that fly from the header over the board.
 * @param {import("../../pixel/stage.js").Stage} stage
 * @param {import("../../types.js").Palette} palette
 * @param {number} progress
 */
export function drawStars({ context, width, height }, palette, progress) {
  const colours = [palette.yellow, palette.pink, palette.cyan, palette.lime, palette.orange];
  for (let index = 0; index < STARS; index += 1) {
    const angle = index * 2.4;
    const speed = 0.5 + ((index * 7) % 10) / 14;
    const x = width / 2 + Math.cos(angle) * speed * progress * width * 0.6;
    const y = HEADER / 2 + (Math.sin(angle) * 0.4 + progress) * speed * progress * height;
    drawStar(context, x, y, colours[index % colours.length] ?? palette.white, index % 3 === 0 ? 2 : 1);
  }
}
