/**
 * Staircase Nim: odd and even boxes, and why only the odd ones matter.
 *
 * @module
 */

import { abridge, heading, linkOf, listed, paragraph, sentence } from "./blocks.js";
import { bitTable } from "./bits.js";
import { isOver, lead, namesOfPlayers } from "./lead.js";
import { mistakeBlocks } from "./strategy.js";
import { answerTable } from "./sum.js";

/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Box} Box */
/** @typedef {import("./blocks.js").Subject} Subject */
/**
 * @typedef {object} Facts
 * @property {number[]} odd
 * @property {number[]} even
 * @property {number[]} sinks
 * @property {number} nim_sum
 * @property {{move: string, position: string, box: number, before: number, after: number} | null} move
 * @property {{into: number, on_to: number}[]} sent_on
 * @property {import("./sum.js").Answered[]} answers
 */

/** Maximum number of boxes drawn. */
const BOXES = 30;
/** Maximum number of example moves named. */
const WAYS = 5;

/** @param {Subject} subject @returns {Block[]} */
export function explainStaircase(subject) {
  const facts = /** @type {Facts & Subject["reason"]} */ (subject.reason);
  const { t } = subject;
  const cards = subject.answer.position.trim().split(/\s+/).map(Number);
  if (!cards.every(Number.isSafeInteger)) throw new Error("boxes hold more cards than can be shown");
  if (isOver(subject)) return [lead(subject), ...stairs(subject, facts, cards)];
  const move = facts.move;
  const held = facts.odd.filter((box) => cards[box - 1]);
  const numbers = held.map((box) => ({ label: t("why.box", { number: box }), value: cards[box - 1] ?? 0 }));
  const change = move && {
    index: held.indexOf(move.box),
    after: move.after,
    label: t("why.bits.after", { move: move.move }),
  };
  const table = bitTable(numbers, change);
  if (table.sum !== facts.nim_sum) throw new Error("the nim-sum of the odd boxes is another");
  return [
    lead(subject),
    ...stairs(subject, facts, cards),
    ...sentOn(subject, facts),
    heading(t("why.bits.title")),
    paragraph(t(numbers.length === 0 ? "why.bits.noCards" : "why.bits.rule")),
    ...(numbers.length === 0 ? [] : [/** @type {Block} */ ({ type: "bits", table })]),
    ...verdict(subject, facts),
  ];
}

/** Which boxes are odd, even and sinks. @param {Subject} subject @param {Facts} facts @param {number[]} cards @returns {Block[]} */
function stairs({ t }, facts, cards) {
  const odd = new Set(facts.odd);
  const sinks = new Set(facts.sinks);
  const boxes = cards.map((held, i) => {
    const side = odd.has(i + 1) ? "odd" : sinks.has(i + 1) ? "sink" : "even";
    return /** @type {Box} */ ({ number: i + 1, cards: held, side });
  });
  const { shown, more } = abridge(boxes, BOXES);
  return [heading(t("why.stairs.title")), paragraph(t("why.stairs.rule")), { type: "boxes", boxes: shown, more }];
}

/** Why even boxes do not matter. @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function sentOn(subject, facts) {
  const { t } = subject;
  const sinks = new Set(facts.sinks);
  // If every even box is a sink, nothing enters an odd box.
  const isFed = facts.even.some((box) => !sinks.has(box));
  if (!isFed || facts.sent_on.length === 0) return [heading(t("why.even.title")), paragraph(t("why.even.sinks"))];
  const ways = listed(subject, facts.sent_on.map((way) => `${way.into}\u00a0→\u00a0${way.on_to}`), WAYS);
  return [heading(t("why.even.title")), paragraph(t("why.even.sentOn", { ways }))];
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function verdict(subject, facts) {
  const { t } = subject;
  const names = namesOfPlayers(subject);
  const { move } = facts;
  if (move) {
    const how = sentence(subject, "why.zero.win", { ...names, sum: facts.nim_sum }, { move: linkOf(subject, move.move) });
    return [heading(t("why.zero.winTitle")), how, ...mistakeBlocks(subject)];
  }
  return [heading(t("why.zero.lossTitle")), paragraph(t("why.zero.loss", names)), answerTable(subject, facts.answers, subject.answer.move_count)];
}
