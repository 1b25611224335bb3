/**
 * The boxes read from answers: their counts, where cards may go, and how far
 * each box is from a sink.
 *
 * @module
 */

/** @typedef {import("../../types.js").Answer} Answer */
/** @typedef {import("../../types.js").Move} Move */

/** A move taken apart. Counts may be larger than plain numbers are exact. @typedef {{from: number, to: number, amount: bigint, move: Move}} Transfer */

/**
 * Boxes that are equally far from a sink.
 * @typedef {object} Level
 * @property {number} steps from a sink, on the shortest way
 * @property {"odd" | "even" | "sink" | "none"} side `none` where there is no staircase
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
 * A move's name taken apart; null where it is none.
 * @param {string} name
 */
export function readTransfer(name) {
  const found = /^\s*(\d+)\s*>\s*(\d+)\s*x\s*(\d+)\s*$/.exec(name);
  return found ? { from: Number(found[1]), to: Number(found[2]), amount: BigInt(found[3] ?? "0") } : null;
}

/**
 * The moves of an answer taken apart, best first.
 * @param {Answer} answer
 * @returns {Transfer[]}
 */
function transfers(answer) {
  return answer.moves.flatMap((move) => {
    const parts = readTransfer(move.move);
    return parts ? [{ ...parts, move }] : [];
  });
}

/**
 * The ways that an answer tells of: by its reason, by its moves, and by the
 * parameter that lists them.
 * @param {Answer} answer
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
 * How many steps each box is from the nearest sink. A box from which no way
 * is known (it is empty, so no move tells one) counts as near as its side
 * allows.
 * @param {Answer} answer
 * @returns {Map<number, number> | null} null where there is no staircase
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
 * All that is read from an answer; read once.
 * @param {Answer} answer
 */
export function factsOf(answer) {
  const known = facts.get(answer);
  if (known) return known;
  const read = { counts: readCounts(answer.position), steps: stepsToSink(answer), moves: transfers(answer) };
  facts.set(answer, read);
  return read;
}

/** @type {WeakMap<Answer, {counts: bigint[], steps: Map<number, number> | null, moves: Transfer[]}>} */
const facts = new WeakMap();

/**
 * Which side a box is on, by its steps to a sink.
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
 * The boxes in levels, the farthest from a sink first; one level where there
 * is no staircase.
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
