/**
 * The sixteen colours by name, in two palettes: the default, and one for
 * colour-blind users. Code uses `green` for a win and `red` for a loss; the
 * second palette maps them to blue and orange.
 *
 * Text is readable on `black` and `night` in every colour but `slate`, and on
 * `slate` in every colour but `grey`, `brown` and the two dark ones.
 *
 * @module
 */

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").ColourName} ColourName */
/** @typedef {import("../types.js").Result} Result */
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
 * Activates a palette: scripts read it by `currentPalette`, style sheets as
 * `--black` … `--brown`, `--win`, `--draw` and `--loss`.
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

/** The active palette. @returns {Palette} */
export function currentPalette() {
  return current;
}

/** @type {Record<Result, {colour: ColourName, sign: string}>} */
const outcomes = {
  win: { colour: "green", sign: "✓" },
  draw: { colour: "yellow", sign: "=" },
  loss: { colour: "red", sign: "✗" },
};

/**
 * The colour of a result.
 * @param {Palette} palette
 * @param {Result} outcome
 */
export function resultColour(palette, outcome) {
  return palette[outcomes[outcome].colour];
}

/** The sign of a result, for use without colour. @param {Result} outcome */
export function resultSign(outcome) {
  return outcomes[outcome].sign;
}
