/**
 * Misère Nim: Bouton's rule.
 *
 * @module
 */

import { heading, linkOf, paragraph, sentence } from "./blocks.js";
import { bitTable } from "./bits.js";
import { isOver, lead, namesOfPlayers } from "./lead.js";
import { mistakeBlocks } from "./strategy.js";

/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Subject} Subject */
/** @typedef {{large: number, single: number, nim_sum: number, move: string | null}} Facts */

/** @param {Subject} subject @returns {Block[]} */
export function explainMisere(subject) {
  const { t } = subject;
  const facts = /** @type {Facts & Subject["reason"]} */ (subject.reason);
  if (isOver(subject)) return [lead(subject)];
  const blocks = [lead(subject), heading(t("why.misere.title")), paragraph(t("why.misere.rule"))];
  return [...blocks, ...argument(subject, facts), ...mistakeBlocks(subject)];
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function argument(subject, facts) {
  const { t } = subject;
  const names = namesOfPlayers(subject);
  const links = facts.move ? { move: linkOf(subject, facts.move) } : null;
  if (facts.large === 0) {
    const parity = t(facts.single % 2 === 0 ? "why.bits.even" : "why.bits.odd");
    const values = { ...names, count: facts.single, parity };
    const singles = paragraph(t("why.misere.singles", values));
    return links ? [singles, sentence(subject, "why.misere.leaveOdd", names, links)] : [singles];
  }
  if (facts.large === 1 && links) {
    return [paragraph(t("why.misere.oneLarge", { ...names, count: facts.single })), sentence(subject, "why.misere.leaveOdd", names, links)];
  }
  return [paragraph(t("why.misere.large", { count: facts.large })), ...sum(subject, facts), ...(links
    ? [sentence(subject, "why.zero.win", { ...names, sum: facts.nim_sum }, links)]
    : [paragraph(t("why.zero.loss", names))])];
}

/** @param {string} position */
const heapsOf = (position) => position.trim().split(/\s+/).map(Number);

/** The heap that a move changes and its new size, if it can be determined. @param {Subject} subject @param {string | null} move @param {number[]} heaps */
function changeOf({ t, answer }, move, heaps) {
  const to = answer.moves.find((one) => one.move === move)?.position;
  if (move === null || to === undefined) return null;
  const then = heapsOf(to);
  const index = heaps.findIndex((heap, i) => heap !== then[i]);
  const after = then[index];
  if (then.length !== heaps.length || after === undefined) return null;
  return { index, after, label: t("why.bits.after", { move }) };
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function sum(subject, facts) {
  const { t, answer } = subject;
  const heaps = heapsOf(answer.position);
  const numbers = heaps.map((value, i) => ({ label: t("why.part.heap", { number: i + 1 }), value }));
  const table = bitTable(numbers, changeOf(subject, facts.move, heaps));
  if (!heaps.every(Number.isSafeInteger) || table.sum !== facts.nim_sum) throw new Error("the nim-sum of the heaps is another");
  return [heading(t("why.bits.title")), paragraph(t("why.bits.rule")), { type: "bits", table }];
}
