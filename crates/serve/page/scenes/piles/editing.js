/**
 * Changing a position of *piles* by clicks: the top card's number, a card more
 * or less on a pile, a pile more or less at the end.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { drawPanel } from "../../pixel/sprites.js";
import { slabsOf, writePiles } from "./cards.js";
import { stackHeight } from "./layout.js";

/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */

/** The largest number that clicks put on a card. */
const LARGEST = 10;

/**
 * Draws the signs and returns the buttons.
 * @param {import("../choosing.js").View<any>} view
 * @param {{rows: import("./layout.js").Rows, cell: number, under: number, width: number}} layout
 * @param {readonly (readonly string[])[]} piles
 * @returns {Hotspot[]}
 */
export function editSpots({ stage, host, spot }, { rows, cell, under, width }, piles) {
  const palette = host.palette();
  /** @param {number} x @param {number} y @param {number} across @param {number} down @param {string} text */
  const plate = (x, y, across, down, text) => {
    drawPanel(stage.context, x, y, across, down, palette.slate, palette.black);
    drawText(stage.context, text, x + across / 2 + 0.5, y + down / 2, { colour: palette.white, align: "center", baseline: "middle" });
  };
  /** @param {number} number @param {readonly string[]} cards */
  const change = (number, cards) => () => host.edit(writePiles(piles.map((pile, at) => (at === number - 1 ? cards : pile))));
  const spots = [...rows.piles.values()].flatMap(({ pile, x, floor }) => {
    const cards = piles[pile - 1] ?? [];
    const top = cards.at(-1);
    const below = cards.slice(0, -1);
    const next = Number(top) >= LARGEST ? 1 : Number(top ?? 0) + 1;
    const height = stackHeight(slabsOf(cards, rows.most).length);
    const upper = floor - height - 16;
    plate(x + 2, upper, cell - 4, 14, "+");
    if (top !== undefined) plate(x + 2, floor + 14, cell - 4, 14, "−");
    return [
      spot({ id: `more:${pile}`, x, y: upper, width: cell, height: 15, label: host.t("piles.more", { pile }), onClick: change(pile, [...cards, "1"]) }),
      spot({ id: `pile:${pile}`, x, y: floor - height, width: cell, height: height + 12, label: host.t("piles.change", { pile }), disabled: top === undefined, onClick: change(pile, [...below, String(next)]) }),
      spot({ id: `less:${pile}`, x, y: floor + 13, width: cell, height: 16, label: host.t("piles.less", { pile }), disabled: top === undefined, onClick: change(pile, below) }),
    ];
  });
  const half = Math.floor(width / 2);
  const ends = [
    { id: "pile:less", x: half - 72, text: host.t("piles.dropPile"), isOff: piles.length < 2, to: piles.slice(0, -1) },
    { id: "pile:more", x: half + 2, text: host.t("piles.addPile"), isOff: false, to: [...piles, ["1"]] },
  ];
  for (const { id, x, text, isOff, to } of ends) {
    const y = under + 33;
    if (!isOff) plate(x, y, 70, 20, text);
    spots.push(spot({ id, x, y, width: 70, height: 20, label: text, disabled: isOff, onClick: () => host.edit(writePiles(to)) }));
  }
  return spots;
}
