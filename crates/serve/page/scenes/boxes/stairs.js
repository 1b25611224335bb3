/**
 * The boxes of an analysis: counts, possible targets, and the distance of each
 * box from a sink.
 *
 * @module
 */

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("../../types.js").Move} Move */

/** A parsed move. Counts may exceed the exact integers of `number`. @typedef {{from: number, to: number, amount: bigint, move: Move}} Transfer */

/**
 * Boxes at the same distance from a sink.
 * @typedef {object} Level
 * @property {number} steps shortest distance from a sink
 * @property {"odd" | "even" | "sink" | "none"} side `none` if there is no staircase
 * @property {number[]} boxes
 */

/**
 * The cards in each box.
 * @param {string} position
 * @returns {bigint[]}
 */
function readCounts(position) {
  return position.split(/\s+/).filter((word) => /^\d+$/.test(word)).map(BigInt);
}

/**
 * Parses a move's name; null if it is not a transfer.
 * @param {string} name
 */
export function readTransfer(name) {
  const found = /^\s*(\d+)\s*>\s*(\d+)\s*x\s*(\d+)\s*$/.exec(name);
  return found ? { from: Number(found[1]), to: Number(found[2]), amount: BigInt(found[3] ?? "0") } : null;
}

/**
 * The parsed moves of an analysis, best first.
 * @param {Analysis} answer
 * @returns {Transfer[]}
 */
function transfers(answer) {
  return answer.moves.flatMap((move) => {
    const parts = readTransfer(move.move);
    return parts ? [{ ...parts, move }] : [];
  });
}

/**
 * The ways stated by an analysis: by its explanation, its moves, and the
 * parameter that lists them.
 * @param {Analysis} answer
 * @returns {[number, number][]} from, to
 */
function waysOf(answer) {
  /** @type {{into: number, on_to: number}[]} */
  const sentOn = answer.why?.["sent_on"] ?? [];
  const listed = String(answer.set["moves"] ?? "").matchAll(/(\d+)\s*>\s*(\d+)/g);
  const keys = new Set(transfers(answer).map(({ from, to }) => `${from}>${to}`));
  return [
    ...sentOn.map(({ into, on_to }) => /** @type {[number, number]} */ ([into, on_to])),
    ...[...listed].map((found) => /** @type {[number, number]} */ ([Number(found[1]), Number(found[2])])),
    ...[...keys].map((key) => /** @type {[number, number]} */ (key.split(">").map(Number))),
  ];
}

/**
 * The distance of each box from the nearest sink. An empty box whose ways are
 * unknown gets the smallest distance of its parity.
 * @param {Analysis} answer
 * @returns {Map<number, number> | null} null if there is no staircase
 */
function stepsToSink(answer) {
  const why = answer.why;
  if (why?.kind !== "staircase") return null;
  /** @type {Map<number, number[]>} */
  const into = new Map();
  for (const [from, to] of waysOf(answer)) append(into, to, from);
  /** @type {Map<number, number>} */
  const steps = new Map();
  /** @type {number[]} */
  let reached = why["sinks"] ?? [];
  for (let distance = 0; reached.length > 0; distance += 1) {
    const fresh = [...new Set(reached)].filter((box) => !steps.has(box));
    for (const box of fresh) steps.set(box, distance);
    reached = fresh.flatMap((box) => into.get(box) ?? []);
  }
  for (const box of why["odd"] ?? []) if (!steps.has(box)) steps.set(box, 1);
  for (const box of why["even"] ?? []) if (!steps.has(box)) steps.set(box, 2);
  return steps;
}

/**
 * All facts of an analysis, computed once.
 * @param {Analysis} answer
 */
export function factsOf(answer) {
  const known = facts.get(answer);
  if (known) return known;
  const read = { counts: readCounts(answer.position), steps: stepsToSink(answer), moves: transfers(answer) };
  facts.set(answer, read);
  return read;
}

/** @type {WeakMap<Analysis, {counts: bigint[], steps: Map<number, number> | null, moves: Transfer[]}>} */
const facts = new WeakMap();

/**
 * The parity of a box, by its distance from a sink.
 * @param {Map<number, number> | null} steps
 * @param {number} box
 * @returns {Level["side"]}
 */
export function sideOf(steps, box) {
  const distance = steps?.get(box);
  if (distance === undefined) return "none";
  return distance === 0 ? "sink" : distance % 2 === 1 ? "odd" : "even";
}

/**
 * The boxes in levels, the farthest from a sink first; one level if there is no
 * staircase.
 * @param {readonly number[]} boxes
 * @param {Map<number, number> | null} steps
 * @returns {Level[]}
 */
export function levelsOf(boxes, steps) {
  if (!steps) return [{ steps: 0, side: "none", boxes: [...boxes] }];
  /** @type {Map<number, number[]>} */
  const byLevel = new Map();
  for (const box of boxes) append(byLevel, steps.get(box) ?? 0, box);
  return [...byLevel]
    .sort(([one], [other]) => other - one)
    .map(([level, its]) => ({ steps: level, side: sideOf(steps, its[0] ?? 0), boxes: its }));
}

/**
 * @param {Map<number, number[]>} lists
 * @param {number} key
 * @param {number} item
 */
function append(lists, key, item) {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
