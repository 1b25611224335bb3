/**
 * Layout of the card table in logical pixels: the title on top, the suits'
 * columns below it, then the two hands, side by side if there is space and one
 * below the other on a phone.
 *
 * @module
 */

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Player} Player */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @typedef {object} HandPlace
 * @property {Box} panel
 * @property {Box} name
 * @property {Box} bar
 * @property {Box} stack the stack of remaining cards
 * @property {Map<string, Box>} cards the places of all cards dealt
 */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Box} title
 * @property {Box} pass the button for a forced pass
 * @property {Box} felt the table
 * @property {Box[]} signs one on top of each column
 * @property {Box[][]} blocks of each column, the lowest rank first
 * @property {[HandPlace, HandPlace]} hands Alice's and Bob's
 */

/** The size of a card in a hand. */
export const CARD = { width: 22, height: 28 };
/** From this width on the hands are side by side. */
const WIDE = 295;
const TITLE = 22;
const MARGIN = 3;
const CARD_GAP = 1;
const STACK = 24;
const BLOCK = { height: 11, gap: 1, most: 70 };
const SIGN = 18;
const HEADER = 20;

/**
 * @param {Table} table
 * @param {number} width
 * @returns {Layout}
 */
export function layOut(table, width) {
  const isWide = width >= WIDE;
  const felt = { x: 0, y: TITLE, width, height: feltHeight(table) };
  const top = felt.y + felt.height + MARGIN;
  const handWidth = isWide ? Math.floor((width - MARGIN) / 2) : width;
  const [alice, bob] = table.players.map((player) => handHeight(player, handWidth));
  const hands = isWide
    ? [
        placeHand(table.players[0], { x: 0, y: top, width: handWidth, height: Math.max(alice, bob) }, false),
        placeHand(table.players[1], { x: width - handWidth, y: top, width: handWidth, height: Math.max(alice, bob) }, true),
      ]
    : [
        placeHand(table.players[0], { x: 0, y: top, width, height: alice }, false),
        placeHand(table.players[1], { x: 0, y: top + alice + MARGIN, width, height: bob }, false),
      ];
  const bottom = hands[1].panel.y + hands[1].panel.height;
  const passWidth = isWide ? 96 : 60;
  return {
    width,
    height: bottom,
    title: { x: 0, y: 0, width, height: TITLE },
    pass: { x: width - passWidth - 1, y: 1, width: passWidth, height: TITLE - 2 },
    felt,
    ...placeColumns(table, felt),
    hands: /** @type {[HandPlace, HandPlace]} */ (hands),
  };
}

/** @param {Table} table */
function feltHeight(table) {
  return MARGIN + SIGN + table.columns[0].ranks.length * (BLOCK.height + BLOCK.gap) + MARGIN;
}

/**
 * @param {Table} table
 * @param {Box} felt
 * @returns {{signs: Box[], blocks: Box[][]}}
 */
function placeColumns(table, felt) {
  const count = table.columns.length;
  const share = Math.floor((felt.width - 2 * MARGIN) / count);
  const gap = Math.max(1, Math.min(14, Math.floor(share / 6)));
  const width = Math.min(BLOCK.most, share - gap);
  const left = Math.floor((felt.width - count * width - (count - 1) * gap) / 2);
  const across = table.columns.map((_, suit) => felt.x + left + suit * (width + gap));
  const top = felt.y + MARGIN;
  return {
    signs: across.map((x) => ({ x, y: top, width, height: SIGN })),
    blocks: across.map((x) =>
      table.columns[0].ranks.map((_, rank) => ({
        x,
        y: top + SIGN + rank * (BLOCK.height + BLOCK.gap),
        width,
        height: BLOCK.height,
      })),
    ),
  };
}

/** Cards side by side in a hand of this width. @param {number} width */
function perRow(width) {
  return Math.max(1, Math.floor((width - STACK - 2 * MARGIN + CARD_GAP) / (CARD.width + CARD_GAP)));
}

/** @param {Player} player @param {number} width */
function handHeight(player, width) {
  const rows = Math.max(2, Math.ceil(player.dealt.length / perRow(width)));
  return HEADER + rows * (CARD.height + CARD_GAP) + MARGIN;
}

/**
 * @param {Player} player
 * @param {Box} panel
 * @param {boolean} isMirrored whether the stack is at the right
 * @returns {HandPlace}
 */
function placeHand(player, panel, isMirrored) {
  const inRow = perRow(panel.width);
  const top = panel.y + HEADER;
  const wide = inRow * (CARD.width + CARD_GAP) - CARD_GAP;
  const stackX = isMirrored ? panel.x + panel.width - MARGIN - STACK + 1 : panel.x + MARGIN + 1;
  const room = panel.width - STACK - 2 * MARGIN;
  const cardsX = (isMirrored ? panel.x + MARGIN : panel.x + MARGIN + STACK) + Math.floor((room - wide) / 2);
  /** @type {Map<string, Box>} */
  const cards = new Map();
  player.dealt.forEach((card, index) => {
    cards.set(card.name, {
      x: cardsX + (index % inRow) * (CARD.width + CARD_GAP),
      y: top + Math.floor(index / inRow) * (CARD.height + CARD_GAP),
      ...CARD,
    });
  });
  const half = Math.floor(panel.width / 2);
  return {
    panel,
    name: { x: panel.x + 2, y: panel.y + 2, width: half, height: HEADER - 4 },
    bar: { x: panel.x + half, y: panel.y + 6, width: half - MARGIN, height: 8 },
    stack: { x: stackX, y: top, width: STACK - 3, height: panel.y + panel.height - MARGIN - top },
    cards,
  };
}
