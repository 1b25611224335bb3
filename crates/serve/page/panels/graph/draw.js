/**
 * Draws the value graph: a bar per ply, upwards if the first player wins,
 * downwards if the second does, a block on the axis for a draw. The numbers of the axis are
 * plies to the end.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { resultColour } from "../../pixel/palette.js";
import { heightOf } from "./points.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("./points.js").Point} Point */

/** In logical pixels. */
export const graphHeight = 93;
const middle = 44;
const reach = 36;
/** Space at the left for the numbers, and the possible widths of a ply. */
const left = 19;
/** Distances with a number on the axis. */
const MARKED = [0, 6, 30];
const narrowest = 4;
const widest = 12;

/**
 * Distributes plies over a width; if they would become too narrow to tap, the
 * graph is wider and scrolls.
 * @param {number} count of points
 * @param {number} width in logical pixels
 * @returns {{step: number, width: number}}
 */
export function layout(count, width) {
  const step = Math.max(narrowest, Math.min(widest, Math.floor((width - left) / count)));
  return { step, width: Math.max(width, left + step * count) };
}

/**
 * The ply at a position.
 * @param {number} x in logical pixels
 * @param {number} step
 * @param {number} count
 */
export function plyAt(x, step, count) {
  return Math.max(0, Math.min(count - 1, Math.floor((x - left) / step)));
}

/** The left edge of a ply. @param {number} ply @param {number} step */
export function edgeOf(ply, step) {
  return left + ply * step;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Palette} palette
 * @param {readonly [string, string]} names of the players
 * @param {boolean} isHidden
 */
function drawAxis(context, palette, names, isHidden) {
  const { width } = context.canvas;
  context.fillStyle = palette.black;
  context.fillRect(0, 0, width, graphHeight);
  context.fillStyle = palette.slate;
  context.fillRect(left - 1, middle, width, 1);
  if (isHidden) return;
  for (const outcome of /** @type {const} */ (["win", "loss"])) {
    const colour = resultColour(palette, outcome);
    for (const plies of MARKED) {
      const y = Math.round(middle - heightOf(outcome, plies) * reach);
      drawText(context, String(plies), left - 4, y, { size: 8, colour, align: "right", baseline: "middle" });
      context.fillStyle = palette.slate;
      context.fillRect(left - 2, y, width, 1);
    }
  }
  drawText(context, "=", left - 4, middle, { size: 8, colour: resultColour(palette, "draw"), align: "right", baseline: "middle" });
  names.forEach((name, seat) => {
    drawText(context, name, width - 2, seat === 0 ? 2 : 2 * middle - 7, { size: 8, colour: seat === 0 ? palette.cyan : palette.orange, align: "right" });
  });
}

/**
 * A bar; future plies are drawn with every other pixel.
 * @param {CanvasRenderingContext2D} context
 * @param {{x: number, y: number, width: number, height: number}} place
 * @param {boolean} isAhead
 */
function drawBar(context, { x, y, width, height }, isAhead) {
  if (!isAhead) return context.fillRect(x, y, width, height);
  for (let row = 0; row < height; row++) {
    for (let column = (y + row) % 2; column < width; column += 2) context.fillRect(x + column, y + row, 1, 1);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Palette} palette
 * @param {Point} point
 * @param {{x: number, width: number, isAhead: boolean}} place
 */
function drawPoint(context, palette, { value, height, mistake }, { x, width, isAhead }) {
  if (!value) return;
  context.fillStyle = resultColour(palette, value);
  const size = Math.round(Math.abs(height) * reach);
  const bar = {
    win: { y: middle - size, height: size },
    draw: { y: middle - 2, height: 5 },
    loss: { y: middle + 1, height: size },
  }[value];
  drawBar(context, { x, width, ...bar }, isAhead);
  if (mistake === null) return;
  const y = value === "loss" ? bar.y + bar.height + 5 : bar.y - 5;
  const style = /** @type {const} */ ({ size: 8, align: "center", baseline: "middle" });
  drawText(context, "?", x + width / 2, y, { ...style, colour: palette.pink, outline: palette.black });
}

/**
 * Draws the whole graph.
 * @param {CanvasRenderingContext2D} context
 * @param {object} graph
 * @param {Palette} graph.palette
 * @param {Point[]} graph.points
 * @param {readonly [string, string]} graph.names of the players
 * @param {number} graph.current the ply shown
 * @param {number | null} graph.pointed the ply under the pointer
 * @param {number} graph.step
 * @param {boolean} graph.isHidden
 */
export function drawGraph(context, { palette, points, names, current, pointed, step, isHidden }) {
  drawAxis(context, palette, names, isHidden);
  const tall = graphHeight - 4;
  points.forEach((_, ply) => {
    const x = edgeOf(ply, step);
    if (ply === pointed || ply === current) {
      context.fillStyle = palette.slate;
      context.fillRect(x - 1, 0, step + 1, tall);
    }
    context.fillStyle = ply > current ? palette.slate : palette.grey;
    context.fillRect(x, tall + 1, step - 1, 2);
    if (ply !== current) return;
    context.fillStyle = palette.white;
    context.fillRect(x - 1, tall, step + 1, 4);
  });
  if (isHidden) return;
  points.forEach((point, ply) => {
    drawPoint(context, palette, point, { x: edgeOf(ply, step), width: step - 1, isAhead: ply > current });
  });
}
