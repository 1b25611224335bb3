/**
 * The hotspots over the boxes, and their labels.
 *
 * @module
 */

import { valueWords } from "../value.js";
import { factsOf, sideOf } from "./stairs.js";

/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./stairs.js").Transfer} Transfer */
/** @typedef {import("./arrange.js").View} View */

/**
 * @param {View} view
 * @param {import("./arrange.js").Arrangement} layout
 * @param {Map<number, Transfer>} best the best move for each clickable box
 * @param {(box: number) => void} click
 * @returns {Hotspot[]}
 */
export function boxSpots(view, { stairs, cell, heights }, best, click) {
  const { picture, choice } = view;
  const moves = movesByBox(view);
  return [...stairs.boxes.values()].map(({ box, x, floor }) =>
    view.spot({
      id: `box:${box}`,
      x,
      y: floor - heights.box - heights.cards,
      width: cell,
      height: heights.box + heights.cards + 14,
      label: labelOf(view, box, best.get(box)),
      disabled: !picture.playable || (!best.has(box) && box !== choice.from),
      ...(picture.playable ? { pressed: box === choice.from || box === choice.to } : {}),
      moves: moves.get(box) ?? [],
      onClick: () => click(box),
    }),
  );
}

/** The names of the moves that match a click on a box. @param {View} view */
function movesByBox({ picture, choice }) {
  /** @type {Map<number, string[]>} */
  const names = new Map();
  for (const { from, to, move } of factsOf(picture.answer).moves) {
    if (choice.from !== null && choice.from !== from) continue;
    const box = choice.from === null ? from : to;
    const list = names.get(box);
    if (list) list.push(move.move);
    else names.set(box, [move.move]);
  }
  return names;
}

/** @param {View} view @param {number} box @param {Transfer | undefined} best */
function labelOf({ picture, choice, host }, box, best) {
  const { counts, steps } = factsOf(picture.answer);
  const plain = host.t("boxes.box", { box, count: String(counts[box - 1] ?? 0n) });
  const side = sideOf(steps, box);
  const what = side === "none" ? plain : host.t("boxes.side", { what: plain, side: host.t(side === "sink" ? "boxes.sinkSteps" : `boxes.${side}`) });
  if (!best || !picture.playable) return what;
  const worth = valueWords(host.t, best.move);
  if (choice.from === null) return picture.marks ? host.t("boxes.best", { what, worth }) : what;
  const { from } = best;
  return picture.marks ? host.t("boxes.target", { what, from, worth }) : host.t("boxes.targetPlain", { what, from });
}
