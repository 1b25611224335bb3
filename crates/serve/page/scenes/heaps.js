/**
 * Heaps of counters: Nim and its relatives. A click on a heap offers its moves
 * as buttons; a single move is made immediately.
 *
 * @module
 */

import { drawText } from "../pixel/lettering.js";
import { drawPanel, fill } from "../pixel/sprites.js";
import { openChoosing } from "./choosing.js";
import { drawHeader } from "./header.js";
import { drawGroupBackground, drawHeap } from "./heaps/draw.js";
import { layOut, tallestOf } from "./heaps/layout.js";
import { createOffer } from "./offer.js";
import { valueWords } from "./value.js";

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Pile} Pile */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./heaps/layout.js").Group} Group */
/** @typedef {import("./heaps/layout.js").Heap} Heap */
/** The name of the selected heaps. @typedef {string | null} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */

/** Duration of the removal of counters in milliseconds. */
const TAKE = 380;
/** Height of the buttons that edit a heap. */
const EDIT = 22;
/** How far removed counters fly, in logical pixels. */
const FLIGHT = 60;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  const { t } = host;
  let tallest = 0;
  // Many heaps are scrolled, so that the buttons stay visible.
  const frame = document.createElement("div");
  frame.className = "heaps-frame";
  host.element.append(frame);
  const scene = openChoosing({ ...host, element: frame }, {
    nothing: /** @type {Choice} */ (null),
    label: "plain.heaps",
    pixel: () => 3,
    scrolls: true,
    draw,
    meant: (name, { answer }) => (name === null ? [] : movesOf(answer.moves, name).map(({ move }) => move)),
    arrive(picture) {
      tallest = Math.max(picture.last ? tallest : 0, tallestOf(pilesOf(picture)));
      if (picture.animate) host.sound("move");
    },
    animate: async (view) => {
      const { last } = view.picture;
      const before = last?.from.view;
      const taking = last && takingOf(last.places);
      // The removal is animated only for counters taken from heaps that remain.
      if (!taking || before?.kind !== "piles" || before.piles.length !== pilesOf(view.picture).length) return;
      await view.stage.animate(TAKE, (progress) => paint(view, before.piles, taking, progress));
    },
    prompt: promptOf,
  });
  /** The view drawn last. @type {View | null} */
  let drawn = null;
  const offer = createOffer(host, (move) => {
    if (drawn) paint(drawn, pilesOf(drawn.picture), move === null ? null : takingNamed(drawn.picture, move), 0);
  });
  host.element.append(offer.element);

  /** The moves of the selected heap; all moves if heaps have no names. @param {View} view */
  function offeredBy({ picture, choice }) {
    if (!picture.playable) return [];
    const { moves } = picture.answer;
    if (pilesOf(picture).every(({ name }) => name === "")) return moves;
    return choice === null ? [] : movesOf(moves, choice);
  }

  /** @param {View} view */
  function promptOf(view) {
    const { editing, playable, answer } = view.picture;
    if (editing) return t("plain.edit-heap");
    if (!playable || answer.result !== null) return "";
    return t(offeredBy(view).length > 0 ? "plain.choose-move" : "plain.choose-heap");
  }

  /**
   * Draws the heaps, with the counters of a move partly lifted.
   * @param {View} view
   * @param {readonly Pile[]} piles
   * @param {Taking | null} taking
   * @param {number} progress
   */
  function paint({ stage, picture, choice, pointed, room }, piles, taking, progress) {
    const palette = host.palette();
    const layout = layOut(piles, room.width, tallest);
    const height = picture.last ? Math.max(stage.height, layout.height) : layout.height;
    if (stage.width !== room.width || stage.height !== height) stage.resize(room.width, height);
    const { context } = stage;
    fill(context, 0, 0, stage.width, stage.height, palette.night);
    drawHeader(host, stage, picture);
    const isMoving = progress > 0 && progress < 1;
    for (const group of layout.groups) {
      const [best] = movesOf(picture.answer.moves, group.name);
      const isTakenFrom = group.name !== "" && (taking ?? lastTaking(picture, choice))?.name === group.name;
      const isPointed = pointed === spotOf(group) && picture.playable && best !== undefined;
      drawGroupBackground(context, group, palette, {
        isMeant: isTakenFrom || isPointed,
        name: picture.editing ? "" : group.name,
        isChosen: choice !== null && choice === group.name,
        best: best && picture.marks && picture.playable && !isMoving ? best : null,
      });
      for (const heap of group.heaps) {
        const taken = taking?.name === heap.name ? taking.count : 0;
        drawHeap(context, heap, palette, { taken, lift: Math.round(progress * FLIGHT) });
      }
    }
    if (layout.unseen > 0) {
      const words = t("plain.unseen", { count: layout.unseen });
      drawText(context, words, stage.width / 2, stage.height - 9, { colour: palette.silver, align: "center", baseline: "middle" });
    }
    return layout;
  }

  /** @param {View} view @returns {Hotspot[]} */
  function draw(view) {
    const { picture } = view;
    offer.show(promptOf(view), offeredBy(view), picture.marks);
    drawn = view;
    const piles = pilesOf(picture);
    const { groups } = paint(view, piles, picture.hovered ? takingNamed(picture, picture.hovered) : null, 0);
    if (picture.editing) return groups.flatMap((group) => group.heaps.flatMap((heap) => editingSpots(view, piles, group, heap)));
    return groups.map((group) => {
      const moves = picture.playable ? movesOf(picture.answer.moves, group.name) : [];
      const [best] = moves;
      const words = labelOf(group);
      return view.spot({
        id: spotOf(group),
        x: group.x,
        y: group.y,
        width: group.width,
        height: group.height,
        label: best && picture.marks ? `${words}; ${valueWords(t, best)}` : words,
        disabled: moves.length === 0,
        moves: moves.map(({ move }) => move),
        onClick: () => (best && moves.length === 1 ? host.play(best.move) : view.choose(group.name)),
      });
    });
  }

  /** @param {Group} group */
  function labelOf({ name, heaps }) {
    const count = heaps.map((heap) => heap.count).join(", ");
    return name === "" ? t("plain.nameless", { count }) : t("plain.heap", { name, count });
  }

  /**
   * Buttons that add a counter to a heap and remove one.
   * @param {View} view
   * @param {readonly Pile[]} piles
   * @param {Group} group
   * @param {Heap} heap
   * @returns {Hotspot[]}
   */
  function editingSpots(view, piles, group, heap) {
    const { context } = view.stage;
    const palette = host.palette();
    return [1, -1].map((step) => {
      const width = Math.floor(heap.width / 2) + 1;
      const x = step > 0 ? heap.x - 1 : heap.x + heap.width - width + 1;
      const y = group.y + group.height - EDIT - 2;
      drawPanel(context, x, y, width, EDIT, palette.slate, palette.black);
      drawText(context, step > 0 ? "+" : "−", x + width / 2, y + EDIT / 2, { colour: palette.white, align: "center", baseline: "middle" });
      const name = String(heap.index + 1);
      return view.spot({
        id: `${step > 0 ? "more" : "less"}:${name}`,
        x,
        y,
        width,
        height: EDIT,
        label: t(step > 0 ? "plain.more" : "plain.less", { name }),
        disabled: heap.count + step < 0 || heap.numbers.length > 0,
        onClick: () => host.edit(positionText(piles, heap.index, step)),
      });
    });
  }

  return scene;
}

