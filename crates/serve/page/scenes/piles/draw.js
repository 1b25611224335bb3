/**
 * Draws piles of cards.
 *
 * @module
 */

import { drawText, measure } from "../../pixel/lettering.js";
import { drawBorder, drawCard, drawHighlight, fill, shade } from "../../pixel/sprites.js";
import { slabsOf } from "./cards.js";
import { LIFT, SLAB, stackHeight, TOP } from "./layout.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("./layout.js").Standing} Standing */
/** @typedef {import("./cards.js").Slab} Slab */

/**
 * Appearance of a pile.
 * @typedef {object} PileState
 * @property {readonly string[]} cards from the bottom to the top
 * @property {number} most slabs
 * @property {{discard: number, remove: number} | null} taken cards that a move would take
 * @property {number | null} progress of that move, 0 to 1; null if it is only indicated
 * @property {string | null} border colour of the highlight
 */

/** The fraction of a move's duration in which the discarded cards leave. */
export const DISCARDING = 0.5;

/**
 * Displacement of cards: the discarded first, then the removed.
 * @param {number} progress
 * @param {{discard: number}} taken
 */
function goneBy(progress, taken) {
  const half = taken.discard > 0 ? DISCARDING : 0;
  return {
    discarded: half === 0 ? 1 : Math.min(1, progress / half),
    removed: Math.max(0, (progress - half) / (1 - half)),
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Standing} place
 * @param {number} cell
 * @param {PileState} state
 * @param {Palette} palette
 */
export function drawPile(context, { x, floor }, cell, state, palette) {
  const left = x + 2;
  const width = cell - 4;
  fill(context, x, floor, cell, 2, palette.grey);
  const { taken, progress } = state;
  const slabs = slabsOf(state.cards, state.most, taken);
  const gone = taken && progress !== null ? goneBy(progress, taken) : { discarded: 0, removed: 0 };
  const height = stackHeight(slabs.length);
  let top = floor - height;
  /** Upper and lower edges of the removed cards. @type {number[]} */
  const edges = [];
  for (const [at, slab] of slabs.entries()) {
    const tall = at === 0 ? TOP : SLAB;
    const fate = !taken || slab.from >= taken.discard + taken.remove ? "kept" : slab.from < taken.discard ? "discarded" : "removed";
    const away = fate === "discarded" ? gone.discarded : fate === "removed" ? gone.removed : 0;
    const lift = fate === "discarded" ? LIFT : 0;
    const shift = Math.round(away * cell * 0.8);
    if (away < 1) {
      const y = top - lift - Math.round(away * (fate === "discarded" ? 8 : 2));
      const isGrey = fate === "discarded" || away > 0;
      drawSlab(context, left + (fate === "discarded" ? 2 : 0) + shift, y, width, tall, slab, palette, isGrey);
      if (fate === "removed") edges.push(y, y + tall);
    }
    top += tall;
  }
  if (edges.length > 0 && gone.removed === 0) {
    const upper = Math.min(...edges) - 1;
    drawBorder(context, left - 2, upper - 1, width + 4, Math.max(...edges) - upper + 3, palette.black, 2);
    drawBorder(context, left - 1, upper, width + 2, Math.max(...edges) - upper + 1, palette.orange, 2);
  }
  if (state.border !== null && !taken) drawHighlight(context, left - 1, floor - height - 1, width + 2, height + 2, palette, state.border);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Slab} slab
 * @param {Palette} palette
 * @param {boolean} isGrey
 */
function drawSlab(context, x, y, width, height, slab, palette, isGrey) {
  const paper = slab.isGap ? palette.slate : isGrey ? palette.grey : palette.white;
  const ink = slab.isGap ? palette.silver : isGrey ? palette.night : palette.black;
  drawCard(context, x, y, width, height + 1, palette, { paper });
  const isLarge = height >= TOP && measure(slab.text, 16).width <= width - 4;
  drawText(context, slab.text, x + width / 2, y + height / 2 + (isLarge ? -0.5 : 0.5), { size: isLarge ? 16 : 8, colour: ink, align: "center", baseline: "middle" });
}

/**
 * The number of a pile below its floor, and its Grundy value if known.
 * @param {CanvasRenderingContext2D} context
 * @param {Standing} place
 * @param {number} cell
 * @param {string | null} grundy
 * @param {Palette} palette
 */
export function drawPileNumber(context, { pile, x, floor }, cell, grundy, palette) {
  drawText(context, String(pile), x + cell / 2 + 0.5, floor + 4, { colour: palette.silver, align: "center" });
  if (grundy === null) return;
  const width = measure(grundy).width + 4;
  const left = Math.floor(x + (cell - width) / 2);
  fill(context, left, floor + 15, width, 12, shade(palette.purple, 0.42));
  drawBorder(context, left, floor + 15, width, 12, palette.purple);
  drawText(context, grundy, left + 2, floor + 16, { colour: palette.white });
}
