/**
 * Sounds and tunes as samples, without a loudspeaker: for tests that measure them.
 *
 * @module
 */

import { sounds } from "./sounds.js";
import { schedule } from "./synth.js";
import { tune } from "./tunes.js";

/** @typedef {import("./synth.js").Note} Note */

/**
 * @param {Note[]} notes
 * @param {number} seconds
 * @param {number} sampleRate
 */
function render(notes, seconds, sampleRate) {
  const context = new OfflineAudioContext(1, Math.round(seconds * sampleRate), sampleRate);
  schedule(context, context.destination, notes, 0);
  return context.startRendering();
}

/**
 * A sound from its start to its end.
 * @param {import("../types.js").SoundName} name
 * @returns {Promise<AudioBuffer>}
 */
export function renderSound(name, sampleRate = 44100) {
  const notes = sounds[name];
  return render(notes, Math.max(...notes.map((note) => note.at + note.length)), sampleRate);
}

/**
 * One pass of a tune.
 * @param {import("./tunes.js").TuneName} name
 * @returns {Promise<AudioBuffer>}
 */
export function renderTune(name, sampleRate = 44100) {
  const { notes, length } = tune(name);
  return render(notes, length, sampleRate);
}
