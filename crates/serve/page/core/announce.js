/**
 * Audible output: a live-region line for screen readers after each move, and
 * the sounds at the end of a game.
 *
 * @module
 */

import { headline, namesOf } from "../panels/value.js";
import { moveLabel } from "./labels.js";
import { ending } from "./tree.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** Name of a forced pass in every game that has one. */
const PASS = "pass";

/**
 * @param {App} app
 * @param {() => boolean} hasOwnEnding whether the scene plays the final sound itself
 */
export function createAnnouncer(app, hasOwnEnding) {
  /** The node announced last. */
  let announced = 0;

  /** @param {State} state */
  function update(state) {
    const { node } = state;
    if (!node.answer || node.id === announced) return;
    announced = node.id;
    app.say([moveText(app, state), headline(app, state)].join(" ").trim());
    if (state.justMoved) sound(state);
    else if (node.parent || node.children.length > 0) app.audio.sound("undo");
  }

  /** @param {State} state */
  function sound(state) {
    const end = ending(state.node);
    if (!end || hasOwnEnding()) return;
    if (end.winner === null) return app.audio.sound("draw");
    // Only a user who plays against the machine can lose; otherwise the end is
    // a win.
    const isLost = state.players[end.winner] === "machine" && state.players.includes("person") && !state.demo;
    app.audio.sound(isLost ? "lose" : "win");
  }

  return { update };
}

/** @param {App} app @param {State} state */
function moveText(app, state) {
  const { node } = state;
  if (node.move === null || !node.parent) return "";
  const name = namesOf(app)[node.parent.seat];
  return app.t(node.move === PASS ? "live.pass" : "live.move", { name, move: moveLabel(app.t, state.game.name, node.move) });
}
