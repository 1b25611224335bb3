/**
 * Notation for tunes. A voice is a text of steps separated by spaces, with `|`
 * between bars; every bar has the same number of steps:
 *
 *     a4    starts a note of that name (see pitch.js)
 *     -     continues the previous note
 *     .     silence
 *     o s h in the beat: kick, snare, hi-hat
 *
 * A bass or a beat that is shorter than its lead is repeated.
 *
 * @module
 */

import { hertz } from "./pitch.js";

/** @typedef {import("./synth.js").Note} Note */
/** @typedef {{lead: string, bass: string, beat: string}} Part */

/**
 * A tune as written.
 * @typedef {object} Score
 * @property {number} tempo steps per minute
 * @property {number} steps in a bar
 * @property {Record<string, Part>} parts
 * @property {string} order of the parts, a letter for each
 */

/**
 * A tune ready to be played in a loop.
 * @typedef {object} Tune
 * @property {Note[]} notes in the order of their starts
 * @property {number} length of one pass, in seconds
 * @property {number} bars
 */

/** The beat's instruments. @type {Record<string, Omit<Note, "at">>} */
const drums = {
  o: { wave: "triangle", frequency: 140, slide: 45, length: 0.1, volume: 0.3 },
  s: { wave: "noise", frequency: 7000, length: 0.09, volume: 0.08, sustain: 0.1 },
  h: { wave: "noise", frequency: 16000, length: 0.03, volume: 0.045, sustain: 0.1 },
};

/**
 * Parameters of the voices; a note is a little shorter than its steps, so that
 * repeated notes are separate.
 */
const voices = {
  lead: { wave: /** @type {const} */ ("square"), volume: 0.1, sustain: 0.45, held: 0.92 },
  bass: { wave: /** @type {const} */ ("triangle"), volume: 0.24, sustain: 0.7, held: 0.85 },
};

/** Echo of the lead: delay in steps, and volume. */
const echo = { steps: 1.5, volume: 0.3 };

/**
 * The steps of a voice; throws if a bar has the wrong length.
 * @param {string} text
 * @param {number} perBar
 */
function stepsOf(text, perBar) {
  return text.split("|").flatMap((bar) => {
    const steps = bar.trim().split(/\s+/);
    if (steps.length !== perBar) throw new Error(`${steps.length} steps instead of ${perBar}: ${bar}`);
    return steps;
  });
}

/**
 * @param {Part} part
 * @param {keyof Part} name
 * @param {number} perBar
 */
function voiceOf(part, name, perBar) {
  const steps = stepsOf(part[name], perBar);
  const times = stepsOf(part.lead, perBar).length / steps.length;
  if (!Number.isInteger(times)) throw new Error(`the ${name} does not fit under its lead: ${part[name]}`);
  return Array.from({ length: times }, () => steps).flat();
}

/**
 * @param {string[]} steps
 * @param {number} seconds of a step
 * @param {"lead" | "bass"} kind
 * @returns {Note[]}
 */
function melody(steps, seconds, kind) {
  const { wave, volume, sustain, held } = voices[kind];
  /** @type {Note[]} */
  const notes = [];
  steps.forEach((step, i) => {
    if (step === "." || step === "-") return;
    let end = i + 1;
    while (steps[end] === "-") end++;
    notes.push({ wave, frequency: hertz(step), at: i * seconds, length: (end - i) * seconds * held, volume, sustain });
  });
  return notes;
}

/**
 * @param {string[]} steps
 * @param {number} seconds of a step
 * @returns {Note[]}
 */
function drumming(steps, seconds) {
  return steps.flatMap((step, i) => (step === "." ? [] : [{ ...drums[step], at: i * seconds }]));
}

/**
 * Echoes of the last notes wrap to the beginning of the next pass.
 * @param {Note[]} lead
 * @param {number} delay
 * @param {number} length of the pass
 * @returns {Note[]}
 */
function withEcho(lead, delay, length) {
  return lead.map((note) => ({ ...note, at: (note.at + delay) % length, volume: note.volume * echo.volume }));
}

/**
 * Reads a score.
 * @param {Score} score
 * @returns {Tune}
 */
export function read(score) {
  const seconds = 60 / score.tempo;
  const voice = (/** @type {keyof Part} */ name) =>
    [...score.order].flatMap((letter) => voiceOf(score.parts[letter], name, score.steps));
  const leadSteps = voice("lead");
  const length = leadSteps.length * seconds;
  const lead = melody(leadSteps, seconds, "lead");
  const notes = [
    ...lead,
    ...withEcho(lead, echo.steps * seconds, length),
    ...melody(voice("bass"), seconds, "bass"),
    ...drumming(voice("beat"), seconds),
  ];
  notes.sort((a, b) => a.at - b.at);
  return { notes, length, bars: leadSteps.length / score.steps };
}
