/**
 * A small synthesiser: square, triangle and noise voices with short envelopes.
 * It works with any audio context; tests render with an offline one.
 *
 * @module
 */

/**
 * One tone or one burst of noise.
 * @typedef {object} Note
 * @property {"square" | "triangle" | "noise"} wave
 * @property {number} frequency in hertz; for noise, its sample rate
 * @property {number} at seconds after the start
 * @property {number} length seconds
 * @property {number} volume peak volume, 0 to 1
 * @property {number} [slide] the final frequency of a glide
 * @property {number} [sustain] level just before the end, as a fraction of `volume`
 */

/** Attack and release in seconds, long enough to avoid clicks. */
const attack = 0.003;
const release = 0.012;

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/**
 * Bits of a 15-bit linear-feedback shift register, as in old sound chips;
 * deterministic, so that rendered sounds can be compared.
 * @param {BaseAudioContext} context
 */
function noiseOf(context) {
  const known = noises.get(context);
  if (known) return known;
  const buffer = context.createBuffer(1, 32767, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let register = 1;
  for (let i = 0; i < samples.length; i++) {
    const bit = (register ^ (register >> 1)) & 1;
    register = (register >> 1) | (bit << 14);
    samples[i] = register & 1 ? 1 : -1;
  }
  noises.set(context, buffer);
  return buffer;
}

/**
 * @param {BaseAudioContext} context
 * @param {Note} note
 * @param {number} start
 * @param {number} end
 */
function noiseSource(context, note, start, end) {
  const source = context.createBufferSource();
  source.buffer = noiseOf(context);
  source.loop = true;
  glide(source.playbackRate, note, start, end, 1 / context.sampleRate);
  return source;
}

/**
 * @param {BaseAudioContext} context
 * @param {Note} note
 * @param {number} start
 * @param {number} end
 */
function toneSource(context, note, start, end) {
  const source = context.createOscillator();
  source.type = note.wave === "square" ? "square" : "triangle";
  glide(source.frequency, note, start, end, 1);
  return source;
}

/**
 * @param {AudioParam} parameter
 * @param {Note} note
 * @param {number} start
 * @param {number} end
 * @param {number} factor of the parameter to hertz
 */
function glide(parameter, note, start, end, factor) {
  parameter.setValueAtTime(note.frequency * factor, start);
  if (note.slide) parameter.exponentialRampToValueAtTime(note.slide * factor, end);
}

/**
 * @param {AudioParam} gain
 * @param {Note} note
 * @param {number} start
 * @param {number} end
 */
function shape(gain, { volume, sustain = 0.6, length }, start, end) {
  // Silent before the start, too: a start between two samples would otherwise
  // output one at full volume.
  gain.value = 0;
  gain.setValueAtTime(0, start);
  gain.linearRampToValueAtTime(volume, start + Math.min(attack, length / 4));
  gain.linearRampToValueAtTime(volume * sustain, end - Math.min(release, length / 4));
  gain.linearRampToValueAtTime(0, end);
}

/**
 * Plays notes into a destination.
 * @param {BaseAudioContext} context
 * @param {AudioNode} destination
 * @param {Note[]} notes
 * @param {number} when the context's time that the notes' `at` counts from
 */
export function schedule(context, destination, notes, when) {
  for (const note of notes) {
    const start = when + note.at;
    const end = start + note.length;
    const source = (note.wave === "noise" ? noiseSource : toneSource)(context, note, start, end);
    const loudness = context.createGain();
    shape(loudness.gain, note, start, end);
    source.connect(loudness).connect(destination);
    source.start(start);
    source.stop(end);
    source.onended = () => loudness.disconnect();
  }
}
