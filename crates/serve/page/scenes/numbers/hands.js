/**
 * The hands of *numbers*: parsed from positions, written into them, and laid
 * out so that a card keeps its place when it changes.
 *
 * @module
 */

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("../../types.js").Move} Move */
/** @typedef {import("../../types.js").Seat} Seat */

/** A parsed move: an own card, one of the opponent's, and the new value of the own one. @typedef {{own: number, other: number, sum: number, move: Move}} Adding */

/**
 * Above this modulus cards have two digits, and positions are separated by
 * spaces.
 */
const ONE_DIGIT = 10;

/**
 * The modulus of an analysis.
 * @param {Analysis} answer
 */
export function modulusOf(answer) {
  return Number(answer.set["modulus"] ?? 5);
}

/**
 * The hands of a position: the mover's, then the opponent's.
 * @param {Analysis} answer
 * @returns {[number[], number[]]}
 */
function readHands(answer) {
  /** @param {string} [text] */
  const read = (text = "") => {
    const cards = modulusOf(answer) > ONE_DIGIT ? text.split(/\s+/) : text.replace(/\s+/g, "").split("");
    return cards.filter((card) => card !== "").map(Number);
  };
  const [mine, theirs] = answer.position.split("/");
  return [read(mine), read(theirs)];
}

/**
 * The hands by seat: the first player's, then the other's.
 * @param {Analysis} answer
 * @param {Seat} seat the player to move
 * @returns {[number[], number[]]}
 */
export function handsBySeat(answer, seat) {
  const [mine, theirs] = readHands(answer);
  return seat === 0 ? [mine, theirs] : [theirs, mine];
}

/**
 * A position with these hands.
 * @param {readonly number[]} mine
 * @param {readonly number[]} theirs
 * @param {number} modulus
 */
export function writeHands(mine, theirs, modulus) {
  const between = modulus > ONE_DIGIT ? " " : "";
  return `${mine.join(between)}/${theirs.join(between)}`;
}

/**
 * Lays out a hand: if only one card differs from the previous layout, all
 * others keep their places.
 * @param {readonly number[]} before
 * @param {readonly number[]} hand
 * @param {number | null} slot the card that was clicked, if any
 * @returns {{cards: number[], changed: number | null}}
 */
export function layOut(before, hand, slot) {
  const sorted = [...hand].sort((one, other) => one - other);
  if (before.length !== hand.length) return { cards: sorted, changed: null };
  const gone = without(before, hand);
  const [come, ...more] = without(hand, before);
  if (come === undefined) return { cards: [...before], changed: null };
  if (more.length > 0) return { cards: sorted, changed: null };
  const changed = slot !== null && before[slot] === gone[0] ? slot : before.lastIndexOf(gone[0] ?? -1);
  return { cards: before.map((card, at) => (at === changed ? come : card)), changed };
}

/**
 * The multiset difference of two hands.
 * @param {readonly number[]} hand
 * @param {readonly number[]} other
 */
function without(hand, other) {
  const rest = [...hand];
  for (const card of other) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/**
 * Parses a move's name; null if it is not an addition.
 * @param {string} name
 */
export function readAdding(name) {
  const found = /^\s*(\d+)\s*\+\s*(\d+)\s*=\s*(\d+)\s*$/.exec(name);
  return found ? { own: Number(found[1]), other: Number(found[2]), sum: Number(found[3]) } : null;
}

/**
 * The parsed moves of an analysis, best first.
 * @param {Analysis} answer
 * @returns {Adding[]}
 */
export function addings(answer) {
  return answer.moves.flatMap((move) => {
    const parts = readAdding(move.move);
    return parts ? [{ ...parts, move }] : [];
  });
}