/** Counters that a move takes from the heaps of a name. @typedef {{name: string, count: number}} Taking */

/** @param {Picture} picture @returns {readonly Pile[]} */
function pilesOf({ answer: { view } }) {
  return view.kind === "piles" ? view.piles : [];
}

/** @param {Group} group */
function spotOf(group) {
  return `pile:${(group.heaps[0]?.index ?? 0) + 1}`;
}

/**
 * The moves in the heaps of a name.
 * @param {readonly Move[]} moves
 * @param {string} name
 */
function movesOf(moves, name) {
  return moves.filter(({ places }) => places?.cells.includes(name));
}

/**
 * What a move takes; nothing if counters are replaced by others.
 * @param {import("../types.js").Places | undefined} places
 * @returns {Taking | null}
 */
function takingOf(places) {
  const [name] = places?.cells ?? [];
  return name === undefined ? null : { name, count: places?.count ?? 0 };
}

/** What the move of a name takes. @param {Picture} picture @param {string} name */
function takingNamed({ answer }, name) {
  return takingOf(answer.moves.find(({ move }) => move === name)?.places);
}

/**
 * What the last move took, while nothing is selected. Moves that reorder heaps
 * are not shown, because names refer to the order before.
 * @param {Picture} picture
 * @param {Choice} choice
 */
function lastTaking({ last }, choice) {
  const taking = last && choice === null ? takingOf(last.places) : null;
  return taking && taking.count > 0 ? taking : null;
}

/**
 * Heaps in the syntax of positions, with one changed: numbers separated by
 * spaces, and pairs by slashes.
 * @param {readonly Pile[]} piles
 * @param {number} changed
 * @param {number} step
 */
function positionText(piles, changed, step) {
  return piles
    .map(({ name, stack }, index) => {
      const number = ("count" in stack ? stack.count : 0) + (index === changed ? step : 0);
      const next = piles[index + 1];
      const isPaired = name !== "" && piles.some((pile, other) => other !== index && pile.name === name);
      return `${number}${!next ? "" : isPaired && next.name !== name ? "/" : " "}`;
    })
    .join("");
}
