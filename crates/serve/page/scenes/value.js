/**
 * Values of moves, as text and as marks, and the winner.
 *
 * @module
 */

import { drawText, measure } from "../pixel/lettering.js";
import { resultColour } from "../pixel/palette.js";
import { drawBanner, drawMark, drawSign, fill, measureMark } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").Translate} Translate */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {{value: import("../types.js").Result, plies: number | null}} PartValue */

/** Height of a mark with the sign above the plies. */
const TALL = 20;

/**
 * A value as text: "win in 5 plies"; empty while it is unknown.
 * @param {Translate} t
 * @param {PartValue} worth
 */
export function valueWords(t, worth) {
  if (worth.value === null) return "";
  const value = t(`value.${worth.value}`);
  return worth.plies === null ? value : `${value} ${t("value.plies", { count: worth.plies })}`;
}

/**
 * The height of marks that are at most `width` wide.
 * @param {readonly PartValue[]} worths
 * @param {number} width
 */
export function valueHeight(worths, width) {
  const isWide = worths.some((worth) => measureMark(worth).width > width);
  return isWide ? TALL : 11;
}

/**
 * A mark around a point; if `height` allows two lines, the plies are below the
 * sign.
 * @param {CanvasRenderingContext2D} context
 * @param {number} centreX
 * @param {number} top
 * @param {number} height from `valueHeight`
 * @param {PartValue} worth
 * @param {Palette} palette
 */
export function drawValue(context, centreX, top, height, worth, palette) {
  if (height < TALL) {
    drawMark(context, centreX, top + 5, worth, palette);
    return;
  }
  const plies = worth.plies === null ? "" : String(worth.plies);
  const colour = resultColour(palette, worth.value);
  const width = Math.max(13, measure(plies).width + 4);
  const left = Math.round(centreX - width / 2);
  fill(context, left, top, width, TALL, colour);
  fill(context, left + 1, top + 1, width - 2, TALL - 2, palette.black);
  drawSign(context, worth.value, Math.round(centreX) - 3, plies === "" ? top + 7 : top + 2, colour);
  drawText(context, plies, left + Math.ceil((width - measure(plies).width) / 2), top + 9, { colour });
}

/**
 * The winner or a draw; null while the game goes on.
 * @param {Translate} t
 * @param {Picture} picture
 */
export function endWords(t, { answer, end, names }) {
  if (!answer.result || !end) return null;
  return end.winner === null ? t("value.drawn") : t("value.won", { name: names[end.winner] });
}

/**
 * The banner at the end of the game.
 * @param {import("./choosing.js").View<any>} view
 * @param {number} centreY
 */
export function drawEnd({ host, stage, picture }, centreY) {
  const text = endWords(host.t, picture);
  if (text === null) return;
  drawBanner(stage.context, text, stage.width / 2, centreY, stage.width - 8, host.palette());
}
