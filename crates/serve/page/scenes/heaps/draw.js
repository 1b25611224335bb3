/**
 * Draws heaps of counters.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { drawBorder, drawCounter, drawHighlight, drawMark, drawPanel, fill, shade } from "../../pixel/sprites.js";
import { COLUMN, COUNTER, isDrawn } from "./layout.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").Move} Move */
/** @typedef {import("./layout.js").Heap} Heap */
/** @typedef {import("./layout.js").Group} Group */

/**
 * The centres of a group's name, of its mark, and of a heap's count.
 * @param {Group} group
 */
function middleOf(group) {
  return { x: group.x + group.width / 2, nameY: group.y + group.height - 23, markY: group.y + group.height - 10 };
}

/**
 * The background of a group, with its name, and a border when it is
 * highlighted.
 * @param {CanvasRenderingContext2D} context
 * @param {Group} group
 * @param {Palette} palette
 * @param {{name: string, isMeant: boolean, isChosen: boolean, best: Move | null}} look
 */
export function drawGroupBackground(context, group, palette, { name, isMeant, isChosen, best }) {
  const { x, nameY, markY } = middleOf(group);
  fill(context, group.x, group.y, group.width, group.height, shade(palette.slate, isChosen ? 1.15 : 0.7));
  fill(context, group.x, group.y + group.height - 32, group.width, 2, palette.brown);
  drawText(context, name, x, nameY, { colour: palette.silver, align: "center", baseline: "middle" });
  if (isMeant) drawHighlight(context, group.x + 1, group.y + 1, group.width - 2, group.height - 2, palette);
  else if (isChosen) drawBorder(context, group.x, group.y, group.width, group.height, palette.white);
  if (best) drawMark(context, x, markY, best, palette);
}

/**
 * A heap: columns of counters, with those that a move takes marked, or a chest
 * if there are too many.
 * @param {CanvasRenderingContext2D} context
 * @param {Heap} heap
 * @param {Palette} palette
 * @param {{taken: number, lift: number}} change counters that are taken, and their displacement
 */
export function drawHeap(context, heap, palette, { taken, lift }) {
  const { x, y, width, height, count, numbers } = heap;
  drawText(context, String(count), x + width / 2, y - 7, { colour: palette.white, align: "center", baseline: "middle", outline: palette.black });
  if (!isDrawn(count)) {
    drawPanel(context, x, y + 6, width, height - 6, palette.brown, palette.black);
    drawPanel(context, x, y, width, 10, shade(palette.brown, 1.2), palette.black);
    fill(context, x + width / 2 - 2, y + 7, 4, 6, palette.yellow);
    return;
  }
  const columns = Math.max(1, Math.ceil(count / COLUMN));
  const left = x + Math.round((width - columns * (COUNTER.width + 2) + 2) / 2);
  for (let index = 0; index < count; index += 1) {
    const isTaken = index >= count - taken;
    const across = left + Math.floor(index / COLUMN) * (COUNTER.width + 2);
    const down = y + height - ((index % COLUMN) + 1) * COUNTER.pitch - 1 - (isTaken ? lift : 0);
    drawCounter(context, across, down, COUNTER.width, COUNTER.height, isTaken ? palette.yellow : palette.orange, palette.black);
    if (numbers[index] !== undefined) drawText(context, String(numbers[index]), across + COUNTER.width + 2, down - 2, { colour: palette.white });
  }
}
