/**
 * Layout of the piles: side by side in rows, each row on a floor.
 *
 * @module
 */

import { pageOf } from "../pager.js";

/** A pile: the left edge of its cell, and its floor. @typedef {{pile: number, x: number, floor: number}} Standing */

/** Heights of a card in a pile and of the one on top. */
export const SLAB = 10;
export const TOP = 18;
/** How far discarded cards are lifted. */
export const LIFT = 7;

/**
 * @typedef {object} Rows
 * @property {Map<number, Standing>} piles
 * @property {number} most slabs of a pile
 * @property {number} height
 * @property {ReturnType<typeof pageOf<number>>} part the piles on this page
 */

/** @typedef {{width: number, height: number, cell: number, mark: number, below: number}} Room */

/** The height of a pile of `slabs` slabs. @param {number} slabs */
export function stackHeight(slabs) {
  return slabs === 0 ? 4 : TOP + (slabs - 1) * SLAB;
}

/**
 * Minimum number of slabs per pile: a page has fewer piles rather than shorter
 * ones.
 */
const MIN_SLABS = 7;
/** Maximum number of slabs of a pile alone in its row. */
const MAX_SLABS = 14;

/**
 * @param {number} count of the piles
 * @param {number} tallest number of cards of the tallest
 * @param {Room} room
 * @param {(most: number) => number} pageFor the page to show, given the number of piles per page
 * @returns {Rows}
 */
export function layOutPiles(count, tallest, room, pageFor) {
  const perRow = Math.max(1, Math.floor(room.width / room.cell));
  const fixed = room.mark + LIFT + room.below;
  const wanted = Math.min(tallest, MIN_SLABS);
  const fit = Math.max(1, Math.floor(room.height / (fixed + stackHeight(wanted))));
  const rowsInAll = Math.max(1, Math.ceil(count / perRow));
  const rows = Math.min(fit, rowsInAll);
  const slack = Math.floor(room.height / rows) - fixed - TOP;
  const most = Math.max(Math.min(3, tallest), Math.min(tallest, MAX_SLABS, 1 + Math.floor(slack / SLAB)));
  const rowHeight = fixed + stackHeight(most) + 3;
  const all = Array.from({ length: count }, (_, at) => at + 1);
  const part = pageOf(all, pageFor(perRow * rows), perRow * rows);
  /** @type {Map<number, Standing>} */
  const piles = new Map();
  part.shown.forEach((pile, at) => {
    const row = Math.floor(at / perRow);
    const inRow = Math.min(perRow, part.shown.length - row * perRow);
    const left = Math.floor((room.width - inRow * room.cell) / 2);
    piles.set(pile, { pile, x: left + (at % perRow) * room.cell, floor: row * rowHeight + rowHeight - room.below - 3 });
  });
  const used = Math.max(1, Math.ceil(part.shown.length / perRow));
  return { piles, most, height: used * rowHeight, part };
}
