/**
 * Changing a position of *boxes* by clicks: a card more or less in a box, a
 * box more or less at the end.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { drawPanel } from "../../pixel/sprites.js";

/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */

/**
 * Draws the signs and returns the buttons.
 * @param {import("../choosing.js").View<any>} view
 * @param {{stairs: import("./layout.js").Stairs, cell: number, heights: import("./draw.js").Heights, under: number, width: number}} layout
 * @param {readonly bigint[]} counts
 * @returns {Hotspot[]}
 */
export function editSpots({ stage, host, spot }, { stairs, cell, heights, under, width }, counts) {
  const palette = host.palette();
  /** @param {number} x @param {number} y @param {number} across @param {number} down @param {string} text */
  const plate = (x, y, across, down, text) => {
    drawPanel(stage.context, x, y, across, down, palette.slate, palette.black);
    drawText(stage.context, text, x + across / 2 + 0.5, y + down / 2, { colour: palette.white, align: "center", baseline: "middle" });
  };
  /** @param {number} box @param {bigint} by */
  const change = (box, by) => () => {
    const changed = counts.map((count, at) => (at === box - 1 ? count + by : count));
    host.edit(changed.join(" "));
  };
  const spots = [...stairs.boxes.values()].flatMap(({ box, x, floor }) => {
    const isEmpty = (counts[box - 1] ?? 0n) === 0n;
    if (!isEmpty) plate(x + 2, floor + 14, cell - 4, 13, "−");
    return [
      spot({ id: `box:${box}`, x, y: floor - heights.box - heights.cards, width: cell, height: heights.box + heights.cards + 13, label: host.t("boxes.more", { box }), onClick: change(box, 1n) }),
      spot({ id: `less:${box}`, x, y: floor + 13, width: cell, height: 15, label: host.t("boxes.less", { box }), disabled: isEmpty, onClick: change(box, -1n) }),
    ];
  });
  const half = Math.floor(width / 2);
  const ends = [
    { id: "box:less", x: half - 62, text: host.t("boxes.dropBox"), isOff: counts.length < 2, to: counts.slice(0, -1) },
    { id: "box:more", x: half + 2, text: host.t("boxes.addBox"), isOff: false, to: [...counts, 0n] },
  ];
  for (const { id, x, text, isOff, to } of ends) {
    const y = under + 33;
    if (!isOff) plate(x, y, 60, 20, text);
    spots.push(spot({ id, x, y, width: 60, height: 20, label: text, disabled: isOff, onClick: () => host.edit(to.join(" ")) }));
  }
  return spots;
}
