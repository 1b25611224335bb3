/**
 * Drawing primitives: rectangles, borders, panels, discs and lines on whole
 * pixels, and bitmaps given as rows of characters.
 *
 * @module
 */

/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Context */

/**
 * Draws a bitmap given as rows of characters; `colours` maps characters to
 * colours, others are transparent.
 * @param {Context} context
 * @param {readonly string[]} rows
 * @param {number} x
 * @param {number} y
 * @param {Record<string, string>} colours
 * @param {number} [scale] logical pixels per character
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
 * A highlight: a bright border between dark lines.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Palette} palette
 * @param {string} [colour] default yellow
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
 * Half the width of a disc, `down` rows from its centre.
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
