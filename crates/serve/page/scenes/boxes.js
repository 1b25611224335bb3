/**
 * The scene of *boxes*: boxes on stairs that lead down to the sinks. A move is
 * selected by its source box, its target box and the number of cards.
 *
 * @module
 */

import { drawBelow } from "./below.js";
import { arrange, FEW } from "./boxes/arrange.js";
import { drawCrate, drawFlight, drawStep } from "./boxes/draw.js";
import { editSpots } from "./boxes/editing.js";
import { boxSpots } from "./boxes/spots.js";
import { factsOf, readTransfer, sideOf } from "./boxes/stairs.js";
import { openChoosing } from "./choosing.js";
import { drawPager } from "./pager.js";
import { drawEnd, drawValue } from "./value.js";
import { drawArrow, fill } from "../pixel/sprites.js";
import { addWords } from "../words/i18n.js";
import { words } from "../words/boxes.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./boxes/stairs.js").Transfer} Transfer */
/** @typedef {import("./boxes/arrange.js").Choice} Choice */
/** @typedef {import("./boxes/arrange.js").View} View */
/** @typedef {import("./boxes/arrange.js").Arrangement} Arrangement */

/** @type {Choice} */
const NOTHING = { from: null, to: null, page: 0 };
/** Duration of the cards' flight in milliseconds. */
const FLIGHT = 800;
/** Maximum number of cards drawn in flight. */
const FLYING = 5;

/** The moves that match a selection. @param {Choice} choice @param {Picture} picture */
function fitting(choice, picture) {
  const { moves } = factsOf(picture.answer);
  return moves.filter(({ from, to }) => from === choice.from && (choice.to === null || to === choice.to));
}

/** The best move for each box that can be clicked now. @param {View} view */
function bestByBox({ picture, choice }) {
  /** @type {Map<number, Transfer>} */
  const best = new Map();
  for (const transfer of choice.from === null ? factsOf(picture.answer).moves : fitting({ ...choice, to: null }, picture)) {
    const box = choice.from === null ? transfer.from : transfer.to;
    if (!best.has(box)) best.set(box, transfer);
  }
  return best;
}

