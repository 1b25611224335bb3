/**
 * Encoding of a game and the moves played as a URL fragment:
 * `#/nine?set.deal=…&p=…&m=9D,9C`; `first=Bob` if Bob begins and the position
 * does not say so. A puzzle is its seed and its kind, `#/krk?puzzle=7&kind=fastest`: the
 * address does not contain the answer.
 *
 * @module
 */

/** @typedef {import("../types.js").Settings} Settings */
/**
 * A place: a built-in game, or a rule-file game with its rules, as text
 * (`rules`) or compressed (`packed`).
 *
 * @typedef {{game: string, set: Settings, position: string | null, moves: string[], seat?: import("../types.js").Seat, rules?: string, packed?: string, puzzle?: import("../types.js").PuzzleName}} Place
 */

/** Name of all rule-file games in the URL. */
const OWN = "rules";

/**
 * @param {Place} place
 * @returns {string}
 */
export function writePlace(place) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(place.set)) words.append(`set.${name}`, value);
  if (place.position !== null) words.append("p", place.position);
  if (place.puzzle) {
    words.append("puzzle", String(place.puzzle.seed));
    if (place.puzzle.kind !== "win") words.append("kind", place.puzzle.kind);
  }
  if (place.seat === 1) words.append("first", "Bob");
  if (place.moves.length > 0) words.append("m", place.moves.map(escape).join(","));
  if (place.packed !== undefined) words.append("r", place.packed);
  const text = words.toString();
  return `#/${encodeURIComponent(place.packed === undefined ? place.game : OWN)}${text === "" ? "" : `?${text}`}`;
}

/**
 * @param {string} fragment
 * @returns {Place | null} `null` if it names no game
 */
export function readPlace(fragment) {
  const parts = /^#\/([^?]+)(?:\?(.*))?$/.exec(fragment);
  if (!parts) return null;
  const words = new URLSearchParams(parts[2] ?? "");
  /** @type {Settings} */
  const set = {};
  for (const [name, value] of words) {
    if (name.startsWith("set.")) set[name.slice(4)] = value;
  }
  const moves = words.get("m");
  const packed = words.get("r");
  const seed = words.get("puzzle");
  return {
    game: decoded(parts[1] ?? ""),
    set,
    position: words.get("p"),
    moves: moves ? moves.split(",").map(unescape) : [],
    seat: words.get("first") === "Bob" ? 1 : 0,
    ...(packed === null ? {} : { packed }),
    ...(seed !== null && /^\d{1,15}$/.test(seed) ? { puzzle: { seed: Number(seed), kind: words.get("kind") === "fastest" ? "fastest" : "win" } } : {}),
  };
}

/** @param {string} move */
const escape = (move) => move.replaceAll("%", "%25").replaceAll(",", "%2C");
/** @param {string} text */
const unescape = (text) => text.replaceAll("%2C", ",").replaceAll("%25", "%");

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
