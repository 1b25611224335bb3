/**
 * Framework of scenes in which a move is selected in several clicks: one of my
 * cards, then one of the opponent's; a box, another, a number. It holds the
 * partial selection, clears it on Escape or in another position, and redraws
 * after changes. The scene itself is two functions of a `View`.
 *
 * @module
 */

import { createStage, enlargement, heightFor } from "../pixel/stage.js";
import { createField } from "./amount.js";

/** @typedef {import("../types.js").SceneHost} SceneHost */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../pixel/stage.js").Stage} Stage */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./amount.js").Option} Option */

/**
 * What a scene draws from.
 * @template Choice
 * @typedef {object} View
 * @property {SceneHost} host
 * @property {Stage} stage
 * @property {Picture} picture
 * @property {Choice} choice the partial selection
 * @property {string | null} pointed the hotspot under the pointer or with the focus
 * @property {{width: number, height: number}} room in logical pixels
 * @property {(choice: Choice) => void} choose
 * @property {() => void} refresh draws again
 * @property {(spot: PlainSpot) => Hotspot} spot
 */

/**
 * A hotspot with the moves that it may lead to; the list of moves highlights
 * them while it is pointed at.
 * @typedef {Omit<Hotspot, "onEnter" | "onLeave"> & {moves?: string[]}} PlainSpot
 */

/**
 * @template Choice
 * @typedef {object} Frame
 * @property {Choice} nothing the empty selection
 * @property {string} label key of the picture's label
 * @property {(picture: Picture | null, isWide: boolean) => number} pixel CSS pixels per logical pixel
 * @property {boolean} [scrolls] as for a stage
 * @property {(view: View<Choice>) => Hotspot[]} draw draws everything and returns the hotspots
 * @property {(view: View<Choice>) => string} prompt the prompt for the next click; announced after each click
 * @property {(choice: Choice, picture: Picture) => string[]} meant the moves that match the selection; none before the first click
 * @property {(view: View<Choice>) => Promise<void>} animate animates the last move, with its sound
 * @property {(picture: Picture) => void} [arrive] called before another position is shown
 * @property {(view: View<Choice>) => Option[]} [options] the numbers to choose from, once everything else is selected
 */

/** Elements wider than this get larger pixels. */
const WIDE = 600;
/** The minimum height of a stage in logical pixels: pixels are smaller in a lower scene. */
const LOW = 180;

/**
 * The available space for a stage.
 * @param {HTMLElement} element
 * @param {(isWide: boolean) => number} pixelFor
 */
function roomOf(element, pixelFor) {
  const across = element.clientWidth || 340;
  const down = heightFor(element.querySelector(".stage") ?? element);
  const pixel = Math.min(pixelFor(across > WIDE), Math.max(1, enlargement(down, LOW)));
  return {
    width: Math.max(150, Math.floor(across / pixel)),
    height: Math.max(LOW, Math.floor(down / pixel)),
  };
}

/**
 * @template Choice
 * @param {SceneHost} host
 * @param {Frame<Choice>} frame
 * @returns {Scene}
 */
export function openChoosing(host, frame) {
  const stage = createStage(host.element, {
    width: 150,
    height: LOW,
    label: host.t(frame.label),
    still: host.still,
    largest: 3,
    scrolls: frame.scrolls,
    onCancel: () => choose(frame.nothing),
  });
  const field = createField(host);
  /** @type {Picture | null} */
  let picture = null;
  let choice = frame.nothing;
  /** @type {string | null} */
  let pointed = null;
  let isMoving = false;
  let motion = Promise.resolve();
  let motions = 0;

  /** @param {Choice} next */
  function choose(next) {
    if (!picture || (next === frame.nothing && choice === frame.nothing)) return;
    stage.stop();
    choice = next;
    host.preview(frame.meant(choice, picture));
    redraw();
    host.say(frame.prompt(viewOf(picture)));
  }

  /** @param {string | null} id @param {string[]} moves */
  function point(id, moves) {
    if (!picture || pointed === id) return;
    pointed = id;
    host.preview(id === null ? frame.meant(choice, picture) : moves);
    redraw();
  }

  /** @param {PlainSpot} spot @returns {Hotspot} */
  function withPointing({ moves = [], ...spot }) {
    return {
      ...spot,
      onEnter: () => point(spot.id, moves),
      onLeave: () => {
        if (pointed === spot.id) point(null, []);
      },
    };
  }

  /** @param {Picture} shown @returns {View<Choice>} */
  function viewOf(shown) {
    const room = roomOf(host.element, (isWide) => frame.pixel(shown, isWide));
    return { host, stage, picture: shown, choice, pointed, room, choose, refresh: redraw, spot: withPointing };
  }

  function redraw() {
    if (!picture || isMoving) return;
    const view = viewOf(picture);
    stage.hotspots(frame.draw(view));
    field.show(frame.options?.(view) ?? [], view);
  }

  /** @param {Picture} shown */
  async function move(shown) {
    motions += 1;
    const mine = motions;
    isMoving = true;
    await frame.animate(viewOf(shown));
    // A later animation draws for itself.
    if (mine !== motions || !isMoving) return;
    isMoving = false;
    redraw();
  }

  const observer = new ResizeObserver(redraw);
  observer.observe(host.element);

  return {
    show(next) {
      const isOther = !picture || !isSame(picture, next);
      const wasMoving = isMoving;
      if (isOther || !next.playable) {
        choice = frame.nothing;
        pointed = null;
      }
      picture = next;
      if (!isOther && wasMoving) return motion;
      isMoving = false;
      stage.stop();
      if (isOther) frame.arrive?.(next);
      stage.relabel(host.t(frame.label));
      redraw();
      if (isOther && next.animate && next.last) motion = move(next);
      return motion;
    },
    close() {
      observer.disconnect();
      field.close();
      stage.close();
    },
  };
}

/**
 * Whether two pictures show the same position, reached in the same way.
 * @param {Picture} one
 * @param {Picture} other
 */
function isSame(one, other) {
  return (
    one.answer === other.answer &&
    one.seat === other.seat &&
    one.editing === other.editing &&
    one.last?.move === other.last?.move &&
    one.last?.from === other.last?.from
  );
}
