/**
 * How the cells and pieces of a game look. A game without a skin has the signs
 * of its positions on plain cells.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { drawDisc, drawLine, drawPanel, drawShape, fill, shade } from "../../pixel/sprites.js";
import { animals, chess, steps } from "./shapes.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Context */

/**
 * A square on the stage.
 * @typedef {{x: number, y: number, size: number}} Square
 */

/**
 * @typedef {object} Skin
 * @property {string} name key of the pieces' names, e.g. `chess`
 * @property {(context: Context, square: Square, palette: Palette, at: {row: number, column: number}) => void} cell
 * @property {(context: Context, square: Square, palette: Palette, piece: string) => void} piece
 */

/** The size of a bitmap. */
const BITMAP = 12;

/** @param {Context} context @param {Square} square @param {readonly string[]} rows @param {Record<string, string>} colours */
function drawBitmap(context, { x, y, size }, rows, colours) {
  const scale = Math.max(1, Math.floor((size - 2) / BITMAP));
  const shift = Math.round((size - BITMAP * scale) / 2);
  drawShape(context, rows, x + shift, y + shift, colours, scale);
}

/** @param {string} piece whether it belongs to the first player */
const isUpper = (piece) => piece === piece.toUpperCase();

/** @param {Context} context @param {Square} square @param {Palette} palette */
function plainCell(context, { x, y, size }, palette) {
  drawPanel(context, x, y, size, size, shade(palette.slate, 0.9), palette.black);
}

/** A cross, a ring, or the letter itself. @param {Context} context @param {Square} square @param {Palette} palette @param {string} piece */
function plainPiece(context, { x, y, size }, palette, piece) {
  const [centreX, centreY] = [x + size / 2, y + size / 2];
  const reach = Math.max(2, Math.round(size / 2) - 5);
  if (piece === "O") {
    drawDisc(context, centreX, centreY, reach, palette.black);
    drawDisc(context, centreX, centreY, reach - 1, palette.orange);
    drawDisc(context, centreX, centreY, Math.max(1, reach - 5), palette.black);
    drawDisc(context, centreX, centreY, Math.max(0, reach - 6), shade(palette.slate, 0.9));
  } else if (piece === "X") {
    for (const [colour, thickness] of /** @type {[string, number][]} */ ([[palette.black, 6], [palette.cyan, 4]])) {
      drawLine(context, [centreX - reach + 2, centreY - reach + 2], [centreX + reach - 2, centreY + reach - 2], colour, thickness);
      drawLine(context, [centreX - reach + 2, centreY + reach - 2], [centreX + reach - 2, centreY - reach + 2], colour, thickness);
    }
  } else {
    drawText(context, piece, centreX, centreY, { size: 16, colour: isUpper(piece) ? palette.white : palette.orange, align: "center", baseline: "middle" });
  }
}

/** @type {Skin} */
const plain = { name: "plain", cell: plainCell, piece: plainPiece };

/** A checkered board. @type {Skin} */
const chessSkin = {
  name: "chess",
  cell(context, { x, y, size }, _, { row, column }) {
    fill(context, x, y, size, size, (row + column) % 2 === 0 ? "#8f96b8" : "#4a5080");
  },
  piece(context, square, palette, piece) {
    const rows = chess[piece.toUpperCase()];
    if (!rows) return plainPiece(context, square, palette, piece);
    const colours = isUpper(piece) ? { "#": palette.black, a: palette.white, b: palette.silver } : { "#": palette.white, a: "#20203a", b: "#4a3f6b" };
    drawBitmap(context, square, rows, colours);
  },
};

/** Wooden tiles with the animal's head and a dot for each step that it can take. @type {Skin} */
const dobutsu = {
  name: "dobutsu",
  cell(context, { x, y, size }, palette, { row }) {
    const ground = row === 0 ? "#3d4f8a" : row === 3 ? "#5c7f4d" : "#6b6f52";
    drawPanel(context, x, y, size, size, ground, palette.black);
  },
  piece(context, { x, y, size }, palette, piece) {
    const kind = piece.toUpperCase();
    const [rows, moves] = [animals[kind], steps[kind]];
    if (!rows || !moves) return plainPiece(context, { x, y, size }, palette, piece);
    const forward = isUpper(piece) ? 1 : -1;
    const tile = { x: x + 2, y: y + 2, size: size - 4 };
    drawPanel(context, tile.x, tile.y, tile.size, tile.size, forward > 0 ? "#ffe9b0" : "#ffc4c4", palette.black);
    const middle = tile.size / 2;
    for (const [across, down] of moves) {
      const [dotX, dotY] = [tile.x + middle + across * (middle - 3), tile.y + middle + forward * down * (middle - 3)];
      fill(context, Math.round(dotX) - 1, Math.round(dotY) - 1, 3, 3, "#c0392b");
    }
    drawBitmap(context, { x: x + 5, y: y + 5, size: size - 10 }, rows, { "#": palette.black, f: "#f2b632", m: "#a8591c", g: "#7d8597", h: "#a9b0c2", w: "#ffffff", o: "#f07818", r: "#e03c3c" });
  },
};

/** Cubes that fill the board. @type {Skin} */
const quixo = {
  name: "quixo",
  cell(context, { x, y, size }, palette) {
    drawPanel(context, x + 1, y + 1, size - 2, size - 2, palette.brown, palette.black);
    fill(context, x + 3, y + size - 4, size - 6, 1, shade(palette.brown, 0.6));
  },
  piece: plainPiece,
};

/** Stones on a board. @type {Skin} */
const teeko = {
  name: "teeko",
  cell(context, { x, y, size }, palette) {
    fill(context, x, y, size, size, "#6b4a2f");
    const [centreX, centreY] = [x + size / 2, y + size / 2];
    fill(context, x, Math.round(centreY), size, 1, palette.black);
    fill(context, Math.round(centreX), y, 1, size, palette.black);
    drawDisc(context, centreX, centreY, Math.max(3, Math.round(size / 4)), "#4d3421");
  },
  piece(context, { x, y, size }, palette, piece) {
    const radius = Math.max(3, Math.round(size / 2) - 3);
    const [centreX, centreY] = [x + size / 2, y + size / 2];
    const colour = piece === "R" ? palette.red : "#23233b";
    drawDisc(context, centreX, centreY, radius, palette.white);
    drawDisc(context, centreX, centreY, radius - 1, colour);
    fill(context, Math.round(centreX - radius / 2), Math.round(centreY - radius / 2), Math.max(1, Math.round(radius / 3)), 2, palette.white);
  },
};

/** Halves of dominoes. @type {Skin} */
const dominoes = {
  name: "dominoes",
  cell: plainCell,
  piece(context, { x, y, size }, palette) {
    drawPanel(context, x + 1, y + 1, size - 2, size - 2, palette.white, palette.black);
    drawDisc(context, x + size / 2, y + size / 2, Math.max(2, Math.round(size / 7)), palette.black);
  },
};

/** @type {Record<string, Skin>} */
const byGame = {
  cram: dominoes,
  domineering: dominoes,
  dobutsu,
  quixo,
  teeko,
  ...Object.fromEntries(["kqk", "krk", "kbk", "kbnk", "kqkr", "krkn"].map((game) => [game, chessSkin])),
};

/** @param {string} game */
export const skinOf = (game) => (Object.hasOwn(byGame, game) ? byGame[game] ?? plain : plain);
