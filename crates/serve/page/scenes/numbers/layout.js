/**
 * Layout of the table of *numbers*.
 *
 * @module
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Place */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {[Place[], Place[]]} cards by seat
 * @property {[Place[], Place[]]} marks by seat, the same order as the cards
 * @property {[number, number]} names vertical positions of the players' names
 * @property {Place} middle between the hands
 * @property {number} ring top of the ring of a draw
 */

/** Minimum and maximum width of a card. */
const NARROW = 19;
const WIDE = 34;
const GAP = 3;
/** Height of the line with a player's name. */
const NAME = 14;
/**
 * Height of the area between the hands; on a narrow table its text takes two
 * lines.
 */
const MIDDLE = { wide: 36, narrow: 48 };

/**
 * @param {number} width of the stage
 * @param {[number, number]} counts cards of each hand
 * @param {(cell: number) => number} markHeight height of the marks, given their width
 * @param {number} ringHeight
 * @returns {Layout}
 */
export function layOutTable(width, counts, markHeight, ringHeight) {
  const most = Math.max(1, ...counts);
  const room = Math.max(1, Math.floor((width - 2) / (NARROW + 2)));
  const rows = Math.ceil(most / room);
  const perRow = Math.ceil(most / rows);
  const card = Math.max(8, Math.min(WIDE, Math.floor((width - 2) / perRow) - GAP));
  const cardHeight = Math.round(card * 1.3);
  const middle = width < 200 ? MIDDLE.narrow : MIDDLE.wide;
  const mark = markHeight(card + GAP - 1);
  const rowHeight = cardHeight + mark + 3;

  /**
   * @param {number} count
   * @param {number} top
   * @param {boolean} isAbove whether marks are above the cards
   */
  const hand = (count, top, isAbove) => {
    /** @type {Place[]} */
    const cards = [];
    /** @type {Place[]} */
    const marks = [];
    for (let at = 0; at < count; at += 1) {
      const row = Math.floor(at / perRow);
      const inRow = Math.min(perRow, count - row * perRow);
      const left = Math.floor((width - inRow * (card + GAP) + GAP) / 2);
      const x = left + (at % perRow) * (card + GAP);
      const y = top + row * rowHeight;
      cards.push({ x, y: isAbove ? y + mark + 2 : y, width: card, height: cardHeight });
      marks.push({ x, y: isAbove ? y : y + cardHeight + 2, width: card, height: mark });
    }
    return { cards, marks };
  };

  const upper = hand(counts[1], NAME, false);
  const middleTop = NAME + Math.ceil(Math.max(1, counts[1]) / perRow) * rowHeight;
  const lowerTop = middleTop + middle + 2;
  const lower = hand(counts[0], lowerTop, true);
  const lowerEnd = lowerTop + Math.ceil(Math.max(1, counts[0]) / perRow) * rowHeight;
  return {
    width,
    height: lowerEnd + NAME + ringHeight,
    cards: [lower.cards, upper.cards],
    marks: [lower.marks, upper.marks],
    names: [lowerEnd, 1],
    middle: { x: 0, y: middleTop, width, height: middle },
    ring: lowerEnd + NAME,
  };
}
