/**
 * A draw: a cycle that neither player can leave without losing, or a tie at the
 * end of the principal variation.
 *
 * @module
 */

import { abridge, heading, paragraph } from "./blocks.js";
import { lead } from "./lead.js";
import { mistakeBlocks, stepsOf } from "./strategy.js";

/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Counts} Counts */
/** @typedef {import("./blocks.js").Piece} Piece */
/** @typedef {import("./blocks.js").Step} Step */
/** @typedef {import("./blocks.js").Subject} Subject */
/** @typedef {{position: string, side: "mover" | "opponent", move: string, moves: Counts, best_loss: {move: string, plies: number | null} | null}} Leaving */
/** @typedef {{moves: Counts, lead: string[], cycle: string[], leaving: Leaving[]}} Facts */

/** Maximum number of moves shown before the cycle. */
const LINE = 24;
/** Maximum number of steps shown of a cycle. */
const CYCLE = 24;
/** Maximum number of positions shown at which a move loses. */
const RISKS = 6;

/** Cycle, tie or draw. @param {Subject} subject @returns {Block[]} */
export function explainDraw(subject) {
  const { t, reason } = subject;
  const facts = /** @type {Facts & Subject["reason"]} */ (reason);
  const steps = sided(subject, stepsOf(subject, [...facts.lead, ...facts.cycle]), facts.leaving);
  const before = steps.slice(0, facts.lead.length);
  const round = steps.slice(facts.lead.length);
  /** @type {Block[]} */
  const blocks = [lead(subject), heading(t("why.moves.title")), { type: "counts", counts: facts.moves }];
  if (before.length > 0) {
    const { shown, more } = abridge(before, LINE);
    const title = round.length > 0 ? "why.cycle.lead" : reason.kind === "tie" ? "why.line.title" : "why.draw.line";
    blocks.push(heading(t(title)), { type: "line", steps: shown, more });
  }
  if (round.length > 0) {
    const { shown, more } = abridge(round, CYCLE);
    blocks.push(heading(t("why.cycle.title")), paragraph(t("why.cycle.text", { plies: t("why.plies", { count: round.length }) })));
    blocks.push(more === 0 ? { type: "ring", steps: shown } : { type: "line", steps: shown, more });
  }
  return [...blocks, ...risks(subject, facts), ...mistakeBlocks(subject)];
}

/** The player who makes each step, by the facts. @param {Subject} subject @param {Step[]} steps @param {Leaving[]} leaving @returns {Step[]} */
function sided({ mover, other }, steps, leaving) {
  return steps.map((step, i) => {
    const side = leaving[i]?.side;
    return side === undefined ? step : { ...step, who: side === "mover" ? mover : other };
  });
}

/** Positions on the line at which a wrong move loses. @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function risks(subject, facts) {
  const { t } = subject;
  const line = [...facts.lead, ...facts.cycle];
  const all = facts.leaving.flatMap((way, i) => (way.best_loss ? [{ way, i, loss: way.best_loss }] : []));
  if (all.length === 0) return [paragraph(t("why.leave.safe"))];
  const { shown, more } = abridge(all, RISKS);
  const rows = shown.map(({ way, i, loss }) => {
    const before = line.slice(0, i);
    const who = way.side === "mover" ? subject.mover : subject.other;
    const kept = { name: way.move, path: [...before, way.move], value: /** @type {const} */ ("draw") };
    const lost = { name: loss.move, path: [...before, loss.move], value: /** @type {const} */ ("loss"), plies: loss.plies };
    return [
      [String(i + 1)],
      [who.name],
      [kept, ...others(way.moves.draw)],
      [lost, ...others(way.moves.loss)],
    ];
  });
  const heads = ["why.leave.at", "why.leave.who", "why.leave.keeps", "why.leave.loses"].map((key) => t(key));
  const title = t("why.leave.title");
  return [heading(title), paragraph(t("why.leave.text")), { type: "table", caption: title, heads, rows, more }];
}

/** The number of other moves with the same effect. @param {number} count @returns {Piece[]} */
function others(count) {
  return count > 1 ? [` +${count - 1}`] : [];
}
