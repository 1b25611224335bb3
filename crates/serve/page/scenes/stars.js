/**
 * The end of a game: pixel stars, from an emptied stack or the header, and a colourful
 * background.
 *
 * @module
 */

import { drawStar, fill, shade } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").ColourName} ColourName */
/** @typedef {import("./nine/layout.js").Box} Box */
/** @typedef {CanvasRenderingContext2D} Context */

/** Duration of the stars' flight in milliseconds. */
export const BURST = 1500;

const STARS = 36;
/** @type {ColourName[]} */
const COLOURS = ["yellow", "pink", "cyan", "lime", "orange", "white"];
/** @type {ColourName[]} */
const STRIPES = ["red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink"];

/** Maps integers to a deterministic, evenly spread sequence in 0 to 1. @param {number} index @param {number} step */
function spread(index, step) {
  return (index * step) % 1;
}

/**
 * The stars at a moment of their flight: from the stack in all directions, then
 * falling.
 * @param {Context} context
 * @param {Palette} palette
 * @param {Box} stack where they start
 * @param {{width: number, height: number}} room
 * @param {number} progress 0 to 1
 */
export function drawBurst(context, palette, stack, room, progress) {
  for (let star = 0; star < STARS; star += 1) {
    const angle = 2 * Math.PI * spread(star, 0.618);
    const reach = room.width * (0.15 + 0.45 * spread(star, 0.414));
    const x = stack.x + stack.width / 2 + Math.cos(angle) * reach * progress;
    const rise = Math.sin(angle) * reach - room.height * 0.45;
    const y = stack.y + stack.height / 2 + rise * progress + room.height * 0.9 * progress * progress;
    if (x < -9 || x > room.width + 9 || y < -9 || y > room.height + 9) continue;
    drawStar(context, x, y, palette[COLOURS[star % COLOURS.length]], star % 5 === 0 && progress < 0.5 ? 2 : 1);
  }
}

/** Stars that remain in place of the stack. @param {Context} context @param {Palette} palette @param {Box} stack */
export function drawRestingStars(context, palette, stack) {
  const down = stack.height / 5;
  for (let star = 0; star < 5; star += 1) {
    const x = stack.x + stack.width / 2 + (star % 2 === 0 ? -4 : 5);
    drawStar(context, x, stack.y + down * (star + 0.5), palette[COLOURS[star]]);
  }
}

/** Slanting stripes of all colours. @param {Context} context @param {Palette} palette @param {Box} box */
export function drawColourfulGround(context, palette, box) {
  const wide = 24;
  const step = 4;
  for (let y = 0; y < box.height; y += step) {
    const slant = Math.floor(y / step) * step;
    for (let x = -(slant % wide); x < box.width; x += wide) {
      const stripe = Math.floor((x + slant) / wide);
      const left = Math.max(0, x);
      const colour = shade(palette[STRIPES[stripe % STRIPES.length]], 0.62);
      fill(context, box.x + left, box.y + y, Math.min(wide, x + wide - left, box.width - left), Math.min(step, box.height - y), colour);
    }
  }
}
