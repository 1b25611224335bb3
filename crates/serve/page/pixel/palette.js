/**
 * The sixteen colours of the page, by name, in two sets: the usual one, and
 * one that the colour-blind can tell apart. Code speaks of `green` for a win
 * and of `red` for a loss; the second set shows blue and orange for them.
 *
 * Text is readable on `black` and `night` in every colour but `slate`, and on
 * `slate` in every colour but `grey`, `brown` and the two dark ones.
 *
 * @module
 */

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").ColourName} ColourName */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {"default" | "safe"} PaletteName */

/** @type {Record<PaletteName, Palette>} */
export const palettes = {
  default: {
    black: "#07070f",
    night: "#14152b",
    slate: "#2c3058",
    grey: "#868db3",
    silver: "#bcc2dc",
    white: "#f6f5ee",
    red: "#ff5a5f",
    orange: "#ff9b3d",
    yellow: "#ffdf3a",
    green: "#35d461",
    lime: "#b0f04c",
    cyan: "#4bdcf2",
    blue: "#6a9bff",
    purple: "#b083ff",
    pink: "#ff8ccb",
    brown: "#b5784a",
  },
  safe: {
    black: "#07070f",
    night: "#14152b",
    slate: "#2c3058",
    grey: "#868db3",
    silver: "#bcc2dc",
    white: "#f6f5ee",
    red: "#ff8a1f",
    orange: "#ffbb78",
    yellow: "#fff04d",
    green: "#4ea5ff",
    lime: "#a9d6ff",
    cyan: "#7fe3f5",
    blue: "#7f9cff",
    purple: "#b79bff",
    pink: "#ffc2dd",
    brown: "#a98163",
  },
};

/** @type {Palette} */
let current = palettes.default;

/**
 * Makes a palette the one in use: scripts get it from `currentPalette`, style
 * sheets as `--black` … `--brown`, `--win`, `--draw` and `--loss`.
 * @param {PaletteName} name
 */
export function applyPalette(name) {
  current = palettes[name];
  const root = document.documentElement;
  root.dataset.palette = name;
  for (const [colour, code] of Object.entries(current)) {
    root.style.setProperty(`--${colour}`, code);
  }
  for (const [outcome, { colour }] of Object.entries(outcomes)) {
    root.style.setProperty(`--${outcome}`, current[colour]);
  }
}

/** The palette in use. @returns {Palette} */
export function currentPalette() {
  return current;
}

/** @type {Record<Outcome, {colour: ColourName, sign: string}>} */
const outcomes = {
  win: { colour: "green", sign: "✓" },
  draw: { colour: "yellow", sign: "=" },
  loss: { colour: "red", sign: "✗" },
};

/**
 * The colour that stands for an outcome.
 * @param {Palette} palette
 * @param {Outcome} outcome
 */
export function outcomeColour(palette, outcome) {
  return palette[outcomes[outcome].colour];
}

/** The sign that stands for an outcome where colour is not enough. @param {Outcome} outcome */
export function outcomeSign(outcome) {
  return outcomes[outcome].sign;
}
