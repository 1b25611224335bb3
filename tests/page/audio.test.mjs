/**
 * Sounds and tunes: rendered offline they have the notated pitch, are not
 * silent and not clipped; on the page nothing sounds before the first click or
 * while muted.
 */
import assert from "node:assert/strict";
import { fragment, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { peak, pitch, semitones } from "./pitch.mjs";

const RATE = 22050;

/** Tolerance of a measured pitch in semitones; a tenth is inaudible. */
const TOLERANCE = 0.1;

/** Seconds of a tune that are rendered, and number of notes measured. */
const EXCERPT = 5;
const MEASURED = 10;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{frequency: number, at: number, length: number}} Tone */

/**
 * Every sound of the page, rendered in an offline context, with its notated
 * tones.
 *
 * @param {Page} page
 * @returns {Promise<{name: string, samples: number[], tones: Tone[]}[]>}
 */
function renderedSounds(page) {
  return page.evaluate(async (rate) => {
    const { schedule } = await import("/audio/synth.js");
    const { sounds, tones } = await import("/audio/sounds.js");
    const rendered = [];
    for (const [name, notes] of Object.entries(sounds)) {
      const end = Math.max(...notes.map((note) => note.at + note.length));
      const context = new OfflineAudioContext(1, Math.ceil(end * rate), rate);
      schedule(context, context.destination, notes, 0);
      const buffer = await context.startRendering();
      rendered.push({ name, samples: [...buffer.getChannelData(0)], tones: tones(name) });
    }
    return rendered;
  }, RATE);
}

/**
 * The beginning of a tune, with its pitched notes.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<{samples: number[], tones: Tone[], drums: Tone[], length: number}>}
 */
function renderedTune(page, name) {
  return page.evaluate(
    async ({ name, rate, seconds }) => {
      const { schedule } = await import("/audio/synth.js");
      const { tune } = await import("/audio/tunes.js");
      const { notes, length } = tune(name);
      const context = new OfflineAudioContext(1, seconds * rate, rate);
      schedule(context, context.destination, notes, 0);
      const buffer = await context.startRendering();
      // Noise has no pitch, and neither has the drum, which glides.
      const tones = notes.filter((note) => note.wave !== "noise" && !note.slide && note.at + note.length < seconds);
      const drums = notes.filter((note) => note.slide);
      return { samples: [...buffer.getChannelData(0)], tones, drums, length };
    },
    { name, rate: RATE, seconds: EXCERPT },
  );
}

/** The steady middle of a tone. @param {number[]} samples @param {Tone} tone */
function middle(samples, tone) {
  const from = Math.round((tone.at + tone.length * 0.15) * RATE);
  return samples.slice(from, Math.round((tone.at + tone.length * 0.85) * RATE));
}

/** Whether two tones overlap in time. @param {Tone} one @param {Tone} other */
function overlap(one, other) {
  return one.at < other.at + other.length && other.at < one.at + one.length;
}

/** @param {number[]} samples @param {string} name */
function isHeard(samples, name) {
  const loudest = peak(samples);
  assert.ok(loudest > 0.05, `${name} is silent: ${loudest}`);
  assert.ok(loudest <= 1, `${name} is clipped: ${loudest}`);
}

/**
 * Attaches an analyser to every audio context of the page: `window.heard` is
 * the loudest sample so far.
 */
function listen() {
  window.heard = 0;
  window.listening = null;
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (...to) {
    if (to[0] === this.context.destination) {
      const ear = this.context.createAnalyser();
      // The analyser covers most of a second, because a busy machine draws few
      // frames.
      ear.fftSize = 32768;
      connect.call(this, ear);
      window.listening = this.context;
      const samples = new Float32Array(ear.fftSize);
      const hear = () => {
        ear.getFloatTimeDomainData(samples);
        for (const sample of samples) window.heard = Math.max(window.heard, Math.abs(sample));
        requestAnimationFrame(hear);
      };
      hear();
    }
    return connect.apply(this, to);
  };
}

