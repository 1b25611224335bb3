/**
 * The scene of *nine*: a table with a column per suit, and two open hands.
 *
 * @module
 */

import { el, fill as refill } from "../core/dom.js";
import { createStage, heightFor } from "../pixel/stage.js";
import { layOut } from "./nine/layout.js";
import { narrate } from "./nine/narration.js";
import { paint, paintFlight } from "./nine/paint.js";
import { spotsOf } from "./nine/spots.js";
import { BURST, drawBurst } from "./stars.js";
import { PASS, cardText, readTable, suitText } from "./nine/table.js";
import { addWords } from "../words/i18n.js";
import { words } from "../words/nine.js";

/** @typedef {import("../types.js").SceneHost} SceneHost */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("./nine/table.js").Table} Table */
/** @typedef {import("./nine/paint.js").Look} Look */

/**
 * Durations in milliseconds: a card's flight to the table, a pass, and half a
 * flash.
 */
const FLIGHT = 260;
const SAYING = 320;
const HALF_FLASH = 400;
/** Duration of the announcement of the current player in milliseconds. */
const ANNOUNCED = 700;
/** Moves that follow each other faster than this are not announced. */
const CALM = 1000;
/** Sizes of a logical pixel, the largest first. */
const PIXELS = [4, 3, 2.5, 2, 1.5, 1.25, 1];
/** Narrower stages, in logical pixels, have no space for two hands side by side. */
const MIN_WIDTH = 170;

