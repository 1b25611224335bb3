/**
 * Names of notes: a letter, `#` or `b`, and the octave.
 *
 * @module
 */

/** Half-tones above c. @type {Record<string, number>} */
const letters = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/**
 * The frequency of a note; `a4` is 440 Hz.
 * @param {string} name
 */
export function hertz(name) {
  const found = /^([a-g])([#b]?)(\d)$/.exec(name);
  if (!found) throw new Error(`not a note: ${name}`);
  const [, letter, accidental, octave] = found;
  const shift = { "": 0, "#": 1, b: -1 }[accidental] ?? 0;
  const fromA4 = letters[letter] + shift - 9 + 12 * (Number(octave) - 4);
  return 440 * 2 ** (fromA4 / 12);
}
