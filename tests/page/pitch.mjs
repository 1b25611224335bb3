/** Analysis of rendered samples. */

/**
 * Range of pitches searched: the lowest in hertz, and the number of octaves.
 */
const LOWEST = 60;
const OCTAVES = 6;
/** Search steps per semitone. */
const STEPS = 25;

/**
 * The peak sample, as a fraction of full scale.
 *
 * @param {number[]} samples
 */
export function peak(samples) {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/**
 * The pitch of a tone: the strongest frequency, which in a square or triangle
 * wave is the fundamental. A softer tone that is still decaying does not
 * matter.
 *
 * @param {number[]} samples
 * @param {number} rate samples in a second
 * @returns {number} hertz; 0 for silence
 */
export function pitch(samples, rate) {
  const shaped = samples.map((sample, i) => sample * Math.sin((Math.PI * i) / samples.length) ** 2);
  let found = { frequency: 0, strength: 0 };
  for (let step = 0; step <= OCTAVES * 12 * STEPS; step += 1) {
    const frequency = LOWEST * 2 ** (step / (12 * STEPS));
    const strength = strengthAt(shaped, frequency / rate);
    if (strength > found.strength) found = { frequency, strength };
  }
  return found.frequency;
}

/**
 * The strength of a frequency, by the Goertzel algorithm.
 *
 * @param {number[]} samples
 * @param {number} turns periods of the wave per sample
 */
function strengthAt(samples, turns) {
  const factor = 2 * Math.cos(2 * Math.PI * turns);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const next = sample + factor * last - before;
    before = last;
    last = next;
  }
  return last ** 2 + before ** 2 - factor * last * before;
}

/** The interval of two pitches in semitones. @param {number} one @param {number} other */
export function semitones(one, other) {
  return Math.abs(12 * Math.log2(one / other));
}
