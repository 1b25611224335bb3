/**
 * The cycle that keeps a draw, as a ring of moves.
 *
 * @module
 */

import { drawText, measure, wrapText } from "../../pixel/lettering.js";
import { drawArrow, drawBorder, drawLine, fill } from "../../pixel/sprites.js";

/** @typedef {import("../../types.js").Picture} Picture */
/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("../../types.js").Palette} Palette */

/**
 * A ring: its steps and their places, in columns and rows.
 * @typedef {object} Ring
 * @property {string[]} title lines above it
 * @property {{text: string, isFirst: boolean, seat: number | null, column: number, row: number}[]} steps
 * @property {{x: number, y: number, width: number, height: number}} cell
 * @property {number} height
 */

const STEP_HEIGHT = 13;
const GAP = 13;
const GAP_DOWN = 9;
const LINE = 12;
/** Maximum number of rows; more would hide the table. */
const MAX_ROWS = 3;

/**
 * The places around a rectangle, clockwise from its upper left corner.
 * @param {number} columns
 * @param {number} rows at least 2
 * @returns {{column: number, row: number}[]}
 */
export function around(columns, rows) {
  const places = [];
  for (let column = 0; column < columns; column += 1) places.push({ column, row: 0 });
  for (let row = 1; row < rows; row += 1) places.push({ column: columns - 1, row });
  for (let column = columns - 2; column >= 0; column -= 1) places.push({ column, row: rows - 1 });
  for (let row = rows - 2; row > 0; row -= 1) places.push({ column: 0, row });
  return places;
}

/**
 * The ring of a position drawn by a cycle; null for others.
 * @param {Picture} picture
 * @param {Translate} t
 * @param {number} width
 * @returns {Ring | null}
 */
export function ringOf({ answer, marks, seat, names }, t, width) {
  const why = answer.why;
  if (!marks || why?.kind !== "cycle" || !Array.isArray(why["cycle"])) return null;
  /** @type {string[]} */
  const cycle = why["cycle"];
  const lead = Array.isArray(why["lead"]) ? why["lead"].length : 0;
  // After an odd number of moves the sides are swapped, so a step belongs to no
  // player.
  const isEven = cycle.length % 2 === 0;
  const texts = cycle.map((move, at) => (isEven ? `${initial(names, (seat + lead + at) % 2)} ${move}` : move));
  const cellWidth = Math.max(...texts.map((text) => measure(text).width)) + 6;
  const most = Math.max(2, Math.floor((width + GAP - 4) / (cellWidth + GAP)));
  const columns = Math.min(most, Math.max(2, Math.ceil(cycle.length / 2)));
  const rows = Math.min(MAX_ROWS, Math.max(2, Math.ceil((cycle.length - 2 * columns) / 2) + 2));
  const places = around(columns, rows);
  const isCut = cycle.length > places.length;
  const kept = isCut ? places.length - 1 : cycle.length;
  const steps = texts.slice(0, kept).map((text, at) => ({
    text,
    isFirst: at === 0,
    seat: isEven ? (seat + lead + at) % 2 : null,
    column: places[at]?.column ?? 0,
    row: places[at]?.row ?? 0,
  }));
  const last = places.at(-1);
  if (isCut && last) {
    steps.push({ text: `+${cycle.length - kept}`, isFirst: false, seat: null, ...last });
  }
  const said = lead === 0 ? t("numbers.round") : t("numbers.roundAfter", { count: lead });
  const title = wrapText(said, 8, width - 8);
  const across = columns * (cellWidth + GAP) - GAP;
  return {
    title,
    steps,
    cell: {
      x: Math.floor((width - across) / 2),
      y: 4 + title.length * LINE + 2,
      width: cellWidth,
      height: STEP_HEIGHT,
    },
    height: 4 + title.length * LINE + 2 + rows * (STEP_HEIGHT + GAP_DOWN) - GAP_DOWN + 4,
  };
}

/** @param {readonly string[]} names @param {number} seat */
function initial(names, seat) {
  return [...(names[seat] ?? "")][0] ?? "";
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Ring} ring
 * @param {number} top
 * @param {number} width
 * @param {Palette} palette
 */
export function drawRing(context, ring, top, width, palette) {
  fill(context, 0, top, width, 1, palette.slate);
  ring.title.forEach((line, at) => {
    drawText(context, line, width / 2, top + 4 + at * LINE, { colour: palette.yellow, align: "center" });
  });
  const { cell } = ring;
  /** @param {{column: number, row: number}} step */
  const corner = ({ column, row }) => ({ x: cell.x + column * (cell.width + GAP), y: top + cell.y + row * (cell.height + GAP_DOWN) });
  ring.steps.forEach((step, at) => {
    const next = ring.steps[(at + 1) % ring.steps.length];
    if (next) drawStepArrow(context, corner(step), corner(next), cell, palette);
  });
  for (const step of ring.steps) {
    const { x, y } = corner(step);
    fill(context, x, y, cell.width, cell.height, palette.black);
    drawBorder(context, x, y, cell.width, cell.height, step.isFirst ? palette.yellow : palette.grey);
    const colour = step.seat === 1 ? palette.orange : step.seat === 0 ? palette.cyan : palette.white;
    drawText(context, step.text, x + cell.width / 2 + 1, y + cell.height / 2, { colour, align: "center", baseline: "middle" });
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{width: number, height: number}} cell
 * @param {Palette} palette
 */
function drawStepArrow(context, from, to, cell, palette) {
  const down = Math.sign(to.y - from.y);
  const across = Math.sign(to.x - from.x);
  /** @param {{x: number, y: number}} place @param {number} right @param {number} lower @returns {[number, number]} */
  const beside = (place, right, lower) => [
    place.x + cell.width / 2 + right * (cell.width / 2 + 3),
    place.y + cell.height / 2 + lower * (cell.height / 2 + 2),
  ];
  if (down === 0 || across === 0) {
    drawArrow(context, beside(from, across, down), beside(to, -across, -down), palette.silver, palette.black, 3);
    return;
  }
  // The ring has one place more than steps: leave a corner empty.
  const [x] = beside(to, 0, 0);
  const [, y] = beside(from, 0, 0);
  drawLine(context, beside(from, across, 0), [x, y], palette.silver, 2);
  drawArrow(context, [x, y], beside(to, 0, -down), palette.silver, palette.black, 3);
}
