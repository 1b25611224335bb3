/**
 * After a lost game: the loser's last mistake, the right move, and a button that
 * goes back to the position before it.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { ending, other } from "../core/tree.js";
import { moveLabel } from "../core/labels.js";
import { pointsOf } from "./graph/points.js";
import { button, section } from "./parts.js";
import { namesOf } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** @param {App} app @returns {import("../types.js").Panel} */
export function createMistake(app) {
  const body = el("div", { class: "why-body" });
  const element = section(app, "mistake", app.t("mistake.title"), body);
  element.hidden = true;

  /** @param {State} state */
  function update(state) {
    const found = state.hidden ? null : mistakeOf(state);
    element.hidden = !found;
    if (!found) return;
    const { ply, node, better } = found;
    const [move, right] = [node.move ?? "", better].map((name) => moveLabel(app.t, state.game.name, name));
    const values = { name: namesOf(app)[node.parent?.seat ?? 0], ply, move: move ?? "", better: right ?? "" };
    const back = button(app, "mistake", app.t("mistake.show"), () => node.parent && app.go(node.parent));
    fill(body, el("p", {}, app.t("mistake.text", values)), back);
  }

  return { element, update };
}

/**
 * The last mistake of the player who has lost, and the best move instead.
 *
 * @param {State} state
 */
function mistakeOf({ node, path }) {
  const end = ending(node);
  if (!end || end.winner === null) return null;
  const loser = other(end.winner);
  const points = pointsOf(path);
  const ply = points.map(({ mistake }) => mistake).lastIndexOf(loser);
  const wrong = points[ply]?.node;
  const better = wrong?.parent?.answer?.moves[0]?.move;
  return wrong && better !== undefined ? { ply, node: wrong, better } : null;
}
