/**
 * Labelled plates that edit a position when clicked.
 *
 * @module
 */

import { drawText } from "../pixel/lettering.js";
import { drawPanel } from "../pixel/sprites.js";

/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {{x: number, y: number, width: number, height: number}} Place */

/** Size of the plates for the last pile or box. */
const END = { width: 70, height: 20 };

/**
 * @param {import("./choosing.js").View<any>} view
 * @param {Place} place
 * @param {string} text
 */
export function drawPlate({ stage, host }, { x, y, width, height }, text) {
  const palette = host.palette();
  drawPanel(stage.context, x, y, width, height, palette.slate, palette.black);
  drawText(stage.context, text, x + width / 2, y + height / 2, { colour: palette.white, align: "center", baseline: "middle" });
}

/**
 * Two centred plates that remove the last box or pile, or add one.
 * @param {import("./choosing.js").View<any>} view
 * @param {number} y
 * @param {{id: string, text: string, to: string | null}[]} ends the position after a click; null if there is none
 * @returns {Hotspot[]}
 */
export function drawEnds(view, y, ends) {
  const left = Math.floor(view.stage.width / 2) - ends.length * (END.width / 2 + 1);
  return ends.map(({ id, text, to }, at) => {
    const place = { x: left + at * (END.width + 2), y, ...END };
    if (to !== null) drawPlate(view, place, text);
    return view.spot({ ...place, id, label: text, disabled: to === null, onClick: () => to !== null && view.host.edit(to) });
  });
}
