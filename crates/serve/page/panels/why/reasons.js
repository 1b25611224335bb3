/**
 * The kinds of explanations, and the functions that build them from the facts.
 *
 * @module
 */

import { isExact, linkOf, sentence } from "./blocks.js";
import { explainDraw } from "./cycle.js";
import { lead } from "./lead.js";
import { explainMisere } from "./misere.js";
import { explainSqueeze } from "./squeeze.js";
import { explainStaircase } from "./staircase.js";
import { explainRefutation, explainStrategy, mistakeBlocks } from "./strategy.js";
import { explainSum } from "./sum.js";

/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Subject} Subject */

/** @type {Map<string, (subject: Subject) => Block[]>} */
const kinds = new Map([
  ["sum", explainSum],
  ["staircase", explainStaircase],
  ["strategy", explainStrategy],
  ["refutation", explainRefutation],
  ["cycle", explainDraw],
  ["tie", explainDraw],
  ["draw", explainDraw],
  ["over", (subject) => [lead(subject)]],
  ["squeeze", explainSqueeze],
  ["misere", explainMisere],
]);

/**
 * The explanation of a position. For an unknown kind or fact, or a number that
 * JavaScript cannot represent exactly, the server's text is shown.
 *
 * @param {Subject} subject
 * @returns {Block[]}
 */
export function explain(subject) {
  const explainKind = kinds.get(subject.reason.kind);
  if (!explainKind || !isExact(subject.reason)) return inServersWords(subject);
  try {
    return explainKind(subject);
  } catch {
    // Unexpected facts: fall back to the server's text.
    return inServersWords(subject);
  }
}

/** @param {Subject} subject @returns {Block[]} */
function inServersWords(subject) {
  const { answer, reason } = subject;
  const [best] = answer.moves;
  return [
    lead(subject),
    ...(best && answer.value === "win" ? [sentence(subject, "why.best.move", {}, { move: linkOf(subject, best.move) })] : []),
    { type: "words", text: reason.text },
    ...mistakeBlocks(subject),
  ];
}
