/**
 * The scene of *piles*: piles of cards with readable tops. A move is selected
 * by a pile and the number of cards to discard; the discarded cards leave
 * first, then those that the next card removes.
 *
 * @module
 */

import { belowHeight, drawBelow } from "./below.js";
import { openChoosing } from "./choosing.js";
import { drawPager, PAGER } from "./pager.js";
import { factsOf, readPiles, readTake, slabsOf } from "./piles/cards.js";
import { DISCARDING, drawPile, drawPileNumber } from "./piles/draw.js";
import { editSpots } from "./piles/editing.js";
import { layOutPiles, stackHeight } from "./piles/layout.js";
import { drawEnd, drawValue, valueHeight, valueWords } from "./value.js";
import { measure } from "../pixel/lettering.js";
import { fill } from "../pixel/sprites.js";
import { addWords } from "../words/i18n.js";
import { words } from "../words/piles.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./piles/cards.js").Take} Take */
/** The selected pile. @typedef {number | null} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */
/**
 * A pile while a move is animated: its state before, what is taken, and the
 * progress.
 * @typedef {{pile: number, cards: readonly string[], taken: {discard: number, remove: number}, progress: number}} Motion
 */

/** Durations in milliseconds for the discarded and for the removed cards. */
const DISCARD = 600;
const REMOVE = 600;
/** Space below a floor for the pile's number and its Grundy value. */
const BELOW = 30;
/** Up to this many piles of this many cards are drawn with large pixels. */
const FEW = 6;
const LOW = 8;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  addWords(words);
  /** The page to show, or a pile that must be on it. @type {{page: number} | {pile: number}} */
  let wanted = { page: 0 };
  /** The tallest pile since the game began, so that the floor does not move. */
  let tallest = 1;

  /** @param {Picture} picture */
  function arrive({ answer, last }) {
    const made = last && readTake(last.move);
    if (made) wanted = { pile: made.pile };
    tallest = Math.max(last === null ? 1 : tallest, ...factsOf(answer).piles.map((pile) => pile.length));
  }

  /** The layout. @param {View} view */
  function layoutOf(view) {
    const { picture, room } = view;
    const { piles } = factsOf(picture.answer);
    const below = belowHeight(view, options(view));
    const texts = piles.flatMap((pile) => slabsOf(pile, 14).map(({ text }) => text));
    const roomy = Math.min(40, Math.floor(room.width / Math.max(1, piles.length)));
    const cell = Math.max(28, roomy, ...texts.map((text) => measure(text).width + 9));
    const mark = picture.editing ? 16 : picture.marks ? valueHeight(picture.answer.moves, cell) + 2 : 2;
    const height = Math.max(120, room.height - below - PAGER);
    const rows = layOutPiles(piles.length, tallest, { width: room.width, height, cell, mark, below: BELOW }, (most) =>
      "page" in wanted ? wanted.page : Math.floor((wanted.pile - 1) / most),
    );
    const under = rows.height + (rows.part.pages > 1 ? PAGER : 0);
    return { rows, cell, mark, under, width: room.width, height: under + below };
  }

  /** The prompt for the next click. @param {View} view */
  function prompt({ picture, choice }) {
    const { names, seat, editing, playable } = picture;
    if (editing) return host.t("piles.edit");
    if (factsOf(picture.answer).piles.length === 0) return host.t("piles.none");
    if (!playable) return "";
    return choice === null ? host.t("piles.choose", { name: names[seat] }) : host.t("piles.discard", { pile: choice });
  }

  /** @param {View} view */
  function options({ picture, choice }) {
    const { moves } = factsOf(picture.answer);
    return moves.flatMap(({ pile, discard, remove, move }) => {
      if (pile !== choice) return [];
      const label = host.t("piles.option", { pile, discard, remove });
      return [{ id: `discard:${discard}`, amount: BigInt(discard), text: `${discard}+${remove}`, label, move }];
    });
  }

  /**
   * The move shown on a pile: the one pointed at in the list or among the
   * amounts, else an example of what a move does.
   * @param {View} view
   * @param {number} pile
   * @returns {{discard: number, remove: number} | null}
   */
  function meantOn({ picture, choice, pointed }, pile) {
    const named = picture.hovered === null ? null : readTake(picture.hovered);
    if (named) return named.pile === pile ? named : null;
    if (pile !== choice) return null;
    const own = factsOf(picture.answer).moves.filter((one) => one.pile === pile);
    const least = own.reduce((/** @type {Take | undefined} */ least, one) => (!least || one.discard < least.discard ? one : least), undefined);
    return own.find(({ discard }) => pointed === `discard:${discard}`) ?? (picture.marks ? own[0] : least) ?? null;
  }

  /** @param {View} view @param {Motion} [motion] @returns {Hotspot[]} */
  function draw(view, motion) {
    const { stage, picture, choice, pointed, refresh } = view;
    const { context } = stage;
    const palette = host.palette();
    const { piles, moves, grundy } = factsOf(picture.answer);
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
      drawValue(context, x + cell / 2, top - mark, mark - 2, best.move, palette);
    }
    const spots = picture.editing ? editSpots(view, layout, piles) : pileSpots(view, layout);
    spots.push(...drawPager(view, rows.part, rows.height, (next) => {
      wanted = { page: next };
      refresh();
    }));
    spots.push(...drawBelow(view, {
      top: layout.under,
      prompt: prompt(view),
      isBegun: choice !== null,
      options: options(view),
    }));
    drawEnd(view, layout.under + 18);
    return spots;
  }

  /** @param {View} view @param {ReturnType<typeof layoutOf>} layout @returns {Hotspot[]} */
  function pileSpots(view, { rows, cell }) {
    const { picture, choice, choose } = view;
    const { piles, moves } = factsOf(picture.answer);
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
    const { piles, grundy } = factsOf(picture.answer);
    const cards = piles[pile - 1] ?? [];
    const top = cards.at(-1);
    const plain = top === undefined ? host.t("piles.empty", { pile }) : host.t("piles.pile", { pile, count: cards.length, top });
    const value = picture.marks ? grundy?.[pile - 1] : undefined;
    const what = value === undefined ? plain : host.t("piles.grundy", { what: plain, grundy: value });
    return best && picture.marks ? host.t("piles.best", { what, worth: valueWords(host.t, best.move) }) : what;
  }

  /** Animates the discarded cards, then the removed ones. @param {View} view */
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

  return openChoosing(host, {
    nothing: /** @type {Choice} */ (null),
    label: "piles.label",
    pixel(picture, isWide) {
      const isFew = picture !== null && factsOf(picture.answer).piles.length <= FEW;
      if (isWide) return isFew && tallest <= LOW ? 3 : 2;
      return isFew ? 2 : 1.5;
    },
    arrive,
    draw: (view) => draw(view),
    prompt,
    animate,
    options,
    meant: (choice, picture) => factsOf(picture.answer).moves.flatMap(({ pile, move }) => (pile === choice ? [move.move] : [])),
  });
}
