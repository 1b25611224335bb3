/**
 * The scene of *piles*: piles of cards, the top card to be read. A pile, then
 * how many cards to discard; the discarded go first, then those that the next
 * card removes.
 *
 * @module
 */

import { createField, fitInRow } from "./amount.js";
import { belowHeight, drawBelow } from "./below.js";
import { bitTable } from "./bits.js";
import { openChoosing } from "./choosing.js";
import { drawPager, PAGER } from "./pager.js";
import { grundyValues, readPiles, readTake, slabsOf, takes } from "./piles/cards.js";
import { DISCARDING, drawPile, drawPileNumber } from "./piles/draw.js";
import { editSpots } from "./piles/editing.js";
import { layOutPiles, stackHeight } from "./piles/layout.js";
import { drawEnd, drawWorth, worthHeight, worthWords } from "./worth.js";
import { measure } from "../pixel/lettering.js";
import { fill } from "../pixel/sprites.js";

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./piles/cards.js").Take} Take */
/** The pile that was clicked. @typedef {number | null} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */
/** A pile while a move is shown: how it was, what is taken, how far that is. @typedef {{pile: number, cards: readonly string[], taken: {discard: number, remove: number}, progress: number}} Motion */

/** Milliseconds for the discarded cards, and for the removed. */
const DISCARD = 600;
const REMOVE = 600;
/** Most rows of the table of bits. */
const MOST_BITS = 4;
/** Below a floor: the pile's number, and its Grundy value. */
const BELOW = 30;
/** So many piles are drawn with large pixels. */
const FEW = 6;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  /** What was read from the answer shown last. @type {ReturnType<typeof read> | null} */
  let known = null;
  let page = 0;
  /** The tallest pile since the game began: the floor stays where it is. */
  let tallest = 1;

  /** @param {Answer} answer */
  function read(answer) {
    const piles = readPiles(answer.position);
    return { answer, piles, moves: takes(answer), grundy: grundyValues(answer, piles.length) };
  }

  /** @param {Picture} picture */
  function facts({ answer }) {
    if (known?.answer !== answer) known = read(answer);
    return known;
  }

  /** @param {Picture} picture */
  function arrive(picture) {
    const before = known?.piles.length;
    const { piles } = facts(picture);
    const isNew = piles.length !== before || picture.last === null;
    tallest = Math.max(isNew ? 1 : tallest, ...piles.map((pile) => pile.length));
  }

  /** Where everything is. @param {View} view */
  function layoutOf({ picture, room }) {
    const { piles, grundy } = facts(picture);
    const table = picture.marks && grundy ? tableOf(grundy) : null;
    const below = belowHeight(picture, table);
    const texts = piles.flatMap((pile) => slabsOf(pile, 14).map(({ text }) => text));
    const roomy = Math.min(40, Math.floor(room.width / Math.max(1, piles.length)));
    const cell = Math.max(28, roomy, ...texts.map((text) => measure(text).width + 9));
    const mark = picture.editing ? 16 : picture.marks ? worthHeight(picture.answer.moves, cell) + 2 : 2;
    const height = Math.max(120, room.height - below - PAGER);
    const rows = layOutPiles(piles.length, tallest, { width: room.width, height, cell, mark, below: BELOW }, page);
    const under = rows.height + (rows.part.pages > 1 ? PAGER : 0);
    return { rows, cell, mark, table, under, width: room.width, height: under + below };
  }

  /** @param {number[]} grundy */
  function tableOf(grundy) {
    const heaps = grundy.map((value, at) => ({ label: String(at + 1), count: BigInt(value) }));
    return bitTable(heaps, host.t("piles.nimSum"), MOST_BITS);
  }

  /** What is to be done next. @param {View} view */
  function prompt({ picture, choice }) {
    const { names, seat, editing, playable } = picture;
    if (editing) return host.t("piles.edit");
    if (facts(picture).piles.length === 0) return host.t("piles.none");
    if (!playable) return "";
    return choice === null ? host.t("piles.choose", { name: names[seat] }) : host.t("piles.discard", { pile: choice });
  }

  /** @param {View} view */
  function optionsOf({ picture, choice }) {
    const { moves } = facts(picture);
    return moves.flatMap(({ pile, discard, remove, move }) => {
      if (pile !== choice) return [];
      const label = host.t("piles.option", { pile, discard, remove });
      return [{ id: `discard:${discard}`, amount: BigInt(discard), text: `${discard}+${remove}`, label, move }];
    });
  }

  /**
   * The move that is meant on a pile: the one pointed at in the list or among
   * the amounts, else one to show what a move does.
   * @param {View} view
   * @param {number} pile
   * @returns {{discard: number, remove: number} | null}
   */
  function meantOn({ picture, choice, pointed }, pile) {
    const named = picture.hovered === null ? null : readTake(picture.hovered);
    if (named) return named.pile === pile ? named : null;
    if (pile !== choice) return null;
    const own = facts(picture).moves.filter((one) => one.pile === pile);
    const least = own.reduce((/** @type {Take | undefined} */ least, one) => (!least || one.discard < least.discard ? one : least), undefined);
    return own.find(({ discard }) => pointed === `discard:${discard}`) ?? (picture.marks ? own[0] : least) ?? null;
  }

  /** @param {View} view @param {Motion} [motion] @returns {Hotspot[]} */
  function draw(view, motion) {
    const { stage, picture, choice, pointed } = view;
    const { context } = stage;
    const palette = host.palette();
    const { piles, moves, grundy } = facts(picture);
    const layout = layoutOf(view);
    const { rows, cell, mark } = layout;
    if (stage.width !== layout.width || stage.height !== layout.height) stage.resize(layout.width, layout.height);
    fill(context, 0, 0, layout.width, layout.height, palette.night);
    const last = picture.last && readTake(picture.last.move);
    for (const standing of rows.piles.values()) {
      const { pile, x, floor } = standing;
      const own = motion?.pile === pile ? motion : null;
      const cards = own?.cards ?? piles[pile - 1] ?? [];
      const best = moves.find((one) => one.pile === pile);
      const isPointed = pointed === `pile:${pile}` && best !== undefined;
      drawPile(context, standing, cell, {
        cards,
        most: rows.most,
        taken: own?.taken ?? meantOn(view, pile),
        progress: own?.progress ?? null,
        border: isPointed ? palette.cyan : last?.pile === pile && choice === null ? palette.yellow : null,
      }, palette);
      const value = picture.marks && !picture.editing && !motion ? grundy?.[pile - 1] : undefined;
      drawPileNumber(context, standing, cell, value === undefined ? null : `g=${value}`, palette);
      if (!best || !picture.marks || picture.editing || motion || choice !== null) continue;
      const top = floor - stackHeight(slabsOf(cards, rows.most).length);
      drawWorth(context, x + cell / 2, top - mark, mark - 2, best.move, palette);
    }
    const spots = picture.editing ? editSpots(view, layout, piles) : pileSpots(view, layout);
    if (rows.part.pages > 1) {
      const keys = { page: "piles.page", before: "piles.before", after: "piles.after" };
      spots.push(...drawPager(view, rows.part, rows.height, keys, (next) => turnPage(view, next)));
    }
    spots.push(...drawBelow(view, {
      top: layout.under,
      prompt: prompt(view),
      isBegun: choice !== null,
      options: optionsOf(view),
      table: motion ? null : layout.table,
      more: host.t("piles.bitsMore", { count: layout.table?.left ?? 0 }),
    }));
    drawEnd(view, layout.under + 18);
    return spots;
  }

  /** @param {View} view @param {number} next */
  function turnPage({ refresh }, next) {
    page = next;
    refresh();
  }

  /** @param {View} view @param {ReturnType<typeof layoutOf>} layout @returns {Hotspot[]} */
  function pileSpots(view, { rows, cell }) {
    const { picture, choice, choose } = view;
    const { piles, moves } = facts(picture);
    return [...rows.piles.values()].map(({ pile, x, floor }) => {
      const own = moves.filter((one) => one.pile === pile);
      const height = Math.max(20, stackHeight(slabsOf(piles[pile - 1] ?? [], rows.most).length));
      return view.spot({
        id: `pile:${pile}`,
        x,
        y: floor - height,
        width: cell,
        height: height + 14,
        label: pileLabel(view, pile, own[0]),
        disabled: !picture.playable || own.length === 0,
        ...(picture.playable ? { pressed: pile === choice } : {}),
        moves: own.map(({ move }) => move.move),
        onClick: () => choose(choice === pile ? null : pile),
      });
    });
  }

  /** @param {View} view @param {number} pile @param {Take | undefined} best */
  function pileLabel({ picture }, pile, best) {
    const { piles, grundy } = facts(picture);
    const cards = piles[pile - 1] ?? [];
    const top = cards.at(-1);
    const plain = top === undefined ? host.t("piles.empty", { pile }) : host.t("piles.pile", { pile, count: cards.length, top });
    const value = picture.marks ? grundy?.[pile - 1] : undefined;
    const what = value === undefined ? plain : host.t("piles.grundy", { what: plain, grundy: value });
    return best && picture.marks ? host.t("piles.best", { what, worth: worthWords(host.t, best.move) }) : what;
  }

  /** The field for numbers, where the buttons are not all. @param {View} view */
  function after(view) {
    const options = optionsOf(view);
    if (options.length === 0 || fitInRow(options, view.room.width)) return field.hide();
    field.show(options, view.picture.marks, `${view.picture.answer.position} ${view.choice}`);
  }

  /** The discarded cards go, then the removed. @param {View} view */
  async function animate(view) {
    const { stage, picture } = view;
    const taken = picture.last && readTake(picture.last.move);
    const cards = taken && picture.last ? readPiles(picture.last.from.position)[taken.pile - 1] : null;
    if (!taken || !cards) return;
    const hasDiscards = taken.discard > 0;
    let isRemoving = !hasDiscards;
    host.sound(hasDiscards ? "card" : "move");
    await stage.animate(REMOVE + (hasDiscards ? DISCARD : 0), (progress) => {
      draw(view, progress < 1 ? { pile: taken.pile, cards, taken, progress } : undefined);
      if (isRemoving || progress < DISCARDING) return;
      isRemoving = true;
      host.sound("move");
    });
  }

  const scene = openChoosing(host, {
    nothing: /** @type {Choice} */ (null),
    label: "piles.label",
    pixel(picture, isWide) {
      const isFew = picture !== null && facts(picture).piles.length <= FEW;
      return (isWide ? 2 : 1.5) + (isFew ? (isWide ? 1 : 0.5) : 0);
    },
    arrive,
    draw: (view) => draw(view),
    prompt,
    animate,
    after,
    meant: (choice, picture) => facts(picture).moves.flatMap(({ pile, move }) => (pile === choice ? [move.move] : [])),
  });
  // After the stage, so that it stands below.
  const field = createField(host, { field: "piles.field", act: "piles.act", unknown: "piles.unknown" });
  return {
    show: scene.show,
    close() {
      field.close();
      scene.close();
    },
  };
}
