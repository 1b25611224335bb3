/**
 * Sprites shared by scenes: cards, marbles, counters, boxes, stars, arrows,
 * banners, and the marks with the value of a move. All coordinates are logical
 * pixels.
 *
 * @module
 */

import { drawText, measure, wrapText } from "./lettering.js";
import { resultColour } from "./palette.js";
import { drawBorder, drawDisc, drawLine, drawPanel, drawShape, fill, shade } from "./shapes.js";

export * from "./shapes.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").Result} Result */
/** @typedef {CanvasRenderingContext2D} Context */

/** Signs as rows of characters: `#` is filled. */
const signs = {
  win: ["......#", ".....##", "#...##.", "##.##..", ".###...", "..#...."],
  draw: [".......", "######.", "######.", ".......", "######.", "######."],
  loss: ["##..##.", ".####..", "..##...", "..##...", ".####..", "##..##."],
  C: ["..###..", "..###..", "#######", "#######", "#######", "...#...", "..###.."],
  D: ["...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#..."],
  S: ["...#...", "..###..", ".#####.", "#######", "##.#.##", "...#...", "..###.."],
  H: [".##.##.", "#######", "#######", "#######", ".#####.", "..###..", "...#..."],
  star: ["....#....", "....#....", "...###...", "#########", ".#######.", "..#####..", "..#####..", ".###.###.", ".#.....#."],
};

/**
 * A marble: dark outline, shadow below, a highlight; its centre has exactly the
 * given colour.
 * @param {Context} context
 * @param {number} centreX
 * @param {number} centreY
 * @param {number} radius
 * @param {string} colour
 * @param {string} outline
 */
export function drawMarble(context, centreX, centreY, radius, colour, outline) {
  drawDisc(context, centreX, centreY, radius, outline);
  drawDisc(context, centreX, centreY, radius - 1, shade(colour, 0.6));
  const inner = Math.max(1, radius - 2);
  drawDisc(context, centreX - (radius > 5 ? 1 : 0), centreY - (radius > 5 ? 1 : 0), inner, colour);
  if (radius < 4) return;
  const light = Math.round(radius * 0.45);
  const size = Math.max(1, Math.round(radius / 5));
  fill(context, Math.round(centreX) - light - size, Math.round(centreY) - light, size * 2, size, "#ffffff");
  fill(context, Math.round(centreX) - light - size, Math.round(centreY) - light, size, size * 2, "#ffffff");
}

/**
 * A counter seen from the side, like a coin in a stack.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 * @param {string} outline
 */
export function drawCounter(context, x, y, width, height, colour, outline) {
  fill(context, x + 1, y, width - 2, height, outline);
  fill(context, x, y + 1, width, height - 2, outline);
  fill(context, x + 1, y + 1, width - 2, height - 2, colour);
  fill(context, x + 2, y + 1, width - 4, 1, shade(colour, 1.5));
  if (height > 4) fill(context, x + 1, y + height - 2, width - 2, 1, shade(colour, 0.65));
}

/**
 * The sign of a suit: C, D, S or H; draws nothing for other letters. Seven by
 * seven logical pixels at scale 1.
 * @param {Context} context
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} [scale]
 * @returns {boolean} whether there is such a sign
 */
export function drawSuit(context, suit, x, y, colour, scale = 1) {
  if (suit !== "C" && suit !== "D" && suit !== "S" && suit !== "H") return false;
  drawShape(context, signs[suit], x, y, { "#": colour }, scale);
  return true;
}

/**
 * @typedef {object} CardLook
 * @property {string} [text] the rank or number, in the middle unless there is a suit
 * @property {string} [suit] C, D, S, H or another letter
 * @property {string} [ink] colour of text and suit, default black
 * @property {string} [paper] default white
 * @property {boolean} [faceDown]
 */

/**
 * A card. With a suit the rank stands above the suit's sign.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Palette} palette
 * @param {CardLook} look
 */
export function drawCard(context, x, y, width, height, palette, look) {
  const { text = "", suit = "", ink = palette.black, paper = palette.white, faceDown = false } = look;
  fill(context, x + 1, y, width - 2, height, palette.black);
  fill(context, x, y + 1, width, height - 2, palette.black);
  fill(context, x + 1, y + 1, width - 2, height - 2, faceDown ? palette.blue : paper);
  if (faceDown) {
    for (let down = 2; down < height - 2; down += 1) {
      for (let across = 2 + (down % 4 < 2 ? 0 : 2); across < width - 3; across += 4) {
        fill(context, x + across, y + down, 2, 1, shade(palette.blue, 0.6));
      }
    }
    return;
  }
  fill(context, x + 1, y + height - 2, width - 2, 1, shade(paper, 0.75));
  const middle = x + Math.floor(width / 2);
  if (suit === "") {
    const size = width >= 26 && text.length < 2 ? 16 : 8;
    drawText(context, text, middle, y + height / 2, { size, colour: ink, align: "center", baseline: "middle" });
    return;
  }
  const textHeight = measure(text).height;
  const top = y + Math.max(2, Math.floor((height - textHeight - 8) / 2));
  drawText(context, text, middle, top, { colour: ink, align: "center" });
  if (!drawSuit(context, suit, middle - 3, top + textHeight + 1, ink)) {
    drawText(context, suit, middle, top + textHeight + 1, { colour: ink, align: "center" });
  }
}

