/**
 * Small things that several scenes draw: cards, marbles, counters, boxes,
 * stars, arrows, frames, and the marks that say what a move is worth. All
 * take logical pixels and draw with hard edges.
 *
 * @module
 */

import { drawText, measure, wrapText } from "./lettering.js";
import { outcomeColour } from "./palette.js";

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {CanvasRenderingContext2D} Context */

/** Shapes as rows of characters: `#` is filled. */
const shapes = {
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
 * Draws a shape given as rows of characters; `colours` says which character
 * has which colour, others stay as they are.
 * @param {Context} context
 * @param {readonly string[]} rows
 * @param {number} x
 * @param {number} y
 * @param {Record<string, string>} colours
 * @param {number} [scale] logical pixels for each character
 */
export function drawShape(context, rows, x, y, colours, scale = 1) {
  rows.forEach((row, down) => {
    [...row].forEach((character, across) => {
      const colour = colours[character];
      if (colour === undefined) return;
      context.fillStyle = colour;
      context.fillRect(Math.round(x) + across * scale, Math.round(y) + down * scale, scale, scale);
    });
  });
}

/**
 * A colour made darker (`amount` below 1) or lighter (above 1).
 * @param {string} colour as #RRGGBB
 * @param {number} amount
 */
export function shade(colour, amount) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const changed = parts.map((part) => (amount <= 1 ? part * amount : part + (255 - part) * (amount - 1)));
  return `#${changed.map((part) => Math.round(Math.min(255, part)).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * A filled rectangle, on whole pixels.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 */
export function fill(context, x, y, width, height, colour) {
  context.fillStyle = colour;
  context.fillRect(Math.round(x), Math.round(y), Math.round(width), Math.round(height));
}

/**
 * The four sides of a rectangle, inside it.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 * @param {number} [thickness]
 */
export function drawBorder(context, x, y, width, height, colour, thickness = 1) {
  fill(context, x, y, width, thickness, colour);
  fill(context, x, y + height - thickness, width, thickness, colour);
  fill(context, x, y, thickness, height, colour);
  fill(context, x + width - thickness, y, thickness, height, colour);
}

/**
 * The sign of what is highlighted: a bright border between dark lines.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Palette} palette
 * @param {string} [colour] yellow unless told
 */
export function drawHighlight(context, x, y, width, height, palette, colour = palette.yellow) {
  drawBorder(context, x - 1, y - 1, width + 2, height + 2, palette.black);
  drawBorder(context, x, y, width, height, colour, 2);
  drawBorder(context, x + 2, y + 2, width - 4, height - 4, palette.black);
}

/**
 * A raised panel: lit from the upper left, with a dark line around it.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} colour
 * @param {string} outline
 */
export function drawPanel(context, x, y, width, height, colour, outline) {
  fill(context, x, y, width, height, outline);
  fill(context, x + 1, y + 1, width - 2, height - 2, shade(colour, 0.65));
  fill(context, x + 1, y + 1, width - 3, height - 3, shade(colour, 1.35));
  fill(context, x + 2, y + 2, width - 4, height - 4, colour);
}

/**
 * How far a disc reaches to each side, `down` rows from its middle.
 * @param {number} radius
 * @param {number} down
 */
export function discHalf(radius, down) {
  return Math.floor(Math.sqrt(Math.max(0, (radius + 0.3) ** 2 - down * down)));
}

/**
 * A disc, row by row.
 * @param {Context} context
 * @param {number} centreX
 * @param {number} centreY
 * @param {number} radius
 * @param {string} colour
 */
export function drawDisc(context, centreX, centreY, radius, colour) {
  const middleX = Math.round(centreX);
  const middleY = Math.round(centreY);
  context.fillStyle = colour;
  for (let down = -Math.floor(radius); down <= radius; down += 1) {
    const half = discHalf(radius, down);
    context.fillRect(middleX - half, middleY + down, 2 * half + 1, 1);
  }
}

/**
 * A marble: dark outline, shadow below, a spot of light; its middle has
 * exactly the colour asked for.
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
 * A counter seen from the side, as in a stack of coins.
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
 * The sign of a suit: C, D, S or H; for other letters nothing is drawn.
 * Seven by seven logical pixels at scale 1.
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
  drawShape(context, shapes[suit], x, y, { "#": colour }, scale);
  return true;
}

/**
 * @typedef {object} CardLook
 * @property {string} [text] the rank or number, in the middle unless there is a suit
 * @property {string} [suit] C, D, S, H or another letter
 * @property {string} [ink] colour of text and suit, black unless told
 * @property {string} [paper] white unless told
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
  drawShape(context, shapes.star, centreX - 4.5 * scale, centreY - 4.5 * scale, { "#": colour }, scale);
}

/**
 * A straight line of square dots, `thickness` wide.
 * @param {Context} context
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {string} colour
 * @param {number} [thickness]
 */
export function drawLine(context, from, to, colour, thickness = 1) {
  const steps = Math.max(1, Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const before = Math.floor(thickness / 2);
  for (let step = 0; step <= steps; step += 1) {
    const x = from[0] + ((to[0] - from[0]) * step) / steps;
    const y = from[1] + ((to[1] - from[1]) * step) / steps;
    fill(context, Math.round(x) - before, Math.round(y) - before, thickness, thickness, colour);
  }
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
 * The sign of an outcome, seven by six logical pixels at scale 1.
 * @param {Context} context
 * @param {Outcome} value
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} [scale]
 */
export function drawSign(context, value, x, y, colour, scale = 1) {
  drawShape(context, shapes[value], x, y, { "#": colour }, scale);
}

/**
 * What a mark takes, in logical pixels.
 * @param {{value: Outcome, plies: number | null}} worth
 * @returns {{width: number, height: number}}
 */
export function measureMark(worth) {
  const digits = worth.plies === null ? 0 : measure(String(worth.plies)).width + 1;
  return { width: 11 + digits, height: 11 };
}

/**
 * What a move is worth, on a small dark plate around a point: the sign and
 * the plies in the outcome's colour.
 * @param {Context} context
 * @param {number} centreX
 * @param {number} centreY
 * @param {{value: Outcome, plies: number | null}} worth
 * @param {Palette} palette
 */
export function drawMark(context, centreX, centreY, worth, palette) {
  const { width, height } = measureMark(worth);
  const x = Math.round(centreX - width / 2);
  const y = Math.round(centreY - height / 2);
  const colour = outcomeColour(palette, worth.value);
  fill(context, x, y, width, height, colour);
  fill(context, x + 1, y + 1, width - 2, height - 2, palette.black);
  drawSign(context, worth.value, x + 2, y + 3, colour);
  if (worth.plies === null) return;
  drawText(context, String(worth.plies), x + 10, y + height / 2, { colour, baseline: "middle" });
}

/**
 * A banner over the middle of a picture, as at the end of a game.
 * @param {Context} context
 * @param {string} text
 * @param {number} centreX
 * @param {number} centreY
 * @param {number} widest
 * @param {Palette} palette
 * @param {string} [colour] of the text and the border, yellow unless told
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
