/**
 * The hint in three steps: where to look, which move, and why it is best.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { moveLabel } from "../core/labels.js";
import { button } from "./parts.js";
import { explained } from "./terms.js";
import { lead } from "./why/lead.js";
import { subjectOf } from "./why/why.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").State} State */

/** The names of what a position consists of. @type {Record<string, string>} */
const PARTS = { heap: "why.part.heap", pile: "why.part.pile", pair: "why.part.pair", box: "why.box" };

/** @param {App} app @returns {import("../types.js").Panel} */
export function createHint(app) {
  const { t, store } = app;
  const element = el("div", { class: "puzzle hint", role: "status", "data-hint": true, hidden: true });
  let drawn = "";

  /** @param {State} state */
  function update(state) {
    const key = `${state.node.id} ${state.hint} ${!!state.node.answer}`;
    if (key === drawn) return;
    drawn = key;
    const [best] = state.node.answer?.moves ?? [];
    element.hidden = state.hint === 0 || !best;
    element.dataset["step"] = String(state.hint);
    if (!best || state.hint === 0) return fill(element);
    const more = state.hint === 3 ? null : button(app, "hint-more", t(state.hint === 1 ? "hint.which" : "hint.why"), store.hint);
    fill(element, el("p", {}, explained(textOf(app, state, best))), el("div", { class: "row" }, more, button(app, "hint-close", t("hint.close"), store.closeHint)));
  }

  return { element, update };
}

/** @param {App} app @param {State} state @param {Move} best */
function textOf(app, state, best) {
  const { t } = app;
  if (state.hint === 1) return where(app, state, best);
  const move = t("hint.move", { move: moveLabel(t, state.game.name, best.move) });
  const subject = state.hint === 3 ? subjectOf(app, state) : null;
  const reason = subject && lead(subject);
  return reason?.type === "lead" ? `${move} ${reason.text}` : move;
}

/** Where to look, as far as it does not name the move. @param {App} app @param {State} state @param {Move} best */
function where({ t }, { node }, best) {
  const { moves = [], view } = node.answer ?? {};
  const { places } = best;
  const isSame = (/** @type {Move} */ move) => move.value === best.value && move.plies === best.plies;
  const from = places?.from ?? (places?.kind === "take" ? places.cells[0] : undefined);
  const part = view?.kind === "piles" ? PARTS[view.what] : undefined;
  if (from !== undefined) return t("hint.where", { place: part ? t(part, { number: from }) : from });
  const row = view?.kind === "grid" ? view.cells.findIndex((cells) => cells.some((cell) => cell && cell.name === places?.cells[0])) : -1;
  const name = view?.kind === "grid" ? view.rows[row] : undefined;
  return name ? t("hint.row", { row: name }) : t("hint.some", { count: moves.filter(isSame).length, moves: moves.length });
}