/** Plays the first move of the list and listens until its sound is over. @param {Page} page */
async function playAndListen(page) {
  await page.evaluate(() => (window.heard = 0));
  await page.locator("button[data-move]").first().click();
  await ready(page);
  const until = await page.evaluate(() => window.listening.currentTime + 1);
  await page.waitForFunction((time) => window.listening.currentTime > time, until);
  return page.evaluate(() => window.heard);
}

onPage("sounds", (check) => {
  check("every sound has its pitch, is audible and is not clipped", { place: "" }, async ({ page }) => {
    const sounds = await renderedSounds(page);
    const names = sounds.map(({ name }) => name).sort();
    const wanted = ["card", "chime", "click", "draw", "flip", "lose", "move", "pass", "place", "undo", "win", "wrong"];
    assert.deepEqual(names, wanted);
    /** @type {Record<string, number[]>} */
    const pitches = {};
    for (const { name, samples, tones } of sounds) {
      isHeard(samples, name);
      pitches[name] = tones.map((tone) => pitch(middle(samples, tone), RATE));
      for (const [index, { at, frequency }] of tones.entries()) {
        const heard = pitches[name][index];
        const isRight = heard > 0 && semitones(heard, frequency) < TOLERANCE;
        assert.ok(isRight, `${name} at ${at} s: ${heard} Hz instead of ${frequency}`);
      }
    }
    const { place, win, lose, chime } = pitches;
    assert.equal(place.length, 1, "a marble beeps once");
    assert.ok(win[win.length - 1] > win[0], `a win rises: ${win}`);
    assert.ok(lose[lose.length - 1] < lose[0], `a loss falls: ${lose}`);
    assert.equal(chime.length, 2);
    assert.ok(semitones(chime[0], chime[1]) > 1, `a chime of two tones: ${chime}`);
  });

  check("the two tunes have their pitches and are not clipped", { place: "" }, async ({ page }) => {
    const [one, other] = [await renderedTune(page, "marbles"), await renderedTune(page, "nine")];
    assert.notDeepEqual(one.samples, other.samples);
    for (const { samples, tones, drums, length } of [one, other]) {
      isHeard(samples, "a tune");
      assert.ok(length > 20, `a tune is worth a loop: ${length} s`);
      const clear = tones.filter((tone) => !drums.some((drum) => overlap(drum, tone)));
      assert.ok(clear.length > MEASURED);
      for (const tone of clear.slice(0, MEASURED)) {
        // The strongest frequency during a note is one of the notes sounding
        // then.
        const heard = pitch(middle(samples, tone), RATE);
        const written = tones.filter((note) => overlap(note, tone));
        const isRight = written.some(({ frequency }) => semitones(heard, frequency) < 2 * TOLERANCE);
        assert.ok(isRight, `${heard} Hz at ${tone.at} s is none of ${written.map(({ frequency }) => frequency)}`);
      }
    }
  });

  check("silence before the first click, sound after it", { motion: true }, async ({ page, context, address }) => {
    await context.addInitScript(listen);
    await page.goto(`${address}/${fragment("marbles")}`);
    await ready(page);
    assert.equal(await page.evaluate(() => window.listening), null, "no audio is made yet");
    await page.locator("button[data-move]").first().click();
    await page.waitForFunction(() => window.heard > 0.01);
  });

  check("muted means silent", { motion: true, preferences: { musicMuted: true } }, async ({ page, context, address }) => {
    await context.addInitScript(listen);
    await page.goto(`${address}/${fragment("marbles")}`);
    await ready(page);
    await page.locator("button[data-move]").first().click();
    await page.waitForFunction(() => window.heard > 0.01);
    await press(page, "mute-sound");
    assert.equal(await page.locator('[data-action="mute-sound"]').getAttribute("aria-pressed"), "false");
    await ready(page);
    // The first move leaves time for earlier sounds to end.
    await playAndListen(page);
    assert.equal(await playAndListen(page), 0);
    await press(page, "mute-sound");
    assert.ok((await playAndListen(page)) > 0.01, "unmuted");
    await press(page, "mute-sound");
    await playAndListen(page);
    assert.equal(await playAndListen(page), 0);
    await press(page, "mute-music");
    await page.waitForFunction(() => window.heard > 0.01);
  });
});
