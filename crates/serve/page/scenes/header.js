/**
 * The line above a board: the player to move, or the winner.
 *
 * @module
 */

import { drawText } from "../pixel/lettering.js";
import { drawBanner } from "../pixel/sprites.js";
import { endWords } from "./value.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Seat} Seat */

/** Its height in logical pixels. */
export const HEADER = 28;

/**
 * The colour of a player.
 * @param {Palette} palette
 * @param {Seat} seat
 */
export function seatColour(palette, seat) {
  return seat === 0 ? palette.cyan : palette.orange;
}

/**
 * @param {import("../types.js").SceneHost} host
 * @param {import("../pixel/stage.js").Stage} stage
 * @param {Picture} picture
 */
export function drawHeader(host, stage, picture) {
  const palette = host.palette();
  const { context, width } = stage;
  const end = endWords(host.t, picture);
  if (end !== null) {
    drawBanner(context, end, width / 2, HEADER / 2, width - 4, palette);
    return;
  }
  const text = host.t("value.hidden", { name: picture.names[picture.seat] });
  const colour = seatColour(palette, picture.seat);
  drawText(context, text, width / 2, HEADER / 2, { colour, align: "center", baseline: "middle" });
}
