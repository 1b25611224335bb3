/**
 * Moves in readable form: cards with the sign of their suit, words translated.
 * Other names are shown unchanged.
 *
 * @module
 */

/** @typedef {import("../types.js").Translate} Translate */

/** @type {Record<string, string>} */
const suits = { C: "♣", D: "♦", S: "♠", H: "♥" };

/** @type {Record<string, string>} */
const inWords = { pass: "move.pass", "next day": "move.day", "next month": "move.month" };

/** @param {Translate} t @param {string} game @param {string} name */
export function moveLabel(t, game, name) {
  const key = inWords[name];
  if (key !== undefined) return t(key);
  const card = game === "nine" ? /^(\w)([CDSH])$/.exec(name) : null;
  // The text presentation of the sign: some systems would draw an emoji.
  return card ? `${card[1] === "T" ? "10" : card[1]}${suits[card[2] ?? ""]}\ufe0e` : name;
}
