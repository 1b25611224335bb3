/**
 * Each kind of reason, and the explanation that is made of its facts.
 *
 * @module
 */

import { isExact, linkOf, sentence } from "./blocks.js";
import { explainHeld } from "./cycle.js";
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
  ["cycle", explainHeld],
  ["tie", explainHeld],
  ["draw", explainHeld],
  ["over", (subject) => [lead(subject)]],
  ["squeeze", explainSqueeze],
  ["misere", explainMisere],
]);

/**
 * The explanation of a position. A kind or a fact that is not known here, and
 * a number that JavaScript cannot hold, leave the server's own words.
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
    // Facts of another shape than expected: better plain words than none.
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