/** @param {SceneHost} host @returns {Scene} */
export function open(host) {
  addWords(words);
  const box = el("div", { class: "nine-stage" });
  const narration = el("div", { class: "nine-narration" });
  host.element.append(box);
  host.beside.append(narration);
  const stage = createStage(box, { width: 170, height: 300, label: "", still: host.still });
  /** @type {{picture: Picture, table: Table} | null} */
  let shown = null;
  /** @type {string | null} */
  let pointed = null;
  let glow = true;
  let announces = false;
  let isMoving = false;
  let motion = Promise.resolve();
  let motions = 0;
  let arrivedAt = -CALM;
  /** @type {number | undefined} */
  let hiding;

  /** @param {Table} table @param {Partial<Look>} [more] @returns {Look} */
  function lookOf(table, more = {}) {
    const layout = layoutOf(table);
    if (stage.width !== layout.width || stage.height !== layout.height) stage.resize(layout.width, layout.height);
    const picture = /** @type {{picture: Picture}} */ (shown).picture;
    return {
      table,
      layout,
      palette: host.palette(),
      t: host.t,
      marks: picture.marks,
      glow: glow || host.still(),
      announces: announces && !picture.editing,
      editing: picture.editing,
      pointed: pointed ?? picture.hovered,
      last: picture.last?.move ?? null,
      away: null,
      spoken: null,
      ...more,
    };
  }

  /** The layout with the largest pixels that fit. @param {Table} table */
  function layoutOf(table) {
    const [across, down] = [box.clientWidth || 340, heightFor(stage.context.canvas.parentElement ?? box)];
    const layouts = PIXELS.filter((pixel) => across / pixel >= MIN_WIDTH || pixel === 1).map((pixel) => ({ pixel, layout: layOut(table, Math.floor(across / pixel)) }));
    const fitting = layouts.find(({ pixel, layout }) => layout.height * pixel <= down) ?? layouts.at(-1);
    return /** @type {NonNullable<typeof fitting>} */ (fitting).layout;
  }

  /** Redraws the picture without changing the hotspots. */
  function repaint() {
    if (shown && !isMoving) paint(stage.context, lookOf(shown.table));
  }

  function redraw() {
    if (!shown || isMoving) return;
    repaint();
    stage.hotspots(spotsOf(host, shown.picture, lookOf(shown.table), point));
    stage.relabel(labelOf(host, shown.table));
  }

  /** @param {string | null} move */
  function point(move) {
    if (pointed === move) return;
    pointed = move;
    host.preview(move === null ? [] : [move]);
    repaint();
  }

  /** A copy of the picture, as the background of an animation. */
  function background() {
    const copy = document.createElement("canvas");
    copy.width = stage.width;
    copy.height = stage.height;
    copy.getContext("2d")?.drawImage(stage.context.canvas, 0, 0);
    return copy;
  }

  /** Animates the last move, from the position before it. @param {Picture} picture @param {Table} before */
  async function showMove(picture, before) {
    const { move } = /** @type {NonNullable<Picture["last"]>} */ (picture.last);
    const look = { last: null, pointed: null, glow: false, announces: false, marks: false };
    if (move === PASS) {
      host.sound("pass");
      const { name } = before.players[before.mover];
      paint(stage.context, lookOf(before, { ...look, spoken: host.t("nine.passes", { name }) }));
      return stage.animate(SAYING, () => {});
    }
    const flying = lookOf(before, { ...look, away: move });
    paint(stage.context, flying);
    const ground = background();
    await stage.animate(FLIGHT, (progress) => {
      stage.context.drawImage(ground, 0, 0);
      paintFlight(stage.context, flying, move, before.mover, progress);
    });
    host.sound("card");
  }

  /** Stars from the winner's stack; they do not delay anything. @param {Table} table */
  function burst(table) {
    host.sound("chime");
    if (table.winner === null || host.still()) return;
    const { hands, width, height } = lookOf(table).layout;
    const { stack } = hands[table.winner];
    const ground = background();
    const mine = motions;
    void stage.animate(BURST, (progress) => {
      if (mine !== motions) return;
      if (progress === 1) return repaint();
      stage.context.drawImage(ground, 0, 0);
      drawBurst(stage.context, host.palette(), stack, { width, height }, progress);
    });
  }

  /** Announces the current player for a while. @param {Table} table */
  function announce(table) {
    clearTimeout(hiding);
    announces = table.winner === null && performance.now() - arrivedAt >= CALM;
    arrivedAt = performance.now();
    if (!announces) return;
    hiding = window.setTimeout(() => {
      announces = false;
      repaint();
    }, ANNOUNCED);
  }

  /** @param {Picture} picture @param {Table} table */
  async function arrive(picture, table) {
    motions += 1;
    const mine = motions;
    stage.stop();
    const before = picture.animate && picture.last ? readTable(picture.last.from, picture.names) : null;
    if (before) {
      isMoving = true;
      stage.hotspots(spotsOf(host, { ...picture, playable: false }, lookOf(table), point));
      await showMove(picture, before);
      if (mine !== motions) return;
      isMoving = false;
    }
    glow = true;
    announce(table);
    redraw();
    updateNarration(picture, table);
    if (before && table.winner !== null) burst(table);
  }

  /** @param {Picture} picture @param {Table} table */
  function updateNarration(picture, table) {
    const paragraphs = narrate(picture, table, host.t);
    refill(narration, paragraphs.map((text) => el("p", {}, coloured(text))));
  }

  const flashing = window.setInterval(() => {
    if (!shown || shown.table.winner !== null || host.still() || document.hidden) return;
    glow = !glow;
    repaint();
  }, HALF_FLASH);
  const observer = new ResizeObserver(redraw);
  observer.observe(box);

  return {
    hasOwnEnding: true,
    show(picture) {
      const table = readTable(picture.answer, picture.names);
      if (!table) return Promise.resolve();
      const isSame = shown?.picture.answer === picture.answer && shown.picture.last?.from === picture.last?.from;
      shown = { picture, table };
      if (!isSame) {
        pointed = null;
        isMoving = false;
        motion = arrive(picture, table);
      } else if (!isMoving) {
        redraw();
        updateNarration(picture, table);
      }
      return motion;
    },
    close() {
      motions += 1;
      clearInterval(flashing);
      clearTimeout(hiding);
      observer.disconnect();
      stage.close();
    },
  };
}

/** Description of the table for screen readers. @param {SceneHost} host @param {Table} table */
function labelOf(host, table) {
  const suits = table.columns.map(({ laid }, suit) => {
    const low = laid.indexOf(true);
    const end = (/** @type {number} */ rank) => cardText(table, { name: "", suit, rank });
    return low < 0
      ? `${suitText(table, suit)} ${host.t("nine.nothing")}`
      : `${end(low)}–${end(laid.lastIndexOf(true))}`;
  });
  const hands = table.players.map((player) => {
    const cards = player.dealt.filter((card) => player.held.has(card.name)).map((card) => cardText(table, card));
    return `${player.name} ${cards.length}: ${cards.join(" ")}`;
  });
  return host.t("nine.label", { suits: suits.join(", "), hands: hands.join("; ") });
}

/** Colours the cards in a text by suit. @param {string} text @returns {(Node | string)[]} */
function coloured(text) {
  return text.split(/((?:10|[0-9A-Z])[♣♦♠♥])/).map((part) => {
    const suit = /^\w+([♣♦♠♥])$/.exec(part)?.[1];
    return suit === undefined ? part : el("span", { class: `nine-suit-${"♣♦♠♥".indexOf(suit)}` }, part);
  });
}
