/**
 * The two players' faces.
 *
 * @module
 */

import { drawShape, shade } from "../../pixel/sprites.js";
import { playerColour } from "./cards.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").Seat} Seat */

/** Twelve by twelve: hair, skin, eyes, mouth, clothes. */
const FACES = [
  [
    "...hhhhhh...",
    "..hhhhhhhh..",
    ".hhhhhhhhhh.",
    ".hhhsssshhh.",
    ".hhsssssshh.",
    ".hhsesseshh.",
    ".hhsesseshh.",
    ".hhsssssshh.",
    ".hhssmmsshh.",
    ".hhhsssshhh.",
    ".hh.cssc.hh.",
    ".h.cccccc.h.",
  ],
  [
    "...cccccc...",
    "..cccccccc..",
    "..cccccccccc",
    "..hssssssh..",
    "..hssssssh..",
    "..ssessess..",
    "..ssessess..",
    "..ssssssss..",
    "...ssmmss...",
    "...ssssss...",
    "....cssc....",
    "..cccccccc..",
  ],
];

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Palette} palette
 * @param {Seat} seat
 * @param {number} x
 * @param {number} y
 * @param {boolean} isLit
 */
export function drawFace(context, palette, seat, x, y, isLit) {
  const light = isLit ? 1 : 0.6;
  drawShape(context, FACES[seat], x, y, {
    h: shade(seat === 0 ? palette.yellow : palette.brown, light),
    s: shade(shade(palette.orange, 1.5), light),
    e: palette.black,
    m: shade(palette.red, light),
    c: shade(playerColour(palette, seat), light),
  });
}