/** @param {View} view @param {number} box */
function click({ picture, choice, choose }, box) {
  if (box === choice.from) return choose(NOTHING);
  if (choice.from !== null) return choose({ ...choice, to: box });
  const [only, ...others] = new Set(fitting({ ...NOTHING, from: box }, picture).map(({ to }) => to));
  choose({ from: box, to: only !== undefined && others.length === 0 ? only : null, page: 0 });
}

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  addWords(words);
  /** The page of boxes to show, or a box that must be on it. @type {{page: number} | {box: number}} */
  let wanted = { page: 0 };

  /** @param {View} view */
  function layoutOf(view) {
    return arrange(view, options(view), (most) => ("page" in wanted ? wanted.page : Math.floor((wanted.box - 1) / most)));
  }

  /** Shows the page with the box of the last move. @param {Picture} picture */
  function arrive({ last }) {
    const made = last && readTransfer(last.move);
    if (made) wanted = { box: made.from };
  }

  /** The prompt for the next click. @param {View} view */
  function prompt({ picture, choice }) {
    const { names, seat, editing, playable } = picture;
    const { counts, steps } = factsOf(picture.answer);
    if (editing) return host.t("boxes.edit");
    if (counts.length === 0) return host.t("boxes.none");
    if (!playable) return steps ? "" : host.t("boxes.noStairs");
    if (choice.from === null) return host.t("boxes.from", { name: names[seat] });
    if (choice.to === null) return host.t("boxes.to", { from: choice.from });
    return host.t("boxes.amount", { from: choice.from, to: choice.to });
  }

  /** @param {View} view */
  function options({ picture, choice }) {
    if (choice.to === null) return [];
    return fitting(choice, picture).map(({ from, to, amount, move }) => ({
      id: `amount:${amount}`,
      amount,
      text: String(amount),
      label: host.t("boxes.option", { count: String(amount), from, to }),
      move,
    }));
  }

  /** @param {View} view @param {Map<number, bigint>} [instead] counts while cards fly @returns {Hotspot[]} */
  function draw(view, instead) {
    const { stage, picture, choice, choose, refresh } = view;
    const { counts } = factsOf(picture.answer);
    const layout = layoutOf(view);
    if (stage.width !== layout.width || stage.height !== layout.height) stage.resize(layout.width, layout.height);
    const best = bestByBox(view);
    drawStairs(view, layout, best, instead);
    const spots = picture.editing ? editSpots(view, layout, counts) : boxSpots(view, layout, best, (box) => click(view, box));
    spots.push(...drawPager(view, layout.part, layout.stairs.height, (page) => {
      if (choice.from !== null) return choose({ ...choice, page });
      wanted = { page };
      refresh();
    }));
    spots.push(...drawBelow(view, {
      top: layout.under,
      prompt: prompt(view),
      isBegun: choice.from !== null,
      options: options(view),
    }));
    drawEnd(view, layout.under + 18);
    return spots;
  }

  /** @param {View} view @param {Arrangement} layout @param {Map<number, Transfer>} best @param {Map<number, bigint>} [instead] */
  function drawStairs(view, { stairs, cell, mark, heights, width, height }, best, instead) {
    const { stage, picture, choice } = view;
    const { context } = stage;
    const palette = host.palette();
    const { counts, steps } = factsOf(picture.answer);
    fill(context, 0, 0, width, height, palette.night);
    for (const step of stairs.steps) drawStep(context, step, palette);
    const border = borders(view, best);
    for (const standing of stairs.boxes.values()) {
      const { box, x, floor } = standing;
      const worth = best.get(box);
      drawCrate(context, standing, cell, heights, {
        side: sideOf(steps, box),
        count: instead?.get(box) ?? counts[box - 1] ?? 0n,
        border: border(box),
        isDim: choice.from !== null && !worth && box !== choice.from && box !== choice.to,
      }, palette);
      if (!worth || !picture.marks || picture.editing || instead) continue;
      drawValue(context, x + cell / 2, floor - heights.box - heights.cards - mark, mark - 1, worth.move, palette);
    }
    const shown = picture.hovered === null ? null : readTransfer(picture.hovered);
    const from = stairs.boxes.get(shown?.from ?? choice.from ?? 0);
    const to = stairs.boxes.get(shown?.to ?? choice.to ?? 0);
    if (!from || !to) return;
    const side = Math.sign(to.x - from.x) * (cell / 2);
    const middle = heights.box / 2;
    drawArrow(context, [from.x + cell / 2 + side, from.floor - middle], [to.x + cell / 2 - side, to.floor - middle], palette.cyan, palette.black);
  }

  /** The boxes highlighted by the selection, the pointer or the last move. @param {View} view @param {Map<number, Transfer>} best */
  function borders({ picture, choice, pointed }, best) {
    const palette = host.palette();
    const shown = picture.hovered === null ? null : readTransfer(picture.hovered);
    const last = picture.last && choice.from === null ? readTransfer(picture.last.move) : null;
    /** @param {number} box */
    return (box) => {
      if ([choice.from, choice.to, shown?.from, shown?.to].includes(box)) return palette.cyan;
      if (pointed === `box:${box}` && best.has(box)) return palette.white;
      return box === last?.from || box === last?.to ? palette.yellow : null;
    };
  }

  /** Animates the cards from box to box. @param {View} view */
  async function animate(view) {
    const { stage, picture } = view;
    const made = picture.last && readTransfer(picture.last.move);
    if (!made) return;
    host.sound("move");
    const { counts } = factsOf(picture.answer);
    const { stairs, cell, heights } = layoutOf(view);
    const from = stairs.boxes.get(made.from);
    const to = stairs.boxes.get(made.to);
    if (!from || !to) return;
    const instead = new Map([[made.to, (counts[made.to - 1] ?? 0n) - made.amount]]);
    const cards = made.amount > FLYING ? FLYING : Number(made.amount);
    await stage.animate(FLIGHT, (progress) => {
      draw(view, progress < 1 ? instead : undefined);
      /** @param {{x: number, floor: number}} place @returns {[number, number]} */
      const mouth = (place) => [place.x + cell / 2, place.floor - heights.box - 2];
      drawFlight(stage.context, mouth(from), mouth(to), cards, progress, host.palette());
    });
  }

  return openChoosing(host, {
    nothing: NOTHING,
    label: "boxes.label",
    pixel(picture, isWide) {
      const isFew = picture !== null && factsOf(picture.answer).counts.length <= FEW;
      return isWide ? (isFew ? 3 : 2) : isFew ? 2 : 1.5;
    },
    arrive,
    draw: (view) => draw(view),
    prompt,
    animate,
    options,
    meant: (choice, picture) => (choice.from === null ? [] : fitting(choice, picture).map(({ move }) => move.move)),
  });
}
