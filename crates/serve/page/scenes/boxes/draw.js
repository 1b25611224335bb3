/**
 * Draws stairs and boxes.
 *
 * @module
 */

import { drawText, measure } from "../../pixel/lettering.js";
import { drawBox, drawCard, drawHighlight, fill, shade } from "../../pixel/sprites.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("./layout.js").Step} Step */
/** @typedef {import("./layout.js").Standing} Standing */

/**
 * Heights of a box, of the cards that stick out of it, and of the area below
 * its floor. The small ones are for many boxes.
 * @typedef {{box: number, cards: number, below: number}} Heights
 */
/** @type {Heights} */
export const LARGE = { box: 22, cards: 9, below: 31 };
/** @type {Heights} */
export const SMALL = { box: 17, cards: 0, below: 30 };

/** Counts with more digits than this are abbreviated. */
const DIGITS = 6;

/**
 * A count for the front of a box; a long one is rounded and marked as such.
 * @param {bigint} count
 */
function shortCount(count) {
  const text = String(count);
  return text.length <= DIGITS ? text : `~${text[0]}e${text.length - 1}`;
}

/** Width of the boxes that can show these counts. @param {readonly bigint[]} counts */
export function boxWidth(counts) {
  return Math.max(20, ...counts.map((count) => measure(shortCount(count)).width + 7));
}

/**
 * A step: its front has the numbers of its boxes and its parity.
 * @param {CanvasRenderingContext2D} context
 * @param {Step} step
 * @param {Palette} palette
 */
export function drawStep(context, step, palette) {
  const isOdd = step.level.side === "odd";
  const front = isOdd ? shade(palette.purple, 0.42) : step.level.side === "sink" ? shade(palette.slate, 0.6) : palette.slate;
  fill(context, step.x, step.floor, step.width, step.bottom - step.floor, palette.black);
  fill(context, step.x, step.floor, step.width - 1, step.bottom - step.floor - 1, front);
  fill(context, step.x, step.floor, step.width - 1, 2, isOdd ? palette.yellow : palette.grey);
  const colour = isOdd ? palette.yellow : palette.silver;
  drawText(context, step.label, step.x + step.width / 2, step.bottom - 15, { colour, align: "center" });
}

/**
 * Appearance of a box.
 * @typedef {object} BoxState
 * @property {"odd" | "even" | "sink" | "none"} side
 * @property {bigint} count
 * @property {string | null} border colour of the highlight
 * @property {boolean} isDim
 */

/**
 * A box with some of its cards sticking out, its count, and its number below.
 * @param {CanvasRenderingContext2D} context
 * @param {Standing} place
 * @param {number} cell
 * @param {Heights} heights
 * @param {BoxState} state
 * @param {Palette} palette
 */
export function drawCrate(context, { box, x, floor }, cell, heights, state, palette) {
  const width = cell - 4;
  const left = x + 2;
  const top = floor - heights.box;
  const cards = heights.cards === 0 ? 0 : state.count > 3n ? 3 : Number(state.count);
  for (let at = 0; at < cards; at += 1) {
    const shift = Math.round((at - (cards - 1) / 2) * 6) - 4;
    drawCard(context, left + Math.floor(width / 2) + shift, top - heights.cards + 1 + (at % 2), 9, heights.cards + 4, palette, {});
  }
  const colour = { odd: palette.orange, even: palette.brown, sink: palette.grey, none: palette.brown }[state.side];
  const shown = state.isDim ? shade(colour, 0.5) : colour;
  drawBox(context, left, top, width, heights.box, shown, palette.black);
  const ink = state.isDim ? palette.silver : palette.black;
  drawText(context, shortCount(state.count), left + width / 2, top + heights.box / 2 + 2.5, { colour: ink, align: "center", baseline: "middle" });
  if (state.border !== null) drawHighlight(context, left - 1, top, width + 2, heights.box, palette, state.border);
  drawText(context, String(box), left + width / 2, floor + 4, { colour: palette.white, align: "center" });
}

/**
 * Cards in flight from one box to another.
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} cards
 * @param {number} progress
 * @param {Palette} palette
 */
export function drawFlight(context, from, to, cards, progress, palette) {
  const spread = 0.35;
  for (let at = 0; at < cards; at += 1) {
    const begin = cards === 1 ? 0 : (spread * at) / (cards - 1);
    const own = Math.max(0, Math.min(1, (progress - begin) / (1 - spread)));
    if (own <= 0 || own >= 1) continue;
    const x = from[0] + (to[0] - from[0]) * own;
    const y = from[1] + (to[1] - from[1]) * own - Math.sin(own * Math.PI) * 18;
    drawCard(context, Math.round(x) - 4, Math.round(y) - 6, 9, 12, palette, {});
  }
}
