/**
 * Sounds and music of the page. Nothing is created before `unlock`, which must
 * be called from a user gesture: browsers allow no sound earlier.
 *
 * @module
 */

import { play } from "./player.js";
import { sounds } from "./sounds.js";
import { schedule } from "./synth.js";
import { tune, tuneFor } from "./tunes.js";

/** @typedef {import("../types.js").SoundName} SoundName */
/** @typedef {"sound" | "music"} Kind */

/** Time constant of volume changes in seconds, to avoid clicks. */
const smooth = 0.015;

/**
 * @typedef {object} Audio
 * @property {() => void} unlock to be called from a click or a key; idempotent
 * @property {(name: SoundName) => void} sound
 * @property {(game: string | null) => void} music the tune of a game, or none
 * @property {(kind: Kind, volume: number) => void} setVolume 0 to 1
 * @property {(kind: Kind, isMuted: boolean) => void} setMuted
 */

/** @returns {Audio} */
export function createAudio() {
  /** @type {{context: AudioContext, sound: GainNode, music: GainNode} | null} */
  let output = null;
  const volume = { sound: 1, music: 1 };
  const muted = { sound: false, music: false };
  /** @type {import("./tunes.js").TuneName | null} */
  let wanted = null;
  /** @type {import("./tunes.js").TuneName | null} */
  let playing = null;
  let stop = () => {};
  /** The sound of the click that unlocked audio, until the context has resumed. @type {SoundName | null} */
  let waiting = null;

  const loudness = (/** @type {Kind} */ kind) => (muted[kind] ? 0 : volume[kind]);

  /** @param {Kind} kind */
  function adjust(kind) {
    output?.[kind].gain.setTargetAtTime(loudness(kind), output.context.currentTime, smooth);
  }

  /** @param {AudioContext} context */
  function open(context) {
    const line = (/** @type {Kind} */ kind) => {
      const gain = context.createGain();
      gain.gain.value = loudness(kind);
      gain.connect(context.destination);
      return gain;
    };
    output = { context, sound: line("sound"), music: line("music") };
  }

  /**
   * Starts, changes or stops the music after a change of what it depends on.
   */
  function updateMusic() {
    if (!output) return;
    const due = muted.music ? null : wanted;
    if (due === playing) return;
    stop();
    stop = due ? play(output.context, output.music, tune(due)) : () => {};
    playing = due;
  }

  /** @param {SoundName} name */
  function sound(name) {
    if (!output || muted.sound) return;
    const { context } = output;
    if (context.state === "running") return schedule(context, output.sound, sounds[name], context.currentTime);
    waiting = name;
    wake();
  }

  /**
   * Resuming may be rejected, e.g. for a touch that may still become a scroll;
   * the next call tries again.
   */
  function wake() {
    if (output && output.context.state !== "running") output.context.resume().then(woken, () => {});
  }

  function woken() {
    const name = waiting;
    waiting = null;
    if (name) sound(name);
  }

  return {
    unlock() {
      if (!output) open(new AudioContext());
      wake();
      updateMusic();
    },
    sound,
    music(game) {
      wanted = game === null ? null : tuneFor(game);
      updateMusic();
    },
    setVolume(kind, value) {
      if (value === volume[kind]) return;
      volume[kind] = value;
      adjust(kind);
    },
    setMuted(kind, isMuted) {
      if (isMuted === muted[kind]) return;
      muted[kind] = isMuted;
      adjust(kind);
      updateMusic();
    },
  };
}
