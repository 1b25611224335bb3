/**
 * The scene of *numbers*: two hands of cards. A move is selected by one of my
 * cards and one of the opponent's; mine turns over to show the sum.
 *
 * @module
 */

import { fill, shade } from "../pixel/sprites.js";
import { openChoosing } from "./choosing.js";
import { drawMiddle, drawName, drawNumber, turning } from "./numbers/draw.js";
import { addings, handsBySeat, layOut, modulusOf, readAdding, writeHands } from "./numbers/hands.js";
import { layOutTable } from "./numbers/layout.js";
import { drawRing, ringOf } from "./numbers/ring.js";
import { drawEnd, drawValue, valueHeight, valueWords } from "./value.js";
import { addWords } from "../words/i18n.js";
import { words } from "../words/numbers.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("./numbers/hands.js").Adding} Adding */
/** @typedef {import("./numbers/layout.js").Layout} Layout */
/** The selected own card, by its index in the hand. @typedef {number | null} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */

/** Duration of a card's turn in milliseconds. */
const TURN = 900;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  addWords(words);
  /** The displayed hands, by seat. @type {[number[], number[]]} */
  let hands = [[], []];
  /** The card that the last move turned. @type {{seat: number, slot: number} | null} */
  let turned = null;
  /** The card clicked last; of equal cards, it is the one that changes. @type {{seat: number, slot: number} | null} */
  let clicked = null;

  /** @param {Picture} picture */
  function arrive(picture) {
    const next = handsBySeat(picture.answer, picture.seat);
    turned = null;
    hands = /** @type {[number[], number[]]} */ (next.map((hand, seat) => {
      const { cards, changed } = layOut(hands[seat] ?? [], hand, clicked?.seat === seat ? clicked.slot : null);
      if (changed !== null && picture.last?.seat === seat) turned = { seat, slot: changed };
      return cards;
    }));
    turned ??= unseen(picture);
    clicked = null;
  }

  /** If the previous position was never shown: a card equal to the one that the last move left. @param {Picture} picture */
  function unseen({ last }) {
    const sum = last ? readAdding(last.move)?.sum : undefined;
    const slot = last && sum !== undefined ? hands[last.seat].indexOf(sum) : -1;
    return last && slot >= 0 ? { seat: last.seat, slot } : null;
  }

  /** The ring of a draw is shown if there is space. @param {View} view @returns {Layout & {cycle?: NonNullable<ReturnType<typeof ringOf>>}} */
  function layoutOf({ picture, room, host }) {
    const worths = picture.marks ? picture.answer.moves : [];
    const ring = ringOf(picture, host.t, room.width);
    /** @param {number} height */
    const laidOut = (height) => layOutTable(room.width, [hands[0].length, hands[1].length], (cell) => valueHeight(worths, cell), height);
    const whole = laidOut(ring?.height ?? 0);
    return ring && whole.height <= room.height ? { ...whole, cycle: ring } : laidOut(0);
  }

  /** The text between the hands. @param {View} view @param {Adding | null} meant */
  function middleWords(view, meant) {
    const { choice, picture: { answer, last } } = view;
    const shown = meant ?? (last && choice === null ? readAdding(last.move) : null);
    const sum = shown ? `${shown.own}+${shown.other}=${shown.sum}` : "";
    const note = host.t("numbers.modulus", { modulus: modulusOf(answer) });
    return { sum: sum.replace(/([+=])/g, " $1 "), note, prompt: prompt(view) };
  }

  /** The prompt for the next click. @param {View} view */
  function prompt({ picture: { seat, names, editing, playable }, choice }) {
    if (editing) return host.t("numbers.edit");
    if (!playable) return "";
    if (choice === null) return host.t("numbers.chooseOwn", { name: names[seat] });
    return host.t("numbers.chooseOther", { name: names[1 - seat] ?? "" });
  }

  /** @param {View} view @returns {Hotspot[]} */
  function draw(view) {
    const { stage, picture, choice, pointed } = view;
    const { seat, names, marks } = picture;
    const palette = host.palette();
    const { context } = stage;
    const layout = layoutOf(view);
    if (stage.width !== layout.width || stage.height !== layout.height) stage.resize(layout.width, layout.height);
    const moves = addings(picture.answer);
    const chosen = choice === null ? null : hands[seat][choice] ?? null;
    const spots = spotsOf(view, layout, moves, chosen);
    const meant = meantBy(picture, moves, chosen, pointed);
    drawGround(view, layout);
    drawMiddle(context, layout.middle, middleWords(view, meant), palette);
    for (const side of /** @type {Seat[]} */ ([1, 0])) {
      drawName(context, names[side], layout.width, layout.names[side], side === seat && !picture.answer.result, palette, side === 0 ? palette.cyan : palette.orange);
      hands[side].forEach((card, slot) => {
        const place = layout.cards[side][slot];
        const mark = layout.marks[side][slot];
        if (!place || !mark) return;
        const spot = spots.find((one) => one.hand === side && one.slot === slot);
        const hovered = picture.hovered === null ? null : readAdding(picture.hovered);
        const isHovered = hovered !== null && slot === hands[side].indexOf(side === seat ? hovered.own : hovered.other);
        drawNumber(context, place, card, palette, {
          isChosen: side === seat && slot === choice,
          isPointed: isHovered || (spot !== undefined && spot.id === pointed && !spot.disabled),
          isLast: turned?.seat === side && turned.slot === slot,
          isDim: side !== seat && chosen === null,
        });
        if (marks && spot?.worth && !picture.editing) drawValue(context, place.x + place.width / 2, mark.y, mark.height, spot.worth, palette);
      });
    }
    if (layout.cycle) drawRing(context, layout.cycle, layout.ring, layout.width, palette);
    drawEnd(view, layout.middle.y + layout.middle.height / 2);
    return spots;
  }

  /** @param {View} view @param {Layout} layout */
  function drawGround({ stage, picture }, layout) {
    const palette = host.palette();
    fill(stage.context, 0, 0, layout.width, layout.height, palette.night);
    const top = picture.seat === 0 ? layout.middle.y + layout.middle.height : 0;
    const bottom = picture.seat === 0 ? layout.ring : layout.middle.y;
    if (!picture.answer.result) fill(stage.context, 0, top, layout.width, bottom - top, shade(palette.slate, 0.75));
  }

  /**
   * The move that matches the pointer.
   * @param {Picture} picture
   * @param {Adding[]} moves
   * @param {number | null} chosen
   * @param {string | null} pointed
   */
  function meantBy(picture, moves, chosen, pointed) {
    const named = moves.find(({ move }) => move.move === picture.hovered);
    if (named) return named;
    const other = /^theirs:(\d+)/.exec(pointed ?? "")?.[1];
    if (chosen === null || other === undefined) return null;
    return moves.find((one) => one.own === chosen && one.other === Number(other)) ?? null;
  }

  /**
   * A button for each card; those without a matching move are disabled.
   * @param {View} view
   * @param {Layout} layout
   * @param {Adding[]} moves
   * @param {number | null} chosen
   */
  function spotsOf(view, layout, moves, chosen) {
    const { picture } = view;
    return /** @type {Seat[]} */ ([picture.seat, 1 - picture.seat]).flatMap((side) => {
      const isMine = side === picture.seat;
      return hands[side].map((card, slot) => {
        const place = layout.cards[side][slot];
        const fitting = moves.filter((one) => (isMine ? one.own === card : one.own === chosen && one.other === card));
        const best = fitting[0] ?? null;
        const nth = hands[side].slice(0, slot).filter((other) => other === card).length + 1;
        const isOpen = picture.editing || (picture.playable && best !== null);
        return {
          ...view.spot({
            id: `${isMine ? "mine" : "theirs"}:${card}${nth > 1 ? `#${nth}` : ""}`,
            x: place?.x ?? 0,
            y: place?.y ?? 0,
            width: (place?.width ?? 0) + 2,
            height: place?.height ?? 0,
            label: labelOf(view, side, card, isMine, best),
            disabled: !isOpen,
            ...(isMine && picture.playable ? { pressed: slot === view.choice } : {}),
            moves: fitting.map(({ move }) => move.move),
            onClick: () => click(view, side, slot, best),
          }),
          hand: side,
          slot,
          worth: best && (!isMine || view.choice === null || slot === view.choice) ? best.move : null,
        };
      });
    });
  }

  /**
   * @param {View} view
   * @param {Seat} side
   * @param {number} card
   * @param {boolean} isMine
   * @param {Adding | null} best
   */
  function labelOf({ picture }, side, card, isMine, best) {
    const what = host.t("numbers.card", { card, name: picture.names[side] });
    if (!best || picture.editing) return what;
    const worth = valueWords(host.t, best.move);
    if (isMine) return picture.marks ? host.t("numbers.best", { what, worth }) : what;
    const sum = best.move.move;
    return picture.marks ? host.t("numbers.worth", { what, sum, worth }) : host.t("numbers.sum", { what, sum });
  }

  /**
   * @param {View} view
   * @param {Seat} side
   * @param {number} slot
   * @param {Adding | null} best
   */
  function click({ picture, choice, choose }, side, slot, best) {
    const { seat, answer } = picture;
    if (picture.editing) {
      const modulus = modulusOf(answer);
      const changed = hands.map((hand, at) => hand.map((card, index) => (at === side && index === slot ? (card + 1) % modulus : card)));
      clicked = { seat: side, slot };
      // An edited position is a new root, so the first player is to move.
      host.edit(writeHands(changed[0] ?? [], changed[1] ?? [], modulus));
    } else if (side === seat) {
      choose(choice === slot ? null : slot);
    } else if (choice !== null && best) {
      clicked = { seat, slot: choice };
      host.play(best.move.move);
    }
  }

  /** Animates the changed card turning over. @param {View} view */
  async function animate(view) {
    const { stage, picture } = view;
    const made = picture.last && readAdding(picture.last.move);
    if (!made || !turned) return;
    const { seat, slot } = turned;
    const layout = layoutOf(view);
    const place = layout.cards[/** @type {Seat} */ (seat)][slot];
    const other = hands[1 - seat]?.indexOf(made.other) ?? -1;
    const added = layout.cards[/** @type {Seat} */ (1 - seat)][other];
    if (!place) return;
    const plain = { isChosen: false, isPointed: false, isLast: false, isDim: false };
    const palette = host.palette();
    host.sound("flip");
    await stage.animate(TURN, (progress) => {
      draw(view);
      if (progress >= 1) return;
      const { breadth, isTurned } = turning(progress);
      const ground = seat === picture.seat && !picture.answer.result ? shade(palette.slate, 0.75) : palette.night;
      fill(stage.context, place.x - 1, place.y - 1, place.width + 2, place.height + 2, ground);
      drawNumber(stage.context, place, isTurned ? made.sum : made.own, palette, plain, breadth);
      if (added) drawNumber(stage.context, added, made.other, palette, { ...plain, isPointed: true });
    });
  }

  return openChoosing(host, {
    nothing: /** @type {Choice} */ (null),
    label: "numbers.label",
    pixel: (_, isWide) => (isWide ? 3 : 2),
    arrive,
    draw,
    prompt,
    animate,
    meant(choice, { answer, seat }) {
      const own = choice === null ? undefined : hands[seat][choice];
      return addings(answer).flatMap((one) => (one.own === own ? [one.move.move] : []));
    },
  });
}
