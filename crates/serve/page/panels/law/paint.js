/**
 * Paints a layer of a table with its law.
 *
 * @module
 */

import { drawText, measure } from "../../pixel/lettering.js";
import { resultColour, resultSign } from "../../pixel/palette.js";
import { isOdd } from "./cells.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").Result} Result */
/** @typedef {import("./types.js").LawPicture} LawPicture */
/** @typedef {ReturnType<typeof import("./cells.js").cellsOf>} Cells */

/** Cells of at least this size have a sign or a number. */
const READABLE = 12;

/** The colours of numbers from 1 on, from dark to bright. */
const SHADES = /** @type {const} */ (["#232a63", "#2f3f94", "#3a5cc0", "#4a80e0", "#5aa6f2", "#7cc8f8", "#a5e2fb", "#d6f3fd"]);

/** Brighter cells have dark letters. */
const DARK_SHADES = 3;

/** @typedef {{colour: string, text: string, ink: string}} Look */

/** The look of a value. @param {LawPicture} picture @param {Palette} palette */
export function looks(picture, palette) {
  const most = picture.cells.reduce((/** @type {number} */ most, value) => Math.max(most, value ?? 0), 1);
  /** @param {number} value @returns {Look} */
  return (value) => {
    const label = picture.labels?.[value];
    if (label !== undefined) {
      const result = /** @type {Result} */ (label);
      return { colour: resultColour(palette, result), text: resultSign(result), ink: palette.black };
    }
    if (value <= 0) return { colour: value === 0 ? palette.red : palette.purple, text: String(value), ink: palette.black };
    const shade = Math.min(SHADES.length - 1, Math.floor(((value - 1) / Math.max(1, most - 1)) * (SHADES.length - 1)));
    return { colour: SHADES[shade], text: String(value), ink: shade < DARK_SHADES ? palette.white : palette.black };
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Cells} cells
 * @param {(value: number) => Look} look
 * @param {number} size of a cell
 * @param {Palette} palette
 */
export function paintCells(context, cells, look, size, palette) {
  context.canvas.width = cells.width * size;
  context.canvas.height = cells.height * size;
  context.fillStyle = palette.black;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  for (let row = 0; row < cells.height; row += 1) {
    for (let column = 0; column < cells.width; column += 1) {
      paintCell(context, cells.at(row, column), look, column * size, row * size, size, palette);
    }
  }
  for (let row = 0; row < cells.height; row += 1) {
    for (let column = 0; column < cells.width; column += 1) paintEnds(context, cells, row, column, size, palette);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./cells.js").Cell | null} cell
 * @param {(value: number) => Look} look
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Palette} palette
 */
function paintCell(context, cell, look, x, y, size, palette) {
  const value = cell?.part === "beyond" ? cell.said : cell?.found ?? null;
  if (!cell || value === null) return;
  const { colour, text, ink } = look(value);
  const gap = size >= 6 ? 1 : 0;
  context.globalAlpha = cell.part === "beyond" ? 0.4 : 1;
  context.fillStyle = colour;
  context.fillRect(x, y, size - gap, size - gap);
  context.globalAlpha = 1;
  if (cell.part !== "beyond" && size >= READABLE && measure(text).width <= size - 2) {
    drawText(context, text, x + size / 2, y + size / 2, { colour: ink, align: "center", baseline: "middle" });
  }
  if (isOdd(cell)) {
    const thickness = Math.max(1, Math.floor(size / 6));
    frame(context, x, y, size - gap, thickness, palette.white);
    if (size >= 8) frame(context, x + thickness, y + thickness, size - gap - 2 * thickness, 1, palette.black);
  }
}

/**
 * Lines where the fitted part ends and where the table ends.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Cells} cells
 * @param {number} row
 * @param {number} column
 * @param {number} size
 * @param {Palette} palette
 */
function paintEnds(context, cells, row, column, size, palette) {
  const part = cells.at(row, column)?.part;
  const neighbours = /** @type {const} */ ([[row, column + 1, true], [row + 1, column, false]]);
  for (const [r, c, isRight] of neighbours) {
    const other = c < cells.width && r < cells.height ? cells.at(r, c)?.part : undefined;
    if (part === undefined || other === undefined || part === other) continue;
    context.fillStyle = part === "beyond" || other === "beyond" ? palette.white : palette.yellow;
    const thickness = size >= 6 ? 2 : 1;
    if (isRight) context.fillRect(c * size - thickness, row * size, thickness, size);
    else context.fillRect(column * size, r * size - thickness, size, thickness);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {number} thickness @param {string} colour */
export function frame(context, x, y, size, thickness, colour) {
  context.fillStyle = colour;
  context.fillRect(x, y, size, thickness);
  context.fillRect(x, y + size - thickness, size, thickness);
  context.fillRect(x, y, thickness, size);
  context.fillRect(x + size - thickness, y, thickness, size);
}