/**
 * An open box seen from the front.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 * @param {string} outline
 */
export function drawBox(context, x, y, width, height, colour, outline) {
  const flap = Math.max(2, Math.floor(height / 5));
  fill(context, x, y, width, flap + 1, outline);
  fill(context, x + 1, y + 1, width - 2, flap - 1, shade(colour, 0.5));
  drawPanel(context, x + 1, y + flap, width - 2, height - flap, colour, outline);
}

/**
 * A star of nine by nine logical pixels at scale 1, around a point.
 * @param {Context} context
 * @param {number} centreX
 * @param {number} centreY
 * @param {string} colour
 * @param {number} [scale]
 */
export function drawStar(context, centreX, centreY, colour, scale = 1) {
  drawShape(context, signs.star, centreX - 4.5 * scale, centreY - 4.5 * scale, { "#": colour }, scale);
}

/**
 * An arrow with a dark outline.
 * @param {Context} context
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {string} colour
 * @param {string} outline
 * @param {number} [head] length of its head
 */
export function drawArrow(context, from, to, colour, outline, head = 5) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  /** @param {number} turn @returns {[number, number]} */
  const barb = (turn) => [to[0] - head * Math.cos(angle + turn), to[1] - head * Math.sin(angle + turn)];
  for (const [ink, thickness] of /** @type {[string, number][]} */ ([[outline, 4], [colour, 2]])) {
    drawLine(context, from, to, ink, thickness);
    drawLine(context, to, barb(0.7), ink, thickness);
    drawLine(context, to, barb(-0.7), ink, thickness);
  }
}

/**
 * The sign of a result, seven by six logical pixels at scale 1.
 * @param {Context} context
 * @param {Result} value
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} [scale]
 */
export function drawSign(context, value, x, y, colour, scale = 1) {
  drawShape(context, signs[value], x, y, { "#": colour }, scale);
}

/**
 * Size of a mark in logical pixels.
 * @param {{value: Result, plies: number | null}} worth
 * @returns {{width: number, height: number}}
 */
export function measureMark(worth) {
  const digits = worth.plies === null ? 0 : measure(String(worth.plies)).width + 1;
  return { width: 11 + digits, height: 11 };
}

/**
 * The value of a move on a small dark plate around a point: sign and plies in
 * the colour of the result.
 * @param {Context} context
 * @param {number} centreX
 * @param {number} centreY
 * @param {{value: Result, plies: number | null}} worth
 * @param {Palette} palette
 */
export function drawMark(context, centreX, centreY, worth, palette) {
  const { width, height } = measureMark(worth);
  const x = Math.round(centreX - width / 2);
  const y = Math.round(centreY - height / 2);
  const colour = resultColour(palette, worth.value);
  fill(context, x, y, width, height, colour);
  fill(context, x + 1, y + 1, width - 2, height - 2, palette.black);
  drawSign(context, worth.value, x + 2, y + 3, colour);
  if (worth.plies === null) return;
  drawText(context, String(worth.plies), x + 10, y + height / 2, { colour, baseline: "middle" });
}

/**
 * A banner over the centre of a picture, e.g. at the end of a game.
 * @param {Context} context
 * @param {string} text
 * @param {number} centreX
 * @param {number} centreY
 * @param {number} widest
 * @param {Palette} palette
 * @param {string} [colour] of the text and the border, default yellow
 */
export function drawBanner(context, text, centreX, centreY, widest, palette, colour = palette.yellow) {
  const size = measure(text, 16).width <= widest - 12 ? 16 : 8;
  const lines = wrapText(text, size, widest - 12);
  const lineHeight = measure(text, size).height + 2;
  const width = Math.max(...lines.map((line) => measure(line, size).width)) + 12;
  const height = lines.length * lineHeight + 8;
  const x = Math.round(centreX - width / 2);
  const y = Math.round(centreY - height / 2);
  fill(context, x + 3, y + 3, width, height, palette.black);
  fill(context, x, y, width, height, palette.black);
  drawBorder(context, x + 1, y + 1, width - 2, height - 2, colour);
  lines.forEach((line, index) => {
    drawText(context, line, centreX, y + 5 + index * lineHeight, { size, colour, align: "center" });
  });
}
