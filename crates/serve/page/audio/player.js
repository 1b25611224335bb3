/**
 * Plays a tune in a loop: notes are scheduled in slices, a little before they
 * are due.
 *
 * @module
 */

import { schedule } from "./synth.js";

/** @typedef {import("./notation.js").Tune} Tune */

/**
 * Scheduling horizon in seconds: browsers run timers of a hidden page once a
 * second.
 */
const ahead = 1.3;
const sliceMilliseconds = 250;
const fadeIn = 1.5;
const fadeOut = 0.02;

/**
 * The notes of a loop that are due, slice by slice. Notes missed while the page
 * slept are skipped, or they would all sound together.
 * @param {Tune} tune
 * @param {number} start when the first pass begins
 */
export function createLoop(tune, start) {
  let pass = start;
  let next = 0;
  return {
    /**
     * The notes from now to a time, `at` on the context's clock.
     * @param {number} now
     * @param {number} until
     */
    due(now, until) {
      if (now > pass + 2 * tune.length) {
        pass += tune.length * Math.floor((now - pass) / tune.length);
        next = 0;
      }
      const notes = [];
      while (pass + tune.notes[next].at < until) {
        const at = pass + tune.notes[next].at;
        if (at >= now) notes.push({ ...tune.notes[next], at });
        next += 1;
        if (next === tune.notes.length) {
          next = 0;
          pass += tune.length;
        }
      }
      return notes;
    },
  };
}

/**
 * Starts a tune.
 * @param {AudioContext} context
 * @param {AudioNode} destination
 * @param {Tune} tune
 * @returns {() => void} stops it immediately
 */
export function play(context, destination, tune) {
  const start = context.currentTime + 0.05;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(1, start + fadeIn);
  loudness.connect(destination);
  const loop = createLoop(tune, start);
  const slice = () => {
    const now = context.currentTime;
    schedule(context, loudness, loop.due(now, now + ahead), 0);
  };
  slice();
  const timer = setInterval(slice, sliceMilliseconds);
  return () => {
    clearInterval(timer);
    const now = context.currentTime;
    loudness.gain.cancelScheduledValues(now);
    loudness.gain.setTargetAtTime(0, now, fadeOut / 4);
    setTimeout(() => loudness.disconnect(), fadeOut * 1000);
  };
}
