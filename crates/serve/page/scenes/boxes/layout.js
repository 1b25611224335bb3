/**
 * Layout of the boxes: on flights of stairs that descend from left to right,
 * the sinks at the foot. A full flight is followed by another below.
 *
 * @module
 */

/** @typedef {import("./stairs.js").Level} Level */

/**
 * A step of a flight, with boxes on it.
 * @typedef {object} Step
 * @property {Level} level
 * @property {string} label
 * @property {number} x
 * @property {number} width
 * @property {number} floor where its boxes stand
 * @property {number} bottom where its flight ends
 */

/** A box: the left edge of its cell, and its floor. @typedef {{box: number, x: number, floor: number}} Standing */

/**
 * @typedef {object} Stairs
 * @property {Step[]} steps
 * @property {Map<number, Standing>} boxes
 * @property {number} height
 */

/** How much lower the next step is. */
const DROP = 9;

/**
 * @typedef {object} Sizes
 * @property {number} width of the stage
 * @property {number} cell width of a box with the room around it
 * @property {number} above height of a box and what is above it
 * @property {number} below height of the numbers and labels below the floor
 */

/**
 * @param {readonly Level[]} levels
 * @param {Sizes} sizes
 * @param {(level: Level, room: number) => string} label of a step, given its width
 * @param {(text: string) => number} measure
 * @returns {Stairs}
 */
export function layOutStairs(levels, sizes, label, measure) {
  const perFlight = Math.max(1, Math.floor(sizes.width / sizes.cell));
  const flights = flightsOf(levels, sizes, perFlight, (level) => measure(label(level, 0)) + 2);
  /** @type {Step[]} */
  const steps = [];
  /** @type {Map<number, Standing>} */
  const boxes = new Map();
  let top = 0;
  for (const flight of flights) {
    const wide = flight.reduce((sum, part) => sum + part.width, 0);
    const bottom = top + sizes.above + (flight.length - 1) * DROP + sizes.below;
    let x = Math.floor((sizes.width - wide) / 2);
    flight.forEach(({ level, width }, at) => {
      const floor = top + sizes.above + at * DROP;
      steps.push({ level, label: label(level, width - 4), x, width, floor, bottom });
      const left = x + Math.floor((width - level.boxes.length * sizes.cell) / 2);
      level.boxes.forEach((box, index) => boxes.set(box, { box, x: left + index * sizes.cell, floor }));
      x += width;
    });
    top = bottom + 3;
  }
  return { steps, boxes, height: top };
}

/**
 * Splits the levels into flights no wider than the stage. If there are only a
 * few boxes, a level stays together if possible.
 * @param {readonly Level[]} levels
 * @param {Sizes} sizes
 * @param {number} perFlight
 * @param {(level: Level) => number} minimum minimum width of a step, for its label
 * @returns {{level: Level, width: number}[][]}
 */
function flightsOf(levels, sizes, perFlight, minimum) {
  const isMany = levels.reduce((sum, { boxes }) => sum + boxes.length, 0) > 2 * perFlight;
  /** @type {{level: Level, width: number}[][]} */
  const flights = [];
  let room = 0;
  for (const level of levels) {
    const narrowest = Math.min(sizes.width, Math.max(sizes.cell, minimum(level)));
    for (let from = 0; from < level.boxes.length; ) {
      const left = level.boxes.length - from;
      const isSplit = left * sizes.cell > room && ((isMany && left > 3) || left > perFlight);
      if (narrowest > room || (left * sizes.cell > room && !isSplit)) {
        flights.push([]);
        room = sizes.width;
      }
      const count = Math.max(1, Math.min(left, Math.floor(room / sizes.cell)));
      const width = Math.min(room, Math.max(count * sizes.cell, narrowest));
      flights.at(-1)?.push({ level: { ...level, boxes: level.boxes.slice(from, from + count) }, width });
      room -= width;
      from += count;
    }
  }
  return flights;
}
