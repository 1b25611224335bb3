/**
 * What a move is worth, in words and on the picture, and who has won.
 *
 * @module
 */

import { drawText, measure } from "../pixel/lettering.js";
import { outcomeColour } from "../pixel/palette.js";
import { drawBanner, drawMark, drawSign, fill, measureMark } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").Translate} Translate */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {{value: import("../types.js").Outcome, plies: number | null}} Worth */

/** Height of a mark with the sign above the plies. */
const TALL = 20;

/**
 * A worth in words: "win in 5 plies".
 * @param {Translate} t
 * @param {Worth} worth
 */
export function worthWords(t, worth) {
  const value = t(`value.${worth.value}`);
  return worth.plies === null ? value : `${value} ${t("value.plies", { count: worth.plies })}`;
}

/**
 * The height that marks take which are to be no wider than `width`.
 * @param {readonly Worth[]} worths
 * @param {number} width
 */
export function worthHeight(worths, width) {
  const isWide = worths.some((worth) => measureMark(worth).width > width);
  return isWide ? TALL : 11;
}

/**
 * A mark around a point; where `height` allows two lines, the plies stand
 * below the sign.
 * @param {CanvasRenderingContext2D} context
 * @param {number} centreX
 * @param {number} top
 * @param {number} height as `worthHeight` said
 * @param {Worth} worth
 * @param {Palette} palette
 */
export function drawWorth(context, centreX, top, height, worth, palette) {
  if (height < TALL) {
    drawMark(context, centreX, top + 5, worth, palette);
    return;
  }
  const plies = worth.plies === null ? "" : String(worth.plies);
  const colour = outcomeColour(palette, worth.value);
  const width = Math.max(13, measure(plies).width + 4);
  const left = Math.round(centreX - width / 2);
  fill(context, left, top, width, TALL, colour);
  fill(context, left + 1, top + 1, width - 2, TALL - 2, palette.black);
  drawSign(context, worth.value, Math.round(centreX) - 3, plies === "" ? top + 7 : top + 2, colour);
  drawText(context, plies, left + Math.ceil((width - measure(plies).width) / 2), top + 9, { colour });
}

/**
 * Who has won, or that nobody has; null while the game goes on.
 * @param {Translate} t
 * @param {Picture} picture
 */
export function endWords(t, { answer, seat, names }) {
  if (!answer.result) return null;
  if (answer.result === "draw") return t("value.drawn");
  return t("value.won", { name: names[answer.result === "win" ? seat : 1 - seat] ?? "" });
}

/**
 * The banner at the end of the game; nothing while it goes on.
 * @param {import("./choosing.js").View<any>} view
 * @param {number} centreY
 */
export function drawEnd({ host, stage, picture }, centreY) {
  const text = endWords(host.t, picture);
  if (text === null) return;
  drawBanner(stage.context, text, stage.width / 2, centreY, stage.width - 8, host.palette());
}
