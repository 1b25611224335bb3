/**
 * Drawing the parts of the card table: suits, cards, blocks, stacks and
 * progress bars.
 *
 * @module
 */

import { drawText, measure } from "../../pixel/lettering.js";
import { resultColour } from "../../pixel/palette.js";
import { drawBorder, drawShape, drawSign, drawSuit, fill, shade } from "../../pixel/sprites.js";
import { rankText } from "./table.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").ColourName} ColourName */
/** @typedef {import("../../types.js").Move} Move */
/** @typedef {import("../../types.js").Seat} Seat */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Card} Card */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {CanvasRenderingContext2D} Context */

/**
 * The colours of a suit: on the dark background, where every suit must be
 * visible, and as ink on paper, in a darker shade.
 * @typedef {{lit: ColourName, ink: ColourName, shade: number}} SuitColours
 */

/** @type {SuitColours[]} */
const SUITS = [
  { lit: "lime", ink: "green", shade: 0.45 },
  { lit: "orange", ink: "orange", shade: 0.62 },
  { lit: "cyan", ink: "blue", shade: 0.45 },
  { lit: "red", ink: "red", shade: 0.68 },
  { lit: "purple", ink: "purple", shade: 0.55 },
  { lit: "pink", ink: "pink", shade: 0.55 },
  { lit: "yellow", ink: "yellow", shade: 0.4 },
  { lit: "brown", ink: "brown", shade: 0.6 },
];
/** Alice's colour and Bob's. @type {[ColourName, ColourName]} */
const PLAYERS = ["pink", "blue"];
/** A slim digit 1: two regular digits leave no space for the suit. */
const ONE = [".#", "##", ".#", ".#", ".#", ".#", ".#"];

/** The colours of a suit; a sign has the same colour in every deck. @param {Table} table @param {number} suit */
function coloursOf(table, suit) {
  const index = table.hasSigns ? "CDSH".indexOf(table.columns[suit].letter) : suit;
  return SUITS[index % SUITS.length];
}

/** The bright colour of a suit. @param {Palette} palette @param {Table} table @param {number} suit */
export function suitColour(palette, table, suit) {
  return palette[coloursOf(table, suit).lit];
}

/** @param {Palette} palette @param {Table} table @param {number} suit @param {boolean} isDim */
function inkOf(palette, table, suit, isDim) {
  const colours = coloursOf(table, suit);
  return shade(palette[colours.ink], isDim ? colours.shade * 0.6 : colours.shade);
}

/** @param {Palette} palette @param {Seat} seat */
export function playerColour(palette, seat) {
  return palette[PLAYERS[seat]];
}

/**
 * The sign of a suit, or its letter in a deck of other suits: 7 by 7.
 * @param {Context} context
 * @param {Table} table
 * @param {number} suit
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} [scale]
 */
export function drawSuitOf(context, table, suit, x, y, colour, scale = 1) {
  const { letter } = table.columns[suit];
  if (table.hasSigns) return void drawSuit(context, letter, x, y, colour, scale);
  const below = /[gjpqy]/.test(letter) ? 2 * scale : 0;
  drawText(context, letter, x + scale, y - below, { colour, size: 8 * scale });
}

/**
 * @typedef {object} CardState
 * @property {"dim" | "plain" | "bright"} light
 * @property {Move | null} mark the value of laying it, if shown
 */

/**
 * A card of a hand: rank and suit on top; below them a large suit, or the value
 * of the move.
 * @param {Context} context
 * @param {Palette} palette
 * @param {Table} table
 * @param {Card} card
 * @param {Box} box
 * @param {CardState} state
 */
export function drawHandCard(context, palette, table, card, box, state) {
  const { x, y, width, height } = box;
  const paper = { dim: palette.grey, plain: palette.silver, bright: palette.white }[state.light];
  const ink = inkOf(palette, table, card.suit, state.light === "dim");
  fill(context, x + 1, y, width - 2, height, palette.black);
  fill(context, x, y + 1, width, height - 2, palette.black);
  fill(context, x + 1, y + 1, width - 2, height - 2, paper);
  fill(context, x + 1, y + height - 2, width - 2, 1, shade(paper, 0.7));
  drawRank(context, rankText(table, card), x + 3, y + 3, ink);
  drawSuitOf(context, table, card.suit, x + width - 9, y + 3, ink);
  if (state.mark) drawValue(context, palette, state.mark, { x: x + 1, y: y + 11, width: width - 2, height: height - 12 });
  else drawSuitOf(context, table, card.suit, x + 4, y + 12, ink, 2);
}

/** @param {Context} context @param {string} rank @param {number} x @param {number} y @param {string} colour */
function drawRank(context, rank, x, y, colour) {
  if (rank !== "10") return drawText(context, rank, x, y, { colour });
  drawShape(context, ONE, x - 1, y, { "#": colour });
  drawText(context, "0", x + 2, y, { colour });
}

