/**
 * Moves of the machine: as opponent and in the demo.
 *
 * @module
 */

import { chooseMove } from "./opponent.js";
import { ending } from "./tree.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").LineStep} LineStep */
/** @typedef {import("./store.js").Store} Store */

/** @typedef {ReturnType<typeof createMachine>} Machine */

/** Delay of the opponent's move in milliseconds. */
const OPPONENT_DELAY = 450;
/** Milliseconds between two moves of the demo at single speed. */
const STEP = 1500;
/** Positions of the demo prefetched ahead of the one shown. */
const PREFETCHED = 3;

/** Whether the user may move now. @param {State} state */
export function isPersonsTurn(state) {
  return !state.demo && state.players[state.node.seat] === "person" && ending(state.node) === null;
}

/**
 * Makes the machine's moves. `settled` is to be called when the animation has
 * ended; it schedules the next move, if any.
 *
 * @param {Store} store
 * @param {import("./api.js").Api} api
 */
export function createMachine(store, api) {
  /** @type {number | undefined} */
  let timer;
  /** Remaining steps of the demo, and the position where they start. */
  let rest = { at: "", steps: /** @type {LineStep[]} */ ([]) };

  /** The demo's next move; the whole line is fetched in one request. @param {State} state */
  async function nextOfDemo(state) {
    const { game, set, node } = state;
    const at = `${game.name} ${JSON.stringify(set)} ${node.position}`;
    if (rest.at !== at || rest.steps.length === 0) {
      rest = { at, steps: (await api.line(game.name, set, node.position)).steps };
    }
    const [step, ...steps] = rest.steps;
    if (!step) return null;
    rest = { at: `${game.name} ${JSON.stringify(set)} ${step.position}`, steps };
    for (const next of [step, ...steps].slice(0, PREFETCHED)) {
      api.position(game.name, set, next.position).catch(() => {});
    }
    return step.move;
  }

  async function move() {
    const state = store.state();
    const { node } = state;
    if (!node.answer || state.isLoading) return;
    try {
      const chosen = state.demo
        ? await nextOfDemo(state)
        : chooseMove(node.answer, state.preferences.strength);
      const isStillWanted = store.state().node === node && !isPersonsTurn(store.state());
      if (chosen !== null && isStillWanted) await store.play(chosen);
    } catch (thrown) {
      store.setDemo(false);
      store.fail(thrown);
    }
  }

  return {
    /** The animation has ended: schedules the next move. @param {State} state */
    settled(state) {
      window.clearTimeout(timer);
      if (state.isLoading || state.fault || state.editing || !state.node.answer || state.node.answer.isUnsolved) return;
      if (ending(state.node)) {
        if (state.demo) store.setDemo(false);
        return;
      }
      if (isPersonsTurn(state)) return;
      timer = window.setTimeout(move, state.demo ? STEP / state.preferences.speed : OPPONENT_DELAY);
    },
    /** The state changes: cancels the scheduled move. */
    pause() {
      window.clearTimeout(timer);
    },
  };
}
