/**
 * Editing a position of *piles* by clicks: change the top card, add or remove a
 * card of a pile, or the last pile.
 *
 * @module
 */

import { drawEnds, drawPlate } from "../plates.js";
import { slabsOf, writePiles } from "./cards.js";
import { stackHeight } from "./layout.js";

/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */

/** The largest number that clicks put on a card. */
const LARGEST = 10;

/**
 * Draws the plates and returns their hotspots.
 * @param {import("../choosing.js").View<any>} view
 * @param {{rows: import("./layout.js").Rows, cell: number, under: number}} layout
 * @param {readonly (readonly string[])[]} piles
 * @returns {Hotspot[]}
 */
export function editSpots(view, { rows, cell, under }, piles) {
  const { host, spot } = view;
  /** @param {number} number @param {readonly string[]} cards */
  const change = (number, cards) => () => host.edit(writePiles(piles.map((pile, at) => (at === number - 1 ? cards : pile))));
  const spots = [...rows.piles.values()].flatMap(({ pile, x, floor }) => {
    const cards = piles[pile - 1] ?? [];
    const top = cards.at(-1);
    const isEmpty = top === undefined;
    const below = cards.slice(0, -1);
    const next = Number(top) >= LARGEST ? 1 : Number(top ?? 0) + 1;
    const height = stackHeight(slabsOf(cards, rows.most).length);
    const more = { x, y: floor - height - 16, width: cell, height: 15 };
    const less = { x, y: floor + 14, width: cell, height: 15 };
    drawPlate(view, { ...more, x: x + 2, width: cell - 4 }, "+");
    if (!isEmpty) drawPlate(view, { ...less, x: x + 2, width: cell - 4 }, "−");
    return [
      spot({ ...more, id: `more:${pile}`, label: host.t("piles.more", { pile }), onClick: change(pile, [...cards, "1"]) }),
      spot({ id: `pile:${pile}`, x, y: floor - height, width: cell, height: height + 12, label: host.t("piles.change", { pile }), disabled: isEmpty, onClick: change(pile, [...below, String(next)]) }),
      spot({ ...less, id: `less:${pile}`, label: host.t("piles.less", { pile }), disabled: isEmpty, onClick: change(pile, below) }),
    ];
  });
  return [
    ...spots,
    ...drawEnds(view, under + 33, [
      { id: "pile:less", text: host.t("piles.dropPile"), to: piles.length < 2 ? null : writePiles(piles.slice(0, -1)) },
      { id: "pile:more", text: host.t("piles.addPile"), to: writePiles([...piles, ["1"]]) },
    ]),
  ];
}
