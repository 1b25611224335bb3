/**
 * A small synthesiser: square, triangle and noise voices with short envelopes.
 * It works on any audio context, so tests render into an offline one.
 *
 * @module
 */

/**
 * One tone or one burst of noise.
 * @typedef {object} Note
 * @property {"square" | "triangle" | "noise"} wave
 * @property {number} frequency in hertz; of noise, how often it changes
 * @property {number} at seconds after the start
 * @property {number} length seconds
 * @property {number} volume of its loudest moment, 0 to 1
 * @property {number} [slide] the frequency at its end, where it glides
 * @property {number} [sustain] how loud it is just before its end, as a part of `volume`
 */

/** A wave that starts or ends abruptly clicks: these seconds are enough not to. */
const attack = 0.003;
const release = 0.012;

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/**
 * The bits of a 15-bit shift register, as old sound chips made noise: the
 * same every time, so that a rendered sound can be compared.
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
  // Silent before, too: a start between two samples would let one through at full strength.
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
