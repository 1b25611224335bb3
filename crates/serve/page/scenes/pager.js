/**
 * Paging on a stage that cannot show everything.
 *
 * @module
 */

import { drawText } from "../pixel/lettering.js";
import { drawPanel } from "../pixel/sprites.js";

/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {{at: number, pages: number, first: number, shown: readonly unknown[], count: number}} Page */

/** Height of the line with the page buttons. */
export const PAGER = 28;

/**
 * The part of a list that is shown.
 * @template T
 * @param {readonly T[]} all
 * @param {number} page
 * @param {number} max entries per page
 */
export function pageOf(all, page, max) {
  const pages = Math.max(1, Math.ceil(all.length / max));
  const at = Math.max(0, Math.min(page, pages - 1));
  return { shown: all.slice(at * max, (at + 1) * max), at, pages, first: at * max, count: all.length };
}

/**
 * Draws the page buttons and the range shown; nothing if there is only one
 * page.
 * @param {import("./choosing.js").View<any>} view
 * @param {Page} page
 * @param {number} top
 * @param {(page: number) => void} turn
 * @returns {Hotspot[]}
 */
export function drawPager({ stage, host, spot, pointed }, page, top, turn) {
  if (page.pages < 2) return [];
  const palette = host.palette();
  const words = host.t("choosing.page", { first: page.first + 1, last: page.first + page.shown.length, count: page.count });
  drawText(stage.context, words, stage.width / 2, top + PAGER / 2, { colour: palette.silver, align: "center", baseline: "middle" });
  const buttons = [
    { id: "page:before", x: 1, sign: "◀", label: host.t("choosing.before"), to: page.at - 1 },
    { id: "page:after", x: stage.width - 29, sign: "▶", label: host.t("choosing.after"), to: page.at + 1 },
  ];
  return buttons.map(({ id, x, sign, label, to }) => {
    const disabled = to < 0 || to >= page.pages;
    drawPanel(stage.context, x, top + 2, 28, 24, pointed === id && !disabled ? palette.blue : palette.slate, palette.black);
    drawText(stage.context, sign, x + 14, top + 14, { colour: disabled ? palette.night : palette.white, align: "center", baseline: "middle" });
    return spot({ id, x, y: top + 2, width: 28, height: 24, label, disabled, onClick: () => turn(to) });
  });
}
