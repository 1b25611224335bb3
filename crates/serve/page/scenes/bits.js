/**
 * Numbers in binary below each other, and the columns that do not cancel: the
 * odd boxes of a staircase, the Grundy values of piles.
 *
 * @module
 */

import { drawText, measure } from "../pixel/lettering.js";
import { drawBorder, fill } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Palette} Palette */

/**
 * @typedef {object} BitTable
 * @property {{label: string, count: bigint, bits: boolean[]}[]} rows
 * @property {number} left number of omitted rows
 * @property {{label: string, count: bigint, bits: boolean[]}} sum
 */

const ROW = 11;
const HEAD = 4;

/**
 * @param {readonly {label: string, count: bigint}[]} heaps
 * @param {string} sumLabel
 * @param {number} max maximum number of rows
 * @returns {BitTable}
 */
export function bitTable(heaps, sumLabel, max) {
  const full = heaps.filter(({ count }) => count > 0n);
  const sum = full.reduce((soFar, { count }) => soFar ^ count, 0n);
  const largest = full.reduce((soFar, { count }) => (count > soFar ? count : soFar), 1n);
  const length = largest.toString(2).length;
  /** @param {bigint} count */
  const bits = (count) => [...count.toString(2).padStart(length, "0")].map((bit) => bit === "1");
  const shown = full.length > max ? full.slice(0, max - 1) : full;
  return {
    rows: shown.map(({ label, count }) => ({ label, count, bits: bits(count) })),
    left: full.length - shown.length,
    sum: { label: sumLabel, count: sum, bits: bits(sum) },
  };
}

/** The height of a table. @param {BitTable} table */
export function bitTableHeight(table) {
  return HEAD + (table.rows.length + (table.left > 0 ? 1 : 0) + 1) * ROW + 7;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {BitTable} table
 * @param {{y: number, width: number}} place
 * @param {Palette} palette
 * @param {string} leftWords text for the omitted rows
 */
export function drawBits(context, table, place, palette, leftWords) {
  const all = [...table.rows, table.sum];
  const labels = Math.max(...all.map(({ label }) => measure(label).width)) + 5;
  const values = Math.max(...all.map(({ count }) => measure(`= ${count}`).width)) + 5;
  const columns = table.sum.bits.length;
  const square = Math.max(1, Math.min(9, Math.floor((place.width - labels - values - 4) / columns) - 1));
  const gap = square > 2 ? 1 : 0;
  const wide = labels + columns * (square + gap) + values;
  const x = Math.max(0, Math.floor((place.width - wide) / 2));
  let y = place.y + HEAD;
  /** @param {{label: string, count: bigint, bits: boolean[]}} row @param {string} ink @param {string} on */
  const line = (row, ink, on) => {
    drawText(context, row.label, x + labels - 5, y + 1, { colour: ink, align: "right" });
    row.bits.forEach((isSet, at) => {
      const left = x + labels + at * (square + gap);
      const top = y + Math.floor((ROW - square) / 2);
      if (isSet) fill(context, left, top, square, square, on);
      else if (square > 2) drawBorder(context, left, top, square, square, palette.slate);
    });
    drawText(context, `= ${row.count}`, x + labels + columns * (square + gap) + 5, y + 1, { colour: ink });
    y += ROW;
  };
  for (const row of table.rows) line(row, palette.silver, palette.cyan);
  if (table.left > 0) {
    drawText(context, leftWords, x + labels, y + 1, { colour: palette.grey });
    y += ROW;
  }
  fill(context, x, y - 1, wide, 1, palette.grey);
  y += 1;
  line(table.sum, palette.white, palette.yellow);
  table.sum.bits.forEach((isSet, at) => {
    if (isSet) drawWedge(context, x + labels + at * (square + gap) + square / 2, y, Math.min(3, square), palette.yellow);
  });
}

/**
 * A wedge that points up at a column that does not cancel.
 * @param {CanvasRenderingContext2D} context
 * @param {number} centre
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
function drawWedge(context, centre, y, size, colour) {
  for (let down = 0; down < size; down += 1) fill(context, Math.floor(centre) - down, y + down, 2 * down + 1, 1, colour);
}
