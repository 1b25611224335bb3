/**
 * The two tunes of the page, composed for it, in the notation of notation.js.
 *
 * @module
 */

import { read } from "./notation.js";

/** @typedef {import("./notation.js").Tune} Tune */
/** @typedef {import("./notation.js").Score} Score */
/** @typedef {"marbles" | "nine"} TuneName */

/**
 * "Downhill": marbles that roll and bounce, in G major.
 * @type {Score}
 */
const downhill = {
  tempo: 276,
  steps: 8,
  order: "ABCDAB",
  parts: {
    A: {
      lead: `g4 b4 d5 b4 g5 - d5 - | e5 - b4 e5 g5 - e5 - |
             c5 e5 g5 - a5 g5 e5 - | d5 - f#5 - a5 - f#5 d5`,
      bass: `g2 . g3 . d3 . g3 .   | e2 . e3 . b2 . e3 .  |
             c3 . g3 . e3 . g3 .   | d3 . a3 . f#3 . a3 .`,
      beat: "o . h . s . h h",
    },
    B: {
      lead: `g4 b4 d5 b4 g5 - d5 - | e5 - b4 e5 g5 - b5 - |
             a5 g5 e5 c5 d5 f#5 a5 f#5 | g5 - - d5 g5 - . .`,
      bass: `g2 . g3 . d3 . g3 .   | e2 . e3 . b2 . e3 .  |
             a2 . e3 . d3 . f#3 .  | g2 . d3 . g2 - . .`,
      beat: "o . h . s . h h | o . h . s . h h | o . h . s . h h | o . h o s s . .",
    },
    C: {
      lead: `e5 - - g5 e5 d5 c5 -  | d5 - - g5 d5 c5 b4 -  |
             c5 - e5 - a4 c5 e5 -  | f#5 e5 d5 - a4 b4 c5 d5`,
      bass: `c3 - . c3 g2 . c3 .   | g2 - . g2 d3 . g2 .   |
             a2 - . a2 e3 . a2 .   | d3 - . d3 a2 . d3 .`,
      beat: "o . . o s . h .",
    },
    D: {
      lead: `e5 - - g5 e5 d5 c5 -  | d5 - - f#5 b5 a5 f#5 - |
             c6 - b5 - a5 - e5 -   | f#5 - a5 - d5 e5 f#5 -`,
      bass: `c3 - . c3 g2 . c3 .   | b2 - . b2 f#2 . b2 .  |
             a2 - . a2 e3 . a2 .   | d3 - . d3 d3 e3 f#3 .`,
      beat: "o . . o s . h . | o . . o s . h . | o . . o s . h . | o . s . s . s s",
    },
  },
};

/**
 * "Eighteen cards": a sly waltz for two players at a table, in D minor.
 * @type {Score}
 */
const eighteenCards = {
  tempo: 336,
  steps: 6,
  order: "ABCB",
  parts: {
    A: {
      lead: `a4 - d5 - f5 -   | e5 - d5 - a4 -   | bb4 - d5 - g5 -  | f5 - - e5 d5 -   |
             c#5 - e5 - g5 -  | f5 - e5 - c#5 -  | d5 - f5 e5 d5 c5 | a4 - - - . .`,
      bass: `d2 - f3 . a3 .   | a2 - f3 . d3 .   | g2 - d3 . bb3 .  | bb2 - d3 . g3 .  |
             a2 - e3 . g3 .   | a2 - c#3 . g3 .  | d2 - f3 . a3 .   | a2 - e3 . c#3 .`,
      beat: "o . h . h . | o . h . s .",
    },
    B: {
      lead: `a4 - d5 - f5 -   | a5 - f#5 - d5 -  | g5 - bb5 - a5 -  | g5 - f5 - d5 -   |
             e5 - g5 f5 e5 d5 | c#5 - e5 - a4 -  | d5 - - - f5 e5   | d5 - - . . .`,
      bass: `d2 - f3 . a3 .   | f#2 - c3 . a3 .  | g2 - bb3 . d3 .  | bb2 - d3 . g3 .  |
             a2 - g3 . e3 .   | a2 - e3 . c#3 .  | d2 - a2 . f3 .   | d3 - a2 . d2 -`,
      beat: "o . h . h . | o . h . s . | o . h . h . | o . s h s .",
    },
    C: {
      lead: `c5 f5 a5 - c6 -  | bb5 - g5 - e5 -  | a5 - f5 - c5 -   | e5 - g5 - - -    |
             d5 f5 bb5 - a5 - | a5 - f5 - d5 -   | g#5 - e5 - b4 -  | a4 c#5 e5 - g5 -`,
      bass: `f2 - c3 . a3 .   | c3 - g3 . bb3 .  | f2 - c3 . a3 .   | c3 - e3 . g3 .   |
             bb2 - d3 . f3 .  | d2 - a2 . f3 .   | e2 - b2 . g#3 .  | a2 - e3 . c#3 .`,
      beat: "o . s . s . | o . s h s h",
    },
  },
};

/** @type {Record<TuneName, Score>} */
const scores = { marbles: downhill, nine: eighteenCards };

/** @type {Partial<Record<TuneName, Tune>>} */
const known = {};

/**
 * A tune by name, parsed on first use.
 * @param {TuneName} name
 * @returns {Tune}
 */
export function tune(name) {
  return (known[name] ??= read(scores[name]));
}

/** Games of cards; they share the table's tune. */
const cardGames = new Set(["nine", "numbers", "boxes", "piles"]);

/**
 * The tune of a game.
 * @param {string} game
 * @returns {TuneName}
 */
export function tuneFor(game) {
  return cardGames.has(game) ? "nine" : "marbles";
}
