/**
 * Nine: who gets rid of all cards first, who has to pass, and which card they
 * wait for.
 *
 * @module
 */

import { abridge, heading, paragraph } from "./blocks.js";
import { lead } from "./lead.js";
import { moveLabel } from "../../core/labels.js";
import { mistakeBlocks } from "./strategy.js";

/** @typedef {import("./blocks.js").Beat} Beat */
/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Person} Person */
/** @typedef {import("./blocks.js").Subject} Subject */
/** @typedef {{ply: number, player: string, behind: string[]}} Pass */
/** @typedef {{ply: number, player: string, card: string, opens: string[]}} Forced */
/**
 * @typedef {object} Facts
 * @property {string | null} winner
 * @property {string[]} line
 * @property {Pass[]} passes
 * @property {{player: string, card: string, holder: string, passes: number[], laid: number | null} | null} squeezed
 * @property {Forced[]} forced
 * @property {number | null} score
 * @property {number | null} importance
 */

/** Maximum number of moves in the timeline. */
const BEATS = 60;
/** Maximum number of passes and forced cards described. */
const EVENTS = 8;
/** Maximum number of cards named. */
const CARDS = 6;

/** @param {Subject} subject @returns {Block[]} */
export function explainSqueeze(subject) {
  const { t } = subject;
  const facts = /** @type {Facts & Subject["reason"]} */ (subject.reason);
  const { shown, more } = abridge(beats(subject, facts), BEATS);
  return [
    lead(subject),
    heading(t("why.nine.passes")),
    ...["Alice", "Bob"].map((player) => passCount(subject, facts, player)),
    ...keyCard(subject, facts),
    heading(t("why.line.title")),
    paragraph(t("why.nine.legend")),
    { type: "lanes", beats: shown, more },
    ...events(subject, facts),
    ...scores(subject, facts),
    ...mistakeBlocks(subject),
  ];
}

/** @param {Subject} subject @param {string} player @returns {Person} */
function person({ answer, mover, other }, player) {
  return player === answer.mover ? mover : other;
}

/** @param {Subject} subject @param {string[]} cards */
function cardList({ t }, cards) {
  const { shown, more } = abridge(cards.map((card) => moveLabel(t, "nine", card)), CARDS);
  return shown.join(" ") + (more === 0 ? "" : ` ${t("why.more", { count: more })}`);
}

/** @param {Subject} subject @param {Facts} facts @returns {Beat[]} */
function beats({ mover, other }, facts) {
  const forced = new Set(facts.forced.map((one) => one.ply));
  return facts.line.map((name, i) => ({
    ply: i + 1,
    link: { name, path: facts.line.slice(0, i + 1) },
    who: i % 2 === 0 ? mover : other,
    mark: name === "pass" ? "pass" : forced.has(i + 1) ? "forced" : "plain",
  }));
}

/** @param {Subject} subject @param {Facts} facts @param {string} player @returns {Block} */
function passCount(subject, facts, player) {
  const count = facts.passes.filter((pass) => pass.player === player).length;
  const { name } = person(subject, player);
  if (count === 0) return paragraph(subject.t("why.nine.never", { player: name }));
  return paragraph(subject.t("why.nine.times", { player: name, times: subject.t("why.times", { count }) }));
}

/** The card that a player waits for. @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function keyCard(subject, facts) {
  const { t } = subject;
  const { squeezed } = facts;
  if (!squeezed) return [];
  const holder = person(subject, squeezed.holder);
  const values = {
    card: moveLabel(t, "nine", squeezed.card),
    holder: holder.name,
    holderOf: holder.of,
    player: person(subject, squeezed.player).name,
    times: t("why.times", { count: squeezed.passes.length }),
  };
  const kept = squeezed.laid === null ? t("why.nine.kept", values) : t("why.nine.laid", { ...values, ply: squeezed.laid });
  return [paragraph(`${t("why.nine.key", values)} ${kept}`)];
}

/** Passes and forced cards in order. @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function events(subject, facts) {
  const { t } = subject;
  const passes = facts.passes.map((pass) => {
    const { name, of } = person(subject, pass.player);
    const text = t("why.nine.pass", { player: name, playerOf: of, cards: cardList(subject, pass.behind) });
    return { ply: pass.ply, text };
  });
  const forced = facts.forced.map((one) => {
    const { name, of } = person(subject, one.player);
    const values = { player: name, playerOf: of, card: moveLabel(t, "nine", one.card), cards: cardList(subject, one.opens) };
    return { ply: one.ply, text: t("why.nine.forced", values) };
  });
  const all = [...passes, ...forced].sort((a, b) => a.ply - b.ply);
  if (all.length === 0) return [];
  const { shown, more } = abridge(all, EVENTS);
  const items = shown.map((event) => ({ mark: String(event.ply), pieces: [event.text] }));
  return [heading(t("why.nine.events")), { type: "list", items, more }];
}

/** @param {Subject} subject @param {Facts} facts @returns {Block[]} */
function scores(subject, facts) {
  const { t, mover, other } = subject;
  /** @type {Block[]} */
  const blocks = [];
  if (facts.score !== null) {
    const [ahead, behind] = facts.score >= 0 ? [mover, other] : [other, mover];
    const cards = t("why.cards", { count: Math.abs(facts.score) });
    const values = { ahead: ahead.name, behind: behind.name, behindOf: behind.of, cards };
    blocks.push(paragraph(t("why.nine.score", values)));
  }
  if (facts.importance !== null) {
    const key = facts.importance === 0 ? "why.nine.noFirst" : "why.nine.first";
    blocks.push(paragraph(t(key, { count: facts.importance })));
  }
  return blocks.length === 0 ? [] : [heading(t("why.nine.scoreTitle")), ...blocks];
}
