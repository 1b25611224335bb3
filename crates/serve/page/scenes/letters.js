/**
 * Multi-line text as a picture: every character has its own cell, so that
 * columns align. Lines of equal length without spaces form a board, whose cells
 * are drawn.
 *
 * @module
 */

import { drawText, measure } from "../pixel/lettering.js";
import { fill } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {{rows: string[][], isBoard: boolean, width: number, height: number, across: number, down: number, size: number}} Letters */

/**
 * The largest cell of a board, and the smallest in which a letter is legible.
 */
const [MAX_CELL, MIN_CELL] = [22, 8];
/** The sign of an empty cell. */
const EMPTY = new Set([".", "_", " ", "·"]);

/**
 * The picture of a text, and the lines of prose below it.
 *
 * @param {string} text
 * @param {number} room available width
 * @returns {{letters: Letters | null, rest: string[]}} no picture if the text is one line or does not fit
 */
export function lettersOf(text, room) {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (lines.length < 2) return { letters: null, rest: lines };
  const [first = ""] = lines;
  const end = lines.findIndex((line) => [...line].length !== [...first].length || /\s/.test(line) || line === "");
  const rows = end < 0 ? lines.length : end;
  const isBoard = rows > 1;
  const shown = (isBoard ? lines.slice(0, rows) : lines).map((line) => [...line]);
  const columns = Math.max(...shown.map((row) => row.length));
  const fitting = Math.floor(room / columns);
  const letter = measure("M", 8);
  const across = Math.min(fitting, isBoard ? MAX_CELL : letter.width + 1);
  if (across < (isBoard ? MIN_CELL : letter.width)) return { letters: null, rest: lines };
  const down = isBoard ? across : letter.height + 2;
  const size = across >= 18 ? 16 : 8;
  return {
    letters: { rows: shown, isBoard, across, down, size, width: columns * across, height: shown.length * down },
    rest: isBoard ? lines.slice(rows) : [],
  };
}

/** @param {CanvasRenderingContext2D} context @param {Letters} letters @param {number} left @param {number} top @param {Palette} palette */
export function drawLetters(context, { rows, isBoard, across, down, size }, left, top, palette) {
  const colours = [palette.yellow, palette.cyan, palette.orange, palette.pink, palette.white];
  rows.forEach((row, rowIndex) => {
    row.forEach((letter, column) => {
      const [x, y] = [left + column * across, top + rowIndex * down];
      if (isBoard) fill(context, x, y, across - 1, down - 1, palette.night);
      if (EMPTY.has(letter)) return;
      const colour = isBoard ? colours[(letter.codePointAt(0) ?? 0) % colours.length] : palette.yellow;
      drawText(context, letter, x + across / 2, y + down / 2, { size, colour, align: "center", baseline: "middle" });
    });
  });
}
