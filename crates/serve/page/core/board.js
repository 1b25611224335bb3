/**
 * Connects the state to the scene: opens the scene of the game, passes it
 * pictures and reports when its animation has ended.
 *
 * @module
 */

import { boardPalette } from "../pixel/palette.js";
import { loadScene } from "../scenes/scenes.js";
import { isPersonsTurn } from "./machine.js";
import { ending } from "./tree.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */

/** Whether the user prefers reduced motion. */
export function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {App} app
 * @param {HTMLElement} element
 * @param {HTMLElement} beside
 * @param {{names: () => [string, string], settled: (state: State) => void, moving: () => void}} around
 */
export function createBoard(app, element, beside, around) {
  /** @type {Scene | null} */
  let scene = null;
  /** The game and the kind of view that the scene was opened for. */
  let openFor = "";
  /** Key of what the scene shows. */
  let shown = "";
  let showing = 0;
  /** The node whose move was animated last: every move is animated once. */
  let animated = 0;

  /** @param {State} state */
  function update(state) {
    const { answer } = state.node;
    if (!answer) return around.moving();
    void ensureScene(state, answer);
    if (!scene) return around.moving();
    const key = keyOf(state);
    if (key === shown) return;
    shown = key;
    void show(scene, state, pictureOf(state, answer));
  }

  /** Opens the scene for the state if necessary, and then shows the state. @param {State} state @param {import("../types.js").Analysis} answer */
  async function ensureScene(state, answer) {
    const wanted = `${state.game.name} ${answer.view.kind} ${JSON.stringify(state.set)}`;
    if (wanted === openFor) return;
    openFor = wanted;
    shown = "";
    scene?.close();
    scene = null;
    try {
      const open = await loadScene(state.game.name, answer.view.kind);
      // Another game may have been opened meanwhile.
      if (wanted !== openFor) return;
      element.replaceChildren();
      beside.replaceChildren();
      scene = open(host);
      update(app.store.state());
    } catch (thrown) {
      openFor = "";
      app.store.fail(thrown);
    }
  }

  /** @type {import("../types.js").SceneHost} */
  const host = {
    element,
    beside,
    play: app.play,
    edit: (position) => app.jump(position),
    preview: app.preview,
    t: app.t,
    palette: boardPalette,
    still: isStill,
    sound: app.audio.sound,
    say: app.say,
    game: () => app.store.state().game,
    settings: () => app.store.state().set,
  };

  /** @param {State} state @param {import("../types.js").Analysis} answer @returns {Picture} */
  function pictureOf(state, answer) {
    const { node } = state;
    const from = node.parent?.answer ?? null;
    const last = node.parent && from && node.move !== null ? { move: node.move, places: node.places, from, seat: node.parent.seat } : null;
    const animate = state.justMoved && last !== null && animated !== node.id;
    if (animate) animated = node.id;
    return {
      answer,
      seat: node.seat,
      names: around.names(),
      end: ending(node),
      last,
      animate,
      marks: !state.hidden,
      playable: isPersonsTurn(state) && !state.editing,
      editing: state.editing,
      hovered: pointedAt(state),
    };
  }

  /** @param {Scene} scene @param {State} state @param {Picture} picture */
  async function show(scene, state, picture) {
    showing += 1;
    const mine = showing;
    around.moving();
    await scene.show(picture);
    if (mine === showing) around.settled(state);
  }

  return {
    update,
    /** Whether the scene plays its own sound at the end of a game. */
    hasOwnEnding: () => scene?.hasOwnEnding === true,
    close() {
      scene?.close();
      scene = null;
      openFor = "closed";
      showing += 1;
    },
  };
}

/** The move that the scene highlights: the one pointed at in the list, or that of the hint. @param {State} state */
function pointedAt({ hovered, hint, node }) {
  return hovered ?? (hint >= 2 ? (node.answer?.moves[0]?.move ?? null) : null);
}

/** Key of everything that a scene's picture depends on. @param {State} state */
function keyOf(state) {
  const { node, hidden, editing, demo, players } = state;
  return [node.id, !!node.answer, node.answer?.isUnsolved, hidden, editing, pointedAt(state), demo, players].join();
}
