/**
 * The blocks of an explanation, before they are drawn. The code that turns
 * facts into blocks is independent of the browser, so that it can be tested
 * alone.
 *
 * @module
 */

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("../../types.js").Result} Result */
/** @typedef {import("../../types.js").Reason} Reason */
/** @typedef {import("../../types.js").Translate} Translate */

/**
 * A clickable move. `path` has the moves from the position shown up to it;
 * `value` and `plies` are for the player making it.
 * @typedef {{name: string, path: string[], value?: Result, plies?: number | null}} Link
 */
/** Part of a sentence. @typedef {string | Link} Piece */
/** A player: the name, its genitive (`Alice's`), and the seat. @typedef {{name: string, of: string, seat: import("../../types.js").Seat}} Person */

/**
 * The subject of an explanation.
 * @typedef {object} Subject
 * @property {Translate} t
 * @property {Analysis} answer
 * @property {Reason} reason
 * @property {Person} mover
 * @property {Person} other
 */

/** @typedef {{win: number, draw: number, loss: number}} Counts */

/**
 * A move of a strategy and what follows it. `position` is the one after the
 * move; the game may go on there even if nothing is listed.
 * @typedef {{link: Link, position: string, next: Branch[]}} Branch
 */

/** A number in binary: `flipped` marks digits that a move has changed. @typedef {{label: string, value: number, bits: boolean[], flipped?: boolean[]}} BitRow */
/**
 * Numbers in binary, one below the other.
 * @typedef {object} BitTable
 * @property {string[]} heads the weight of each column
 * @property {BitRow[]} rows
 * @property {number} more omitted rows; they count in the columns
 * @property {number[]} ones number of ones in each column
 * @property {number} sum the nim-sum
 * @property {{label: string, row: BitRow, ones: number[]} | null} after the row that a move changes, and the columns then
 */

/**
 * The Grundy value of a component.
 * @typedef {object} PartValue
 * @property {string} label
 * @property {string} part
 * @property {number} value
 * @property {{value: number, link: Link | null}[] | null} reached values that one move can reach, each once, smallest first, and a move that does
 * @property {string} note
 */

/** @typedef {{number: number, cards: number, side: "odd" | "even" | "sink"}} Box */
/** @typedef {{link: Link, who: Person}} Step */
/** A move of a timeline. @typedef {{ply: number, link: Link, who: Person, mark: "pass" | "forced" | "plain"}} Beat */

/**
 * @typedef {{type: "lead", text: string}
 *   | {type: "heading", text: string}
 *   | {type: "text", pieces: Piece[]}
 *   | {type: "counts", counts: Counts}
 *   | {type: "line", steps: Step[], more: number}
 *   | {type: "ring", steps: Step[]}
 *   | {type: "tree", branches: Branch[]}
 *   | {type: "mistakes", title: string, branches: Branch[], more: number}
 *   | {type: "bits", table: BitTable}
 *   | {type: "worths", worths: PartValue[]}
 *   | {type: "boxes", boxes: Box[], more: number}
 *   | {type: "table", caption: string, heads: string[], rows: Piece[][][], more: number}
 *   | {type: "list", items: {mark: string, pieces: Piece[]}[], more: number}
 *   | {type: "lanes", beats: Beat[], more: number}
 *   | {type: "words", text: string}} Block
 */

/** @param {string} text @returns {Block} */
export const heading = (text) => ({ type: "heading", text });

/** @param {string} text @returns {Block} */
export const paragraph = (text) => ({ type: "text", pieces: [text] });

/**
 * The first entries of a list, and the number of the others.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {number} most
 * @returns {{shown: T[], more: number}}
 */
export function abridge(list, most) {
  // One more entry takes no more space than "and 1 more".
  const shown = list.length <= most + 1 ? list.slice() : list.slice(0, most);
  return { shown, more: list.length - shown.length };
}

/** @param {Subject} subject @param {readonly (string | number)[]} list @param {number} most */
export function listed({ t }, list, most) {
  const { shown, more } = abridge(list, most);
  const text = shown.join(t("why.comma"));
  return more === 0 ? text : `${text} ${t("why.more", { count: more })}`;
}

/**
 * A sentence with clickable moves.
 *
 * @param {Subject} subject
 * @param {string} key
 * @param {Record<string, string | number>} values
 * @param {Record<string, Link>} links
 * @returns {Block & {type: "text"}}
 */
export function sentence(subject, key, values, links) {
  return { type: "text", pieces: sentencePieces(subject, key, values, links) };
}

/**
 * @param {Subject} subject
 * @param {string} key
 * @param {Record<string, string | number>} values
 * @param {Record<string, Link>} links
 * @returns {Piece[]}
 */
export function sentencePieces({ t }, key, values, links) {
  // A private-use character stands for each link while the text is translated.
  const names = Object.keys(links);
  const places = names.map((name, index) => [name, String.fromCharCode(0xe000 + index)]);
  const text = t(key, { ...values, ...Object.fromEntries(places) });
  const pieces = text.split(/([\ue000-\uf8ff])/).filter((piece) => piece !== "");
  return pieces.map((piece) => {
    const name = names[piece.charCodeAt(0) - 0xe000];
    return name === undefined ? piece : /** @type {Link} */ (links[name]);
  });
}

/**
 * A move of the position shown, with its value if it is listed.
 *
 * @param {Subject} subject
 * @param {string} name
 * @returns {Link}
 */
export function linkOf({ answer }, name) {
  const found = answer.moves.find((move) => move.move === name);
  return { name, path: [name], ...(found ? { value: found.value, plies: found.plies } : {}) };
}

/** A count that may exceed the exact integers of JavaScript. @param {number} count */
export function manyText(count) {
  return Number.isSafeInteger(count) ? count : "> 2⁵³";
}

/** Whether all numbers in some facts are exact. @param {unknown} facts @returns {boolean} */
export function isExact(facts) {
  if (typeof facts === "number") return Number.isSafeInteger(facts);
  if (typeof facts !== "object" || facts === null) return true;
  return Object.values(facts).every(isExact);
}
