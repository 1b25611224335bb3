/**
 * Actions of buttons that take more than one step: puzzles, deals, copying.
 *
 * @module
 */

import { faultOf } from "./api.js";
import { copyText } from "./copy.js";
import { isPersonsTurn } from "./machine.js";
import { ending } from "./tree.js";
import { writePlace } from "./url.js";

/** @typedef {import("../types.js").App} App */

/** Random seeds are below this, short enough to write down. */
const SEEDS = 1_000_000;

/** Milliseconds for finding out whether a game has puzzles. */
const PATIENCE = 1500;

/** @param {App} app */
export function createActs(app) {
  const { store, api } = app;
  const seed = () => Math.floor(Math.random() * SEEDS);
  /** Whether a game has puzzles, by its name and parameters. @type {Map<string, boolean>} */
  const puzzles = new Map();

  function keyOfGame() {
    const { game, set, puzzle } = store.state();
    return JSON.stringify([game.name, puzzle?.set ?? set]);
  }

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

    /** Opens a puzzle: one winning move or, if the game has none of that kind, one that wins fastest. */
    async puzzle() {
      const { game, puzzle } = store.state();
      const set = puzzle?.set ?? store.state().set;
      for (const kind of /** @type {const} */ (["win", "fastest"])) {
        const name = { seed: seed(), kind };
        if (await store.open({ game: game.name, set, position: null, moves: [], puzzle: name })) return;
        if (store.state().fault?.kind !== "no_puzzle") return;
      }
      puzzles.set(keyOfGame(), false);
    },

    hasPuzzles: () => puzzles.get(keyOfGame()) !== false,

    /** Finds out whether the game has puzzles, if that is known soon. */
    async findPuzzles() {
      const { game, set, node } = store.state();
      const key = keyOfGame();
      if (puzzles.has(key) || node.answer?.isUnsolved) return;
      puzzles.set(key, true);
      // A position with one winning move has one that wins fastest, too.
      const found = await api.puzzle(game.name, set, { seed: 1, kind: "fastest" }, AbortSignal.timeout(PATIENCE)).catch(faultOf);
      if ("kind" in found && found.kind === "no_puzzle") puzzles.set(key, false);
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
