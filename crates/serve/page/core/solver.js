/**
 * Analyses of positions. A game that is solved at once is asked directly. If the
 * answer takes longer, the position is shown without values, and a job solves
 * the game meanwhile.
 *
 * @module
 */

import { faultOf } from "./api.js";
import { runJob } from "./job.js";

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Settings} Settings */
/** @typedef {import("../types.js").Solving} Solving */

/** Milliseconds before a job is started instead. */
const PATIENCE = 1200;

/** @param {string} game @param {Settings} set */
const keyOf = (game, set) => JSON.stringify([game, set]);

/**
 * @param {import("./api.js").Api} api
 * @param {(solving: Solving | null, isSolved: boolean) => void} changed
 */
export function createSolver(api, changed) {
  /** The game that is being solved, or was given up. @type {{key: string, cancel: () => void} | null} */
  let current = null;

  /** @param {string} game @param {Settings} set @param {string} position */
  async function solve(game, set, position) {
    const key = keyOf(game, set);
    const started = performance.now();
    let stage = /** @type {string | null} */ (null);
    let stageBegan = started;
    const job = runJob(api, { kind: "position", game, set, position, watched: true }, (progress) => {
      if (current?.cancel !== job.cancel) return;
      if (progress.stage !== stage) [stage, stageBegan] = [progress.stage, performance.now()];
      const { done, total } = progress;
      const part = done !== null && total ? done / total : null;
      const elapsed = (performance.now() - stageBegan) / 1000;
      changed({ state: "running", part, left: part ? (elapsed * (1 - part)) / part : null, seconds: progress.seconds }, false);
    });
    current = { key, cancel: job.cancel };
    changed({ state: "running", part: null, left: null, seconds: 0 }, false);
    try {
      const answer = await job.result;
      if (current?.cancel !== job.cancel) return;
      if (answer === null) return changed({ state: "cancelled" }, false);
      api.keep(answer, game, set);
      current = null;
      changed(null, true);
    } catch (thrown) {
      if (current?.cancel === job.cancel) changed({ state: "failed", fault: faultOf(thrown) }, false);
    }
  }

  return {
    /**
     * The analysis of a position, or what is known without solving the game.
     *
     * @param {string} game
     * @param {Settings} set
     * @param {string} [position]
     * @returns {Promise<Analysis>}
     */
    async find(game, set, position) {
      const key = keyOf(game, set);
      if (current && current.key !== key) this.leave();
      if (!current) {
        const quick = await api.positionWithin(game, set, position, PATIENCE);
        if (quick) return quick;
      }
      const shown = await api.view(game, set, position);
      if (!current) void solve(game, set, shown.position);
      return shown;
    },
    /** Solves the game after all. @param {string} game @param {Settings} set @param {string} position */
    again: (game, set, position) => void solve(game, set, position),
    cancel: () => current?.cancel(),
    /** Another game is opened. */
    leave() {
      const left = current;
      current = null;
      left?.cancel();
      if (left) changed(null, false);
    },
  };
}
