/**
 * The bar above the board while a puzzle is being solved.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { moveLabel } from "../core/labels.js";
import { button } from "./parts.js";
import { namesOf } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/**
 * @param {App} app
 * @param {() => void} next opens another puzzle
 * @param {() => void} share copies its address
 * @returns {import("../types.js").Panel}
 */
export function createPuzzle(app, next, share) {
  const { t, store } = app;
  const element = el("div", { class: "puzzle", role: "status", "data-puzzle": true, hidden: true });
  let drawn = "";

  /** @param {State} state */
  function update(state) {
    const key = state.puzzle ? `${state.puzzle.state} ${state.puzzle.puzzle.position} ${state.node.id} ${state.preferences.streak}` : "";
    if (key === drawn) return;
    drawn = key;
    element.hidden = !state.puzzle;
    element.dataset["state"] = state.puzzle?.state ?? "";
    if (!state.puzzle) return fill(element);
    fill(element, el("p", {}, text(app, state)), el("div", { class: "row" }, ...buttons(state)));
  }

  /** @param {State} state */
  function buttons(state) {
    const puzzle = state.puzzle;
    const isOpen = puzzle?.state === "open";
    return [
      state.node === state.root ? null : button(app, "puzzle-again", t("puzzle.again"), () => void store.first()),
      isOpen ? button(app, "puzzle-hint", t("control.hint"), store.hint) : null,
      isOpen || puzzle?.state === "failed" ? button(app, "puzzle-show", t("puzzle.show"), solution) : null,
      button(app, "puzzle-next", t("puzzle.next"), next),
      button(app, "puzzle-share", t("control.share"), share),
      button(app, "puzzle-leave", t("puzzle.leave"), () => void store.jump(state.root.position, state.root.seat)),
      streakOf(state),
    ];
  }

  /** The puzzles solved in a row. @param {State} state */
  function streakOf({ preferences: { streak, longestStreak } }) {
    if (longestStreak === 0) return null;
    return el("span", { class: "note", "data-streak": streak }, t("puzzle.streak", { count: streak, longest: longestStreak }));
  }

  async function solution() {
    const { puzzle } = store.state();
    await store.first();
    store.showSolution();
    if (puzzle) await store.play(puzzle.puzzle.solution.move);
  }

  return { element, update };
}

/** @param {App} app @param {State} state */
function text(app, state) {
  const { t } = app;
  if (!state.puzzle) return "";
  const { puzzle, name: { kind }, state: stage } = state.puzzle;
  const name = namesOf(app)[state.root.seat];
  const [right, tried] = [puzzle.solution.move, state.path[1]?.move ?? ""].map((move) => moveLabel(t, state.game.name, move));
  if (stage === "solved") return t(kind === "fastest" ? "puzzle.solvedFastest" : "puzzle.solved", { move: right ?? "" });
  if (stage === "failed") return t(kind === "fastest" ? "puzzle.slower" : "puzzle.failed", { move: tried ?? "" });
  if (stage === "shown") return t("puzzle.shown", { move: right ?? "" });
  if (kind === "fastest") return t("puzzle.fastest", { name, count: puzzle.plies ?? 0 });
  return puzzle.plies === null
    ? t("puzzle.task", { name })
    : t("puzzle.taskPlies", { name, count: puzzle.plies });
}
