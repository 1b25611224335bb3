/**
 * A sum of components: the Grundy value of each, the nim-sum, and the move that
 * makes it zero, or the replies that restore zero.
 *
 * @module
 */

import { abridge, heading, linkOf, paragraph, sentence } from "./blocks.js";
import { bitTable } from "./bits.js";
import { isNimLaw, lawText } from "./laws.js";
import { isOver, lead, namesOfPlayers } from "./lead.js";
import { mistakeBlocks } from "./strategy.js";

/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Subject} Subject */
/** @typedef {{part: string, grundy: number, options: number[] | null, law: string | null}} Part */
/** @typedef {{move: string, position: string, change: {number: number, before: number, after: number} | null}} Zeroing */
/** @typedef {{move: string, nim_sum?: number, answer: string, position: string}} Answered */
/** @typedef {{parts: Part[], nim_sum: number, move: Zeroing | null, answers: Answered[]}} Facts */

/** Maximum number of replies listed. */
const ANSWERS = 10;

/** What a game calls its components. */
const nouns = new Map([
  ["piles", "pile"],
  ["nim", "heap"],
  ["subtraction", "heap"],
  ["octal", "heap"],
  ["ed", "pair"],
  ["euclid", "pair"],
]);

/** @param {Subject} subject @returns {Block[]} */
export function explainSum(subject) {
  const { t, answer } = subject;
  const facts = /** @type {Facts & Subject["reason"]} */ (subject.reason);
  if (isOver(subject)) return [lead(subject)];
  const noun = nouns.get(answer.game) ?? "part";
  const isOne = facts.parts.length === 1;
  /** @type {Block[]} */
  const blocks = [lead(subject), heading(t(isOne ? "why.worth.one" : "why.worth.title"))];
  if (facts.parts.every((part) => isNimLaw(part.law))) {
    blocks.push(paragraph(t("why.law.size")));
  } else {
    blocks.push(paragraph(t(isOne ? "why.worth.ruleOne" : "why.worth.rule")));
    blocks.push({ type: "worths", worths: facts.parts.map((_, i) => worth(subject, facts, isOne ? "part" : noun, i)) });
  }
  if (!isOne) blocks.push(...nimSum(subject, facts, noun));
  blocks.push(...(isOne ? verdictOfOne(subject, facts) : verdict(subject, facts)));
  return facts.move ? [...blocks, ...mistakeBlocks(subject)] : blocks;
}

/**
 * @param {Subject} subject
 * @param {Facts} facts
 * @param {string} noun
 * @param {number} index
 * @returns {import("./blocks.js").PartValue}
 */
function worth(subject, facts, noun, index) {
  const { t } = subject;
  const { part, grundy, options, law } = /** @type {Part} */ (facts.parts[index]);
  const moves = reaching(subject, facts, index);
  const values = options && [...new Set(options)].sort((a, b) => a - b);
  const reached = values && values.map((value) => ({ value, link: moves.get(value) ?? null }));
  const said = lawText(t, law);
  const note = reached || said ? said : t("why.worth.many");
  const label = t(`why.part.${noun}`, { number: index + 1 });
  return { label, part, value: grundy, reached, note };
}

/**
 * Moves by the Grundy value that they give to one component: the value of the
 * whole after the move, XOR that of the other components.
 *
 * @param {Subject} subject
 * @param {Facts} facts
 * @param {number} index
 * @returns {Map<number, import("./blocks.js").Link>}
 */
function reaching(subject, facts, index) {
  const others = BigInt(facts.nim_sum) ^ BigInt(facts.parts[index]?.grundy ?? 0);
  const isOne = facts.parts.length === 1;
  const moves = subject.answer.moves.filter(({ move }) => isOne || move.startsWith(`${index + 1}: `));
  // In reverse, so that the first of several moves, the best, is kept.
  return new Map(
    moves.reverse().flatMap(({ move, grundy }) =>
      grundy === null ? [] : [[Number(BigInt(grundy) ^ others), linkOf(subject, move)]],
    ),
  );
}

/** @param {Subject} subject @param {Facts} facts @param {string} noun @returns {Block[]} */
function nimSum({ t }, facts, noun) {
  const label = (/** @type {number} */ i) => t(`why.part.${noun}`, { number: i + 1 });
  const numbers = facts.parts.map((part, i) => ({ label: label(i), value: part.grundy }));
  const { move } = facts;
  const change = move?.change
    ? { index: changedPart(facts.parts, move.move, move.change.number) - 1, after: move.change.after, label: t("why.bits.after", { move: move.move }) }
    : null;
  const table = bitTable(numbers, change);
  // Shown only if it agrees with the server.
  if (table.sum !== facts.nim_sum) throw new Error("the nim-sum of the parts is another");
  return [heading(t("why.bits.title")), paragraph(t("why.bits.rule")), { type: "bits", table }];
}

/**
 * The component that a move changes. The facts may name another one that looks
 * the same; a move name that begins with a number says which it is.
 *
 * @param {Part[]} parts
 * @param {string} move
 * @param {number} number from 1, as in the facts
 */
function changedPart(parts, move, number) {
  const named = Number(/^(\d+):/.exec(move)?.[1]);
  return parts[named - 1]?.part === parts[number - 1]?.part ? named : number;
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function verdict(subject, facts) {
  const { t } = subject;
  const names = namesOfPlayers(subject);
  if (!facts.move) return [heading(t("why.zero.lossTitle")), paragraph(t("why.zero.loss", names)), answerTable(subject, facts.answers, subject.answer.move_count)];
  const move = linkOf(subject, facts.move.move);
  return [heading(t("why.zero.winTitle")), sentence(subject, "why.zero.win", { ...names, sum: facts.nim_sum }, { move })];
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function verdictOfOne(subject, facts) {
  const { t } = subject;
  const values = { ...namesOfPlayers(subject), sum: facts.nim_sum };
  if (!facts.move) return [heading(t("why.zero.lossTitle")), paragraph(t("why.one.loss", values)), answerTable(subject, facts.answers, subject.answer.move_count)];
  const move = linkOf(subject, facts.move.move);
  return [heading(t("why.zero.winTitle")), sentence(subject, "why.one.win", values, { move })];
}

/**
 * The moves of a lost position and the replies.
 *
 * @param {Subject} subject
 * @param {Answered[]} answers
 * @param {number} [all] total number, if not all are given
 * @returns {Block}
 */
export function answerTable(subject, answers, all = answers.length) {
  const { t } = subject;
  const names = namesOfPlayers(subject);
  const { shown } = abridge(answers, ANSWERS);
  const hasSums = answers.some((one) => one.nim_sum !== undefined);
  const rows = shown.map((one) => [
    [linkOf(subject, one.move)],
    ...(hasSums ? [[String(one.nim_sum)]] : []),
    [{ name: one.answer, path: [one.move, one.answer], value: /** @type {const} */ ("win") }],
  ]);
  const heads = [t("why.answers.move", names), ...(hasSums ? [t("why.answers.sum")] : []), t("why.answers.answer", names)];
  return { type: "table", caption: t("why.answers.caption"), heads, rows, more: all - shown.length };
}