/** The sign of a result above its plies. @param {Context} context @param {Palette} palette @param {Move} move @param {Box} box */
function drawValue(context, palette, move, box) {
  const middle = box.x + box.width / 2;
  fill(context, box.x, box.y, box.width, box.height, resultColour(palette, move.value));
  if (move.plies === null) return drawSign(context, move.value, middle - 3, box.y + 5, palette.black);
  drawSign(context, move.value, middle - 3, box.y + 1, palette.black);
  drawText(context, String(move.plies), middle, box.y + 8, { colour: palette.black, align: "center" });
}

/** The place of a card that has been laid. @param {Context} context @param {Box} box @param {string} colour */
export function drawEmptyPlace(context, box, colour) {
  for (let across = 2; across < box.width - 2; across += 4) {
    fill(context, box.x + across, box.y + 1, 2, 1, colour);
    fill(context, box.x + across, box.y + box.height - 2, 2, 1, colour);
  }
  for (let down = 3; down < box.height - 3; down += 4) {
    fill(context, box.x + 1, box.y + down, 1, 2, colour);
    fill(context, box.x + box.width - 2, box.y + down, 1, 2, colour);
  }
}

/**
 * A block of a suit's column: grey until its card is laid.
 * @param {Context} context
 * @param {Palette} palette
 * @param {Table} table
 * @param {Card} card
 * @param {Box} box
 */
export function drawBlock(context, palette, table, card, box) {
  const isLaid = table.columns[card.suit].laid[card.rank];
  const { x, y, width, height } = box;
  const colour = isLaid ? suitColour(palette, table, card.suit) : shade(palette.grey, 0.5);
  fill(context, x, y, width, height, shade(colour, 0.6));
  fill(context, x, y, width - 1, height - 1, shade(colour, isLaid ? 1.5 : 1.15));
  fill(context, x + 1, y + 1, width - 2, height - 2, colour);
  const text = rankText(table, card);
  const ink = isLaid ? palette.black : palette.silver;
  const hasSign = isLaid && width >= 30;
  const left = x + Math.floor((width - measure(text).width - (hasSign ? 10 : 0)) / 2);
  drawText(context, text, left, y + 2, { colour: ink });
  if (hasSign) drawSuitOf(context, table, card.suit, left + measure(text).width + 3, y + 2, ink);
}

/**
 * The stack of a player's remaining cards, and their number.
 * @param {Context} context
 * @param {Palette} palette
 * @param {number} count
 * @param {number} initial initial size of the stack
 * @param {Box} box
 * @param {string} back colour of the cards' backs
 * @param {boolean} isDim
 */
export function drawStack(context, palette, count, initial, box, back, isDim) {
  const faceHeight = 15;
  const step = Math.max(1, Math.min(3, Math.floor((box.height - faceHeight - 1) / Math.max(1, initial - 1))));
  const bottom = box.y + box.height;
  const edge = isDim ? palette.grey : palette.white;
  fill(context, box.x, bottom - 1, box.width, 1, palette.black);
  for (let card = 0; card < count; card += 1) {
    const y = bottom - 1 - (card + 1) * step;
    // Slightly uneven, like real cards.
    const x = box.x + ((card * 5) % 3) - 1;
    fill(context, x, y, box.width, step, card % 2 === 0 ? edge : shade(edge, 0.85));
    if (step > 1) fill(context, x, y + step - 1, box.width, 1, shade(palette.slate, 0.6));
  }
  const top = bottom - 1 - count * step - faceHeight + 1;
  if (count > 0) drawBack(context, palette, { ...box, y: top, height: faceHeight }, isDim ? shade(back, 0.55) : back);
  drawText(context, String(count), box.x + box.width / 2, count > 0 ? top + 4 : top + 3, {
    colour: count > 0 && !isDim ? palette.black : palette.white,
    align: "center",
  });
}

/** @param {Context} context @param {Palette} palette @param {Box} box @param {string} colour */
function drawBack(context, palette, box, colour) {
  fill(context, box.x, box.y, box.width, box.height, palette.black);
  fill(context, box.x + 1, box.y + 1, box.width - 2, box.height - 2, shade(colour, 0.6));
  fill(context, box.x + 2, box.y + 2, box.width - 4, box.height - 4, colour);
}

/**
 * A segment for each card dealt; those still held are lit.
 * @param {Context} context
 * @param {Palette} palette
 * @param {number} count
 * @param {number} initial
 * @param {Box} box
 * @param {string} colour
 */
export function drawProgress(context, palette, count, initial, box, colour) {
  fill(context, box.x, box.y, box.width, box.height, palette.black);
  drawBorder(context, box.x, box.y, box.width, box.height, palette.grey);
  const room = box.width - 4;
  const edge = (/** @type {number} */ card) => box.x + 2 + Math.round((room * card) / Math.max(1, initial));
  for (let card = 0; card < count; card += 1) {
    const width = edge(card + 1) - edge(card);
    fill(context, edge(card), box.y + 2, Math.max(1, width - (width > 2 ? 1 : 0)), box.height - 4, colour);
  }
}
