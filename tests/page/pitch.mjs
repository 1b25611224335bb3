/** What can be heard in rendered samples. */

/** Pitches that are looked for: this many hertz, and so many octaves above. */
const LOWEST = 60;
const OCTAVES = 6;
/** Steps in which they are looked for, to a half-tone. */
const STEPS = 25;

/**
 * The loudest sample, as a part of full scale.
 *
 * @param {number[]} samples
 */
export function peak(samples) {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/**
 * The pitch of a tone: the strongest frequency, which in a square or triangle
 * wave is the fundamental. A tone that still fades away below it does not
 * matter.
 *
 * @param {number[]} samples
 * @param {number} rate samples in a second
 * @returns {number} hertz; 0 where nothing sounds
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
 * How strong a frequency is, by Goertzel's recurrence.
 *
 * @param {number[]} samples
 * @param {number} turns of the wave in a sample
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

/** How far two pitches are apart, in half-tones. @param {number} one @param {number} other */
export function halfTones(one, other) {
  return Math.abs(12 * Math.log2(one / other));
}
