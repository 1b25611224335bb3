/**
 * Editing a position of *boxes* by clicks: add or remove a card of a box, or
 * the last box.
 *
 * @module
 */

import { drawEnds, drawPlate } from "../plates.js";

/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */

/**
 * Draws the plates and returns their hotspots.
 * @param {import("../choosing.js").View<any>} view
 * @param {import("./arrange.js").Arrangement} layout
 * @param {readonly bigint[]} counts
 * @returns {Hotspot[]}
 */
export function editSpots(view, { stairs, cell, heights, under }, counts) {
  const { host, spot } = view;
  /** @param {number} box @param {bigint} by */
  const change = (box, by) => () => host.edit(counts.map((count, at) => (at === box - 1 ? count + by : count)).join(" "));
  const spots = [...stairs.boxes.values()].flatMap(({ box, x, floor }) => {
    const isEmpty = (counts[box - 1] ?? 0n) === 0n;
    const less = { x, y: floor + 13, width: cell, height: 15 };
    if (!isEmpty) drawPlate(view, { ...less, x: x + 2, width: cell - 4 }, "−");
    const upper = heights.box + heights.cards;
    return [
      spot({ id: `box:${box}`, x, y: floor - upper, width: cell, height: upper + 13, label: host.t("boxes.more", { box }), onClick: change(box, 1n) }),
      spot({ ...less, id: `less:${box}`, label: host.t("boxes.less", { box }), disabled: isEmpty, onClick: change(box, -1n) }),
    ];
  });
  return [
    ...spots,
    ...drawEnds(view, under + 33, [
      { id: "box:less", text: host.t("boxes.dropBox"), to: counts.length < 2 ? null : counts.slice(0, -1).join(" ") },
      { id: "box:more", text: host.t("boxes.addBox"), to: [...counts, 0n].join(" ") },
    ]),
  ];
}
