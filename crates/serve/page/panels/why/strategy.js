/**
 * A winning strategy, or the refutation of every move.
 *
 * @module
 */

import { abridge, heading, linkOf, manyText, paragraph, sentence } from "./blocks.js";
import { lead, namesOfPlayers } from "./lead.js";

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Branch} Branch */
/** @typedef {import("./blocks.js").Counts} Counts */
/** @typedef {import("./blocks.js").Step} Step */
/** @typedef {import("./blocks.js").Subject} Subject */
/** @typedef {{move: string, position: string, value: import("../../types.js").Result, plies: number | null, next?: Node[]}} Node */
/** @typedef {{moves: Counts, length: number | null, line: string[], again?: number[], strategy: Node[], is_cut: boolean}} Facts */

/** Maximum number of moves shown of the principal variation. */
const LINE = 24;
/** Maximum number of losing moves shown. */
const MISTAKES = 60;

/** @param {Subject} subject @returns {Block[]} */
export function explainStrategy(subject) {
  const { t } = subject;
  const facts = /** @type {Facts & Subject["reason"]} */ (subject.reason);
  const [best] = branches(facts.strategy, []);
  if (!best) throw new Error("a strategy without a move");
  const title = facts.moves.win === 1 ? "why.best.only" : "why.best.one";
  /** @type {Block[]} */
  const blocks = [lead(subject), heading(t("why.moves.title")), { type: "counts", counts: facts.moves }, heading(t(title))];
  const count = best.next.length;
  const isAgain = facts.again?.[0] === 0;
  const goesOn = isAgain ? "why.best.again" : count === 0 ? "why.best.leads" : "why.best.answers";
  const key = best.link.plies === 1 ? "why.best.ends" : goesOn;
  blocks.push(sentence(subject, key, { ...namesOfPlayers(subject), count }, { move: best.link }));
  if (count > 0) blocks.push({ type: "tree", branches: best.next });
  return [...blocks, ...cut(subject, facts), ...lineBlocks(subject, facts), ...mistakeBlocks(subject)];
}

/** @param {Subject} subject @returns {Block[]} */
export function explainRefutation(subject) {
  const { t } = subject;
  const facts = /** @type {Facts & Subject["reason"]} */ (subject.reason);
  const all = branches(facts.strategy, []);
  const count = facts.moves.loss;
  const [longest] = all;
  return [
    lead(subject),
    heading(t("why.loss.title")),
    paragraph(t("why.loss.count", { ...namesOfPlayers(subject), count })),
    ...(longest && count > 1 ? [sentence(subject, "why.loss.longest", {}, { move: longest.link })] : []),
    { type: "tree", branches: all },
    ...cut(subject, facts),
    ...lineBlocks(subject, facts),
  ];
}

/**
 * Moves of a strategy, playable from the position shown.
 *
 * @param {Node[]} nodes
 * @param {string[]} before
 * @returns {Branch[]}
 */
export function branches(nodes, before) {
  return nodes.map((node) => {
    const path = [...before, node.move];
    const link = { name: node.move, path, value: node.value, plies: node.plies };
    return { link, position: node.position, next: branches(node.next ?? [], path) };
  });
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function cut({ t }, facts) {
  return facts.is_cut ? [paragraph(t("why.cut"))] : [];
}

/**
 * The principal variation.
 *
 * @param {Subject} subject
 * @param {Facts} facts
 * @returns {Block[]}
 */
function lineBlocks(subject, { line, again }) {
  if (line.length < 2) return [];
  const { shown, more } = abridge(stepsOf(subject, line, again), LINE);
  return [heading(subject.t("why.line.title")), { type: "line", steps: shown, more }];
}

/**
 * A sequence of moves; players alternate except after moves that give the same
 * player another turn.
 *
 * @param {Subject} subject
 * @param {string[]} moves
 * @param {number[]} [again]
 * @returns {Step[]}
 */
export function stepsOf({ mover, other }, moves, again = []) {
  let who = mover;
  return moves.map((name, i) => {
    const step = { link: { name, path: moves.slice(0, i + 1) }, who };
    if (!again.includes(i)) who = who === mover ? other : mover;
    return step;
  });
}

/**
 * What follows at a position on the line: the winner's best move, or all moves
 * of the loser with their refutations as far as known.
 *
 * @param {Analysis} answer of that position
 * @param {string[]} path the moves that lead there
 * @returns {Branch[]}
 */
export function replies(answer, path) {
  const { why, moves } = answer;
  if (answer.value === "win") return branches(moves.slice(0, 1), path);
  if (why?.kind === "refutation") return branches(why["strategy"], path);
  /** @type {import("./sum.js").Answered[]} */
  const answered = why?.["answers"] ?? [];
  return branches(moves, path).map((branch) => {
    const found = answered.find((one) => one.move === branch.link.name);
    if (!found) return branch;
    const link = { name: found.answer, path: [...branch.link.path, found.answer], value: /** @type {const} */ ("win") };
    return { ...branch, next: [{ link, position: found.position, next: [] }] };
  });
}

/**
 * The losing moves; their refutations are requested when opened.
 *
 * @param {Subject} subject
 * @returns {Block[]}
 */
export function mistakeBlocks(subject) {
  const { t, answer } = subject;
  const lost = answer.moves.filter((move) => move.value === "loss");
  if (lost.length === 0) return [];
  const { shown, more } = abridge(lost, MISTAKES);
  const list = shown.map((move) => ({ link: linkOf(subject, move.move), position: move.position, next: [] }));
  // Sorted best first: after a losing move only losing moves follow.
  const unlisted = Math.max(0, answer.move_count - answer.moves.length);
  const count = lost.length + unlisted;
  const title = t("why.mistakes.title", { count: manyText(count) });
  return [{ type: "mistakes", title, branches: list, more: more + unlisted }];
}
