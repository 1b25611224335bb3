/**
 * Laws that give a part's value without looking at its options. The server
 * writes them in English; those that are known here are said in the language
 * chosen, others as they came.
 *
 * @module
 */

/** @typedef {import("../../types.js").Translate} Translate */

/** What the server writes, and the text that says it; groups are its values. @type {[RegExp, string][]} */
const laws = [
  [/^a heap of Nim is worth its size$/, "why.law.size"],
  [/^\((?<a>\d+)-1\)\|\((?<b>\d+)-1\) is (?<bits>[01]+) in binary, its lowest zero bit is bit (?<value>\d+)$/, "why.law.ed"],
  [/^taking (?<rule>[\d, ]+) repeats every (?<length>\d+) heaps from (?<start>\d+), and (?<n>\d+) is like (?<like>\d+)$/, "why.law.taking"],
  [/^(?<rule>[0-7.]+) repeats every (?<length>\d+) heaps from (?<start>\d+), and (?<n>\d+) is like (?<like>\d+)$/, "why.law.octal"],
  [/^(?<larger>\d+) is (?<q>\d+) times (?<smaller>\d+) and (?<r>\d+), (?<rest>\d+ \d+) is worth (?<lowest>\d+), and the .* the last takes (?<value>\d+)$/, "why.law.euclid"],
  [/^\d+ \d+ has a zero: there is no move$/, "why.law.zero"],
];

/** Whether a law is that of Nim, which needs no second look. @param {string | null} law */
export function isNimLaw(law) {
  return law !== null && laws[0]?.[0].test(law) === true;
}

/** @param {Translate} t @param {string | null} law */
export function lawText(t, law) {
  if (law === null) return "";
  for (const [pattern, key] of laws) {
    const found = pattern.exec(law);
    if (found) return t(key, found.groups ?? {});
  }
  return law;
}
