/**
 * Between the state and the scene: which scene stands, what it is to show, and
 * when the picture is still.
 *
 * @module
 */

import { loadScene } from "../scenes/scenes.js";
import { isPersonsTurn } from "./machine.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */

/** Whether motion is to be avoided. */
export function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {App} app
 * @param {HTMLElement} element
 * @param {{names: () => [string, string], settled: (state: State) => void, moving: () => void}} around
 */
export function createBoard(app, element, around) {
  /** @type {Scene | null} */
  let scene = null;
  /** The game and the kind of view that the scene was opened for. */
  let openFor = "";
  /** What the scene shows already. */
  let shown = "";
  let showing = 0;
  /** The node whose move was animated last: every move is animated once. */
  let animated = 0;

  /** @param {State} state */
  function update(state) {
    const { answer } = state.node;
    if (!answer) return around.moving();
    void stand(state, answer);
    if (!scene) return around.moving();
    const key = keyOf(state);
    if (key === shown) return;
    shown = key;
    void show(scene, state, pictureOf(state, answer));
  }

  /** Has the right scene opened; it shows the state as soon as it stands. @param {State} state @param {import("../types.js").Answer} answer */
  async function stand(state, answer) {
    const wanted = `${state.game.name} ${answer.view.kind} ${JSON.stringify(state.set)}`;
    if (wanted === openFor) return;
    openFor = wanted;
    shown = "";
    scene?.close();
    scene = null;
    try {
      const open = await loadScene(state.game.name, answer.view.kind);
      // Another game may have been chosen meanwhile.
      if (wanted !== openFor) return;
      element.replaceChildren();
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
    play: app.play,
    edit: (position) => app.jump(position),
    preview: app.preview,
    t: app.t,
    palette: app.palette,
    still: isStill,
    sound: app.audio.sound,
    say: app.say,
    game: () => app.store.state().game,
    settings: () => app.store.state().set,
  };

  /** @param {State} state @param {import("../types.js").Answer} answer @returns {Picture} */
  function pictureOf(state, answer) {
    const { node } = state;
    const from = node.parent?.answer ?? null;
    const last = node.parent && from && node.move !== null ? { move: node.move, from, seat: node.parent.seat } : null;
    const animate = state.justMoved && last !== null && animated !== node.id;
    if (animate) animated = node.id;
    return {
      answer,
      seat: node.seat,
      names: around.names(),
      last,
      animate,
      marks: !state.hidden,
      playable: isPersonsTurn(state) && !state.editing,
      editing: state.editing,
      hovered: state.hovered,
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
    /** Whether the scene makes its own sound at the end of a game. */
    hasOwnEnding: () => scene?.hasOwnEnding === true,
    close() {
      scene?.close();
      scene = null;
      openFor = "closed";
      showing += 1;
    },
  };
}

/** All that a scene's picture depends on. @param {State} state */
function keyOf(state) {
  const { node, hidden, editing, hovered, demo, players } = state;
  return [node.id, !!node.answer, hidden, editing, hovered, demo, players].join();
}
