/**
 * The scene of *boxes*: boxes on stairs that lead down to the sinks. A box,
 * then where its cards go, then how many.
 *
 * @module
 */

import { createField, fitInRow } from "./amount.js";
import { belowHeight, drawBelow } from "./below.js";
import { bitTable } from "./bits.js";
import { boxWidth, drawCrate, drawFlight, drawStep, LARGE, SMALL } from "./boxes/draw.js";
import { editSpots } from "./boxes/editing.js";
import { layOutStairs } from "./boxes/layout.js";
import { levelsOf, readCounts, readTransfer, stepsToSink, transfers } from "./boxes/stairs.js";
import { openChoosing } from "./choosing.js";
import { drawPager, PAGER, pageOf } from "./pager.js";
import { drawEnd, drawWorth, worthHeight, worthWords } from "./worth.js";
import { measure } from "../pixel/lettering.js";
import { drawArrow, fill } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./boxes/stairs.js").Transfer} Transfer */
/** @typedef {import("./boxes/stairs.js").Level} Level */
/** The boxes chosen so far, and which page of the boxes that fit is shown. @typedef {{from: number | null, to: number | null, page: number}} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */

/** @type {Choice} */
const NOTHING = { from: null, to: null, page: 0 };
/** Milliseconds that cards fly. */
const FLIGHT = 800;
/** Most rows of the table of bits, below few boxes and below many. */
const MOST_BITS = { few: 8, many: 4 };
/** So many boxes are drawn large and with large pixels. */
const FEW = 10;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  /** What was read from the answer shown last. @type {ReturnType<typeof read> | null} */
  let known = null;
  /** The page of all boxes. */
  let page = 0;
  /** @param {Answer} answer */
  function read(answer) {
    const counts = readCounts(answer.position);
    const steps = stepsToSink(answer);
    return { answer, counts, steps, moves: transfers(answer) };
  }

  /** @param {Picture} picture */
  function facts({ answer }) {
    if (known?.answer !== answer) known = read(answer);
    return known;
  }

  /** @param {Level} level @param {number} room */
  function labelOf(level, room) {
    if (level.side === "none") return "";
    const long = host.t(`boxes.${level.side}Steps`, { count: level.steps });
    return measure(long).width <= room ? long : host.t(`boxes.${level.side}`);
  }

  /** The boxes that matter now, where not all can be shown. @param {View} view @param {boolean} isCut */
  function listed({ picture, choice }, isCut) {
    const { counts, moves } = facts(picture);
    const all = counts.map((_, at) => at + 1);
    if (!isCut || choice.from === null) return all;
    const targets = new Set(moves.flatMap(({ from, to }) => (from === choice.from ? [to] : [])));
    return all.filter((box) => box === choice.from || targets.has(box));
  }

  /** Where everything is. @param {View} view */
  function layoutOf(view) {
    const { picture, room, choice } = view;
    const { counts, steps } = facts(picture);
    const table = picture.marks && steps ? tableOf(picture) : null;
    const below = belowHeight(picture, table);
    const height = Math.max(100, room.height - below - PAGER);
    /** @param {number} most @param {import("./boxes/draw.js").Heights} heights */
    const attempt = (most, heights) => {
      const part = pageOf(listed(view, counts.length > most), choice.from === null ? page : choice.page, most);
      const least = boxWidth(part.shown.map((box) => counts[box - 1] ?? 0n)) + 4;
      const cell = Math.max(least, Math.min(34, Math.floor((room.width - 14) / Math.max(1, part.shown.length))));
      const mark = picture.marks && !picture.editing ? worthHeight(picture.answer.moves, cell) + 1 : 2;
      const sizes = { width: room.width, cell, above: mark + heights.cards + heights.box + 1, below: steps ? heights.below : 16 };
      const label = picture.editing ? () => "" : labelOf;
      const stairs = layOutStairs(levelsOf(part.shown, steps), sizes, label, (text) => measure(text).width);
      return { part, cell, mark, stairs, heights };
    };
    let most = Math.min(120, Math.max(1, counts.length));
    let tried = attempt(most, LARGE);
    while (tried.stairs.height > height + (tried.part.pages === 1 ? PAGER : 0) && most > 7) {
      if (tried.heights === SMALL) most = Math.max(7, Math.floor(most * 0.9));
      tried = attempt(most, SMALL);
    }
    const pager = tried.part.pages > 1 ? PAGER : 0;
    const under = Math.max(20, tried.stairs.height) + pager;
    return { ...tried, table, pagerTop: tried.stairs.height, under, width: room.width, height: under + below };
  }

  /** @param {Picture} picture */
  function tableOf(picture) {
    const { counts } = facts(picture);
    /** @type {number[]} */
    const odd = picture.answer.why?.["odd"] ?? [];
    const heaps = odd.map((box) => ({ label: String(box), count: counts[box - 1] ?? 0n }));
    return bitTable(heaps, host.t("boxes.nimSum"), counts.length > FEW ? MOST_BITS.many : MOST_BITS.few);
  }

  /** What is to be done next. @param {View} view */
  function prompt({ picture, choice }) {
    const { names, seat, editing, playable } = picture;
    const { counts, steps } = facts(picture);
    if (editing) return host.t("boxes.edit");
    if (counts.length === 0) return host.t("boxes.none");
    if (!playable) return steps ? "" : host.t("boxes.noStairs");
    if (choice.from === null) return host.t("boxes.from", { name: names[seat] });
    if (choice.to === null) return host.t("boxes.to", { from: choice.from });
    return host.t("boxes.amount", { from: choice.from, to: choice.to });
  }

  /** The moves that a choice leaves open. @param {Choice} choice @param {Picture} picture */
  function fitting(choice, picture) {
    const { moves } = facts(picture);
    return moves.filter(({ from, to }) => from === choice.from && (choice.to === null || to === choice.to));
  }

  /** @param {View} view */
  function optionsOf({ picture, choice }) {
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
    const { stage, picture, choice, pointed } = view;
    const { context } = stage;
    const palette = host.palette();
    const { counts, steps } = facts(picture);
    const layout = layoutOf(view);
    const { cell, mark, stairs, heights } = layout;
    if (stage.width !== layout.width || stage.height !== layout.height) stage.resize(layout.width, layout.height);
    fill(context, 0, 0, layout.width, layout.height, palette.night);
    for (const step of stairs.steps) drawStep(context, step, palette);
    const best = bestByBox(view);
    const shown = picture.hovered === null ? null : readTransfer(picture.hovered);
    const last = picture.last && choice.from === null ? readTransfer(picture.last.move) : null;
    /** @param {number} box */
    const borderOf = (box) => {
      if (box === choice.from || box === choice.to || box === shown?.from || box === shown?.to) return palette.cyan;
      if (pointed === `box:${box}` && best.has(box)) return palette.white;
      return box === last?.from || box === last?.to ? palette.yellow : null;
    };
    for (const standing of stairs.boxes.values()) {
      const { box } = standing;
      const worth = best.get(box);
      const distance = steps?.get(box) ?? 0;
      drawCrate(context, standing, cell, heights, {
        side: !steps ? "none" : distance === 0 ? "sink" : distance % 2 === 1 ? "odd" : "even",
        count: instead?.get(box) ?? counts[box - 1] ?? 0n,
        border: borderOf(box),
        isDim: choice.from !== null && !worth && box !== choice.from && box !== choice.to,
      }, palette);
      if (worth && picture.marks && !picture.editing && !instead) {
        drawWorth(context, standing.x + cell / 2, standing.floor - heights.box - heights.cards - mark, mark - 1, worth.move, palette);
      }
    }
    const way = shown ?? (choice.to === null ? null : { from: choice.from ?? 0, to: choice.to });
    drawWay(view, layout, way);
    const spots = picture.editing ? editSpots(view, layout, counts) : boxSpots(view, layout, best);
    if (layout.part.pages > 1) {
      spots.push(...drawPager(view, layout.part, layout.pagerTop, { page: "boxes.page", before: "boxes.before", after: "boxes.after" }, (next) => turnPage(view, next)));
    }
    spots.push(...drawBelow(view, {
      top: layout.under,
      prompt: prompt(view),
      isBegun: choice.from !== null,
      options: optionsOf(view),
      table: layout.table,
      more: host.t("boxes.bitsMore", { count: layout.table?.left ?? 0 }),
    }));
    drawEnd(view, layout.under + 18);
    return spots;
  }

  /** @param {View} view @param {number} next */
  function turnPage({ choice, choose, refresh }, next) {
    if (choice.from !== null) return choose({ ...choice, page: next });
    page = next;
    refresh();
  }

  /** An arrow from box to box. @param {View} view @param {ReturnType<typeof layoutOf>} layout @param {{from: number, to: number} | null} way */
  function drawWay({ stage }, { stairs, cell, heights }, way) {
    const from = way && stairs.boxes.get(way.from);
    const to = way && stairs.boxes.get(way.to);
    if (!from || !to) return;
    const palette = host.palette();
    const side = Math.sign(to.x - from.x) * (cell / 2);
    drawArrow(stage.context, [from.x + cell / 2 + side, from.floor - heights.box / 2], [to.x + cell / 2 - side, to.floor - heights.box / 2], palette.cyan, palette.black);
  }

  /** The best move for each box that can be clicked now. @param {View} view */
  function bestByBox({ picture, choice }) {
    /** @type {Map<number, Transfer>} */
    const best = new Map();
    for (const transfer of choice.from === null ? facts(picture).moves : fitting({ ...choice, to: null }, picture)) {
      const box = choice.from === null ? transfer.from : transfer.to;
      if (!best.has(box)) best.set(box, transfer);
    }
    return best;
  }

  /** @param {View} view @param {ReturnType<typeof layoutOf>} layout @param {Map<number, Transfer>} best @returns {Hotspot[]} */
  function boxSpots(view, { stairs, cell, heights }, best) {
    const { picture, choice } = view;
    const { moves } = facts(picture);
    return [...stairs.boxes.values()].map(({ box, x, floor }) =>
      view.spot({
        id: `box:${box}`,
        x,
        y: floor - heights.box - heights.cards,
        width: cell,
        height: heights.box + heights.cards + 14,
        label: boxLabel(view, box, best.get(box)),
        disabled: !picture.playable || (!best.has(box) && box !== choice.from),
        ...(picture.playable ? { pressed: box === choice.from || box === choice.to } : {}),
        moves: moves.flatMap(({ from, to, move }) => (choice.from === null ? from === box : from === choice.from && to === box) ? [move.move] : []),
        onClick: () => click(view, box),
      }),
    );
  }

  /** @param {View} view @param {number} box @param {Transfer | undefined} best */
  function boxLabel({ picture, choice }, box, best) {
    const { counts, steps } = facts(picture);
    const distance = steps?.get(box);
    const plain = host.t("boxes.box", { box, count: String(counts[box - 1] ?? 0n) });
    const side = distance === undefined ? null : distance === 0 ? "sinkSteps" : distance % 2 === 1 ? "odd" : "even";
    const what = side === null ? plain : host.t("boxes.side", { what: plain, side: host.t(`boxes.${side}`) });
    if (!best || !picture.playable) return what;
    const worth = worthWords(host.t, best.move);
    if (choice.from === null) return picture.marks ? host.t("boxes.best", { what, worth }) : what;
    const { from } = best;
    return picture.marks ? host.t("boxes.target", { what, from, worth }) : host.t("boxes.targetPlain", { what, from });
  }

  /** @param {View} view @param {number} box */
  function click({ picture, choice, choose }, box) {
    if (box === choice.from) return choose(NOTHING);
    if (choice.from !== null) return choose({ ...choice, to: box });
    const targets = new Set(fitting({ ...NOTHING, from: box }, picture).map(({ to }) => to));
    const [only, ...others] = targets;
    choose({ from: box, to: only !== undefined && others.length === 0 ? only : null, page: 0 });
  }

  /** The field for numbers, where the buttons are not all. @param {View} view */
  function after(view) {
    const options = optionsOf(view);
    if (options.length === 0 || fitInRow(options, view.room.width)) return field.hide();
    field.show(options, view.picture.marks, `${view.picture.answer.position} ${view.choice.from}>${view.choice.to}`);
  }

  /** Cards fly from box to box. @param {View} view */
  async function animate(view) {
    const { stage, picture } = view;
    const made = picture.last && readTransfer(picture.last.move);
    const { counts } = facts(picture);
    const { stairs, cell, heights } = layoutOf(view);
    const from = made && stairs.boxes.get(made.from);
    const to = made && stairs.boxes.get(made.to);
    if (!made || !from || !to) return;
    const instead = new Map([[made.to, (counts[made.to - 1] ?? 0n) - made.amount]]);
    const cards = made.amount > 5n ? 5 : Number(made.amount);
    host.sound("move");
    await stage.animate(FLIGHT, (progress) => {
      draw(view, progress < 1 ? instead : undefined);
      /** @param {{x: number, floor: number}} place @returns {[number, number]} */
      const mouth = (place) => [place.x + cell / 2, place.floor - heights.box - 2];
      drawFlight(stage.context, mouth(from), mouth(to), cards, progress, host.palette());
    });
  }

  const scene = openChoosing(host, {
    nothing: NOTHING,
    label: "boxes.label",
    pixel(picture, isWide) {
      const isFew = picture !== null && facts(picture).counts.length <= FEW;
      return (isWide ? 2 : 1.5) + (isFew ? (isWide ? 1 : 0.5) : 0);
    },
    draw: (view) => draw(view),
    prompt,
    animate,
    after,
    meant: (choice, picture) => (choice.from === null ? [] : fitting(choice, picture).map(({ move }) => move.move)),
  });
  // After the stage, so that it stands below.
  const field = createField(host, { field: "boxes.field", act: "boxes.act", unknown: "boxes.unknown" });
  return {
    show: scene.show,
    close() {
      field.close();
      scene.close();
    },
  };
}
