/**
 * Closed forms of Grundy values. The server states them in English; known ones
 * are translated, others shown unchanged.
 *
 * @module
 */

/** @typedef {import("../../types.js").Translate} Translate */

/** The server's texts and the keys of their translations; groups are the values. @type {[RegExp, string][]} */
const laws = [
  [/^the Grundy value of a Nim heap is its size$/, "why.law.size"],
  [/^\((?<a>\d+)-1\)\|\((?<b>\d+)-1\) is (?<bits>[01]+) in binary, its lowest zero bit is bit (?<value>\d+)$/, "why.law.ed"],
  [/^subtraction set (?<rule>[\d, ]+) has period (?<length>\d+) from heap (?<start>\d+) on, so heap (?<n>\d+) has the value of heap (?<like>\d+)$/, "why.law.taking"],
  [/^(?<rule>[0-7.]+) has period (?<length>\d+) from heap (?<start>\d+) on, so heap (?<n>\d+) has the value of heap (?<like>\d+)$/, "why.law.octal"],
  [/^(?<larger>\d+) = (?<q>\d+) × (?<smaller>\d+) \+ (?<r>\d+); (?<rest>\d+ \d+) has Grundy value (?<lowest>\d+), and the .* the last has (?<value>\d+)$/, "why.law.euclid"],
  [/^\d+ \d+ has a zero: no legal move$/, "why.law.zero"],
];

/** Whether a closed form is that of Nim, which needs no explanation. @param {string | null} law */
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
