/**
 * The sixteen colours by name, in three palettes: the default, a light one, and one for
 * colour-blind users. Code uses `green` for a win and `red` for a loss; the safe palette maps
 * them to blue and orange. In the light one `black` and `night` are backgrounds too, so they
 * are light, and `white` is dark; the boards are dark in every palette.
 *
 * Text is readable on `black` and `night` in every colour but `slate`, and on
 * `slate` in every colour but `grey`, `brown` and the two background colours.
 *
 * @module
 */

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").ColourName} ColourName */
/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../types.js").PaletteChoice} PaletteChoice */
/** @typedef {"default" | "light" | "safe"} PaletteName */

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
  light: {
    black: "#ffffff",
    night: "#eef0f8",
    slate: "#d3d8ec",
    grey: "#6a7196",
    silver: "#464c70",
    white: "#14152b",
    red: "#ab1f29",
    orange: "#8f4300",
    yellow: "#6f5200",
    green: "#0f6529",
    lime: "#476300",
    cyan: "#005a6e",
    blue: "#2c54c8",
    purple: "#6a3fc0",
    pink: "#9c2565",
    brown: "#7c4a20",
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

/** @type {PaletteName} */
let current = "default";

/** Whether the system prefers light colours. */
export const isSystemLight = window.matchMedia("(prefers-color-scheme: light)");

/** The palette for what the user has chosen; `system` follows the system. @param {PaletteChoice} choice @returns {PaletteName} */
export function paletteFor(choice) {
  if (choice === "safe" || choice === "light") return choice;
  return choice === "system" && isSystemLight.matches ? "light" : "default";
}

/**
 * Activates a palette: scripts read it by `currentPalette`, style sheets as
 * `--black` … `--brown`, `--win`, `--draw` and `--loss`.
 * @param {PaletteName} name
 */
export function applyPalette(name) {
  current = name;
  const root = document.documentElement;
  root.dataset.palette = name;
  root.style.colorScheme = name === "light" ? "light" : "dark";
  for (const [colour, code] of Object.entries(palettes[current])) {
    root.style.setProperty(`--${colour}`, code);
  }
  for (const [outcome, { colour }] of Object.entries(outcomes)) {
    root.style.setProperty(`--${outcome}`, palettes[current][colour]);
  }
}

/** The active palette. @returns {Palette} */
export function currentPalette() {
  return palettes[current];
}

/** The palette of pictures of boards: pieces are white and black in every palette. @returns {Palette} */
export function boardPalette() {
  return palettes[current === "light" ? "default" : current];
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
