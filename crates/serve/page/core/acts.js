/**
 * Actions of buttons that take more than one step: puzzles, deals, copying.
 *
 * @module
 */

import { copyText } from "./copy.js";
import { isPersonsTurn } from "./machine.js";
import { ending } from "./tree.js";
import { writePlace } from "./url.js";

/** @typedef {import("../types.js").App} App */

/** Random seeds are below this, short enough to write down. */
const SEEDS = 1_000_000;

/** @param {App} app */
export function createActs(app) {
  const { store, api } = app;
  const seed = () => Math.floor(Math.random() * SEEDS);

  return {
    /** Plays the best move for the player to move; stops the demo. */
    best() {
      const state = store.state();
      const { answer } = state.node;
      const move = answer?.isUnsolved ? undefined : answer?.moves[0]?.move;
      if (state.demo) store.setDemo(false);
      const isOpponents = !isPersonsTurn(store.state()) && state.players.includes("person");
      if (move !== undefined && !isOpponents) void store.play(move);
    },

    /** Starts the demo, from the start if the game is over, or stops it. */
    async play() {
      const { demo, node, root } = store.state();
      if (!demo && ending(node) && node !== root) await store.first();
      store.setDemo(!demo);
    },

    /** Back to the root position. */
    reset() {
      store.setDemo(false);
      const { root, puzzle } = store.state();
      if (puzzle) void store.first();
      else void store.jump(root.position, root.seat);
    },

    async puzzle() {
      const { game, set } = store.state();
      try {
        const puzzle = await api.puzzle(game.name, set, seed());
        const place = { game: game.name, set: { ...set, ...changedSettings(puzzle.set, game) }, position: puzzle.position, moves: [] };
        await store.open(place, { players: ["person", "person"], puzzle });
      } catch (thrown) {
        store.fail(thrown);
      }
    },

    /** Another random deal, if the game has one. */
    async deal() {
      const { game, set } = store.state();
      const { deal: _, ...rest } = set;
      try {
        const drawn = await api.drawn(game.name, rest, seed());
        await store.open({ game: game.name, set: { ...rest, ...drawn.set }, position: null, moves: [] });
      } catch (thrown) {
        store.fail(thrown);
      }
    },

    copy: () => void copyText(app, store.state().node.position, "control.copied"),
    share() {
      const address = new URL(writePlace(store.place()), window.location.href);
      void copyText(app, address.href, "control.shared");
    },
  };
}

/**
 * Parameters that differ from the game's defaults.
 *
 * @param {Record<string, string | number>} set
 * @param {import("../types.js").GameInfo} game
 */
function changedSettings(set, game) {
  const named = game.parameters.map((one) => [one.name, String(set[one.name] ?? one.default), one.default]);
  return Object.fromEntries(named.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]));
}
