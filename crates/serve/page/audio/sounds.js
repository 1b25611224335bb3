/**
 * The sounds of the page, note by note.
 *
 * @module
 */

import { hertz } from "./pitch.js";

/** @typedef {import("../types.js").SoundName} SoundName */
/** @typedef {import("./synth.js").Note} Note */

/**
 * A sequence of notes.
 * @param {"square" | "triangle"} wave
 * @param {string} names of the notes, e.g. "c5 e5 g5"
 * @param {{step: number, length: number, volume: number, sustain?: number}} how `step`: seconds from one to the next
 * @returns {Note[]}
 */
function run(wave, names, { step, length, volume, sustain }) {
  return names.split(" ").map((name, i) => ({ wave, frequency: hertz(name), at: i * step, length, volume, sustain }));
}

/**
 * @param {number} frequency
 * @param {number} at
 * @param {number} length
 * @param {number} volume
 * @returns {Note}
 */
const hiss = (frequency, at, length, volume) => ({ wave: "noise", frequency, at, length, volume, sustain: 0.1 });

/**
 * @param {"square" | "triangle"} wave
 * @param {string} from
 * @param {string} to
 * @param {{at?: number, length: number, volume: number}} how
 * @returns {Note}
 */
const glide = (wave, from, to, { at = 0, length, volume }) =>
  ({ wave, frequency: hertz(from), slide: hertz(to), at, length, volume });

/** @type {Record<SoundName, Note[]>} */
export const sounds = {
  place: run("square", "a5", { step: 0, length: 0.09, volume: 0.3 }),
  card: [
    hiss(14000, 0, 0.035, 0.28),
    hiss(3000, 0.008, 0.06, 0.2),
    glide("triangle", "e4", "e2", { length: 0.07, volume: 0.36 }),
  ],
  flip: [hiss(6000, 0, 0.03, 0.2), glide("square", "d5", "a5", { at: 0.02, length: 0.08, volume: 0.22 })],
  move: [glide("triangle", "c4", "g4", { length: 0.11, volume: 0.5 }), hiss(2500, 0.1, 0.03, 0.15)],
  pass: run("triangle", "d4 d4", { step: 0.14, length: 0.1, volume: 0.45 }),
  win: run("square", "c5 e5 g5 c6 e6", { step: 0.11, length: 0.14, volume: 0.26 }),
  lose: run("square", "g4 eb4 c4 g3", { step: 0.19, length: 0.22, volume: 0.26 }),
  draw: run("triangle", "g4 a4 g4", { step: 0.16, length: 0.18, volume: 0.45 }),
  chime: run("triangle", "e6 c6", { step: 0.36, length: 0.38, volume: 0.5, sustain: 0.08 }),
  undo: [glide("square", "a4", "d4", { length: 0.09, volume: 0.2 })],
  click: run("square", "c6", { step: 0, length: 0.025, volume: 0.15 }),
  wrong: run("square", "eb3 eb3", { step: 0.11, length: 0.09, volume: 0.28 }),
};

/**
 * The pitched notes of a sound in order, for tests that measure the pitch from
 * each note's start to the next one's. Glides and noise have no pitch.
 * @param {SoundName} name
 * @returns {{frequency: number, at: number, length: number}[]}
 */
export function tones(name) {
  const steady = sounds[name].filter((note) => note.wave !== "noise" && !note.slide);
  return steady.map(({ frequency, at, length }, i) =>
    ({ frequency, at, length: Math.min(length, (steady[i + 1]?.at ?? Infinity) - at) }));
}
