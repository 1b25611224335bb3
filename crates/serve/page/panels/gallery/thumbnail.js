/**
 * Small pictures of positions.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { drawCard, drawCounter, drawMarble, fill } from "../../pixel/sprites.js";
import { skinOf } from "../../scenes/grid/skins.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").View} View */
/** @typedef {CanvasRenderingContext2D} Context */

export const thumbnailSize = { width: 72, height: 60 };

/** Counters in a column, and piles, that are drawn. */
const [TALL, MANY] = [9, 6];
/** The smallest cell with a picture of its piece. */
const LEGIBLE = 12;
/** Cards of a hand that are drawn. */
const CARDS = 6;

/** @param {HTMLCanvasElement} canvas @param {import("../../types.js").Analysis} shown @param {Palette} palette */
export function drawThumbnail(canvas, { view, game, position }, palette) {
  const context = /** @type {Context} */ (canvas.getContext("2d"));
  const { width, height } = thumbnailSize;
  context.imageSmoothingEnabled = false;
  fill(context, 0, 0, width, height, palette.night);
  if (view.kind === "grid") drawGrid(context, view, game, palette);
  else if (view.kind === "piles") drawPiles(context, view.piles, palette);
  else if (view.kind === "table") drawHands(context, view, palette);
  else drawText(context, position.slice(0, 11), width / 2, height / 2, { colour: palette.yellow, align: "center", baseline: "middle" });
}

/** @param {Context} context @param {import("../../types.js").GridView} view @param {string} game @param {Palette} palette */
function drawGrid(context, { cells }, game, palette) {
  const { width, height } = thumbnailSize;
  const columns = Math.max(1, ...cells.map((row) => row.length));
  const size = Math.max(5, Math.floor(Math.min((width - 4) / columns, (height - 4) / cells.length)));
  const [left, top] = [Math.floor((width - columns * size) / 2), Math.floor((height - cells.length * size) / 2)];
  const skin = skinOf(game);
  cells.forEach((row, down) => {
    row.forEach((cell, across) => {
      if (cell === null) return;
      const square = { x: left + across * size, y: top + down * size, size };
      if (game === "marbles") return drawMarble(context, square.x + size / 2, square.y + size / 2, size / 2 - 1, cell.piece === null ? "#00ff00" : "#ff0000", palette.black);
      skin.cell(context, square, palette, { row: down, column: across });
      if (cell.piece === null) return;
      if (size >= LEGIBLE) skin.piece(context, square, palette, cell.piece);
      else fill(context, square.x + 1, square.y + 1, size - 2, size - 2, cell.piece === cell.piece.toUpperCase() ? palette.white : palette.black);
    });
  });
}

/** @param {Context} context @param {import("../../types.js").Pile[]} piles @param {Palette} palette */
function drawPiles(context, piles, palette) {
  const { width, height } = thumbnailSize;
  const shown = piles.slice(0, MANY);
  const across = Math.floor((width - 8) / Math.max(1, shown.length));
  const wide = Math.min(14, across - 2);
  shown.forEach(({ stack }, at) => {
    const count = "count" in stack ? stack.count : stack.cards.length;
    const x = 4 + Math.floor(at * across + (across - wide) / 2);
    for (let n = 0; n < Math.min(count, TALL); n += 1) drawCounter(context, x, height - 9 - n * 5, wide, 6, palette.orange, palette.black);
  });
  fill(context, 4, height - 3, width - 8, 1, palette.brown);
}

/** @param {Context} context @param {import("../../types.js").TableView} view @param {Palette} palette */
function drawHands(context, { hands }, palette) {
  hands.forEach(({ cards }, line) => {
    const all = cards.flatMap(({ card, count }) => Array.from({ length: count }, () => card)).slice(0, CARDS);
    all.forEach(({ rank, suit }, at) => {
      const ink = suit === "D" || suit === "H" ? palette.red : palette.black;
      drawCard(context, 1 + at * 11, 4 + line * 28, 17, 24, palette, { text: rank === "T" ? "10" : rank, suit: suit ?? "", ink });
    });
  });
}
