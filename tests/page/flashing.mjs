/** Measures how often parts of the picture flash. */

/** @typedef {import("playwright-core").Page} Page */

/** Minimum change of relative luminance of a flash (WCAG 2.3.1). */
const THRESHOLD = 0.1;

/**
 * The brightness of each hotspot, frame by frame.
 *
 * @param {Page} page
 * @param {number} milliseconds
 * @returns {Promise<{times: number[], spots: Record<string, number[]>}>}
 */
export function watchBrightness(page, milliseconds) {
  return page.evaluate(async (duration) => {
    const canvas = document.querySelector("[data-scene] canvas");
    const context = canvas.getContext("2d");
    const linear = Array.from({ length: 256 }, (_, part) => (part / 255) ** 2.2);
    /** The mean over every third pixel in each direction. */
    const brightness = (data, { left, top, right, bottom }) => {
      let sum = 0;
      let count = 0;
      for (let y = top; y < bottom; y += 3) {
        for (let x = left; x < right; x += 3) {
          const i = 4 * (y * canvas.width + x);
          sum += 0.2126 * linear[data[i]] + 0.7152 * linear[data[i + 1]] + 0.0722 * linear[data[i + 2]];
          count += 1;
        }
      }
      return sum / count;
    };
    const frame = canvas.getBoundingClientRect();
    const scale = canvas.width / frame.width;
    const boxes = {};
    for (const spot of document.querySelectorAll("[data-scene] [data-spot]")) {
      const box = spot.getBoundingClientRect();
      const across = [box.left, box.right].map((edge) => Math.round((edge - frame.left) * scale));
      const down = [box.top, box.bottom].map((edge) => Math.round((edge - frame.top) * scale));
      boxes[spot.dataset.spot] = { left: across[0], right: across[1], top: down[0], bottom: down[1] };
    }
    const times = [];
    const spots = Object.fromEntries(Object.keys(boxes).map((id) => [id, []]));
    const begun = performance.now();
    while (performance.now() - begun < duration) {
      const now = await new Promise(requestAnimationFrame);
      times.push(now);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      for (const [id, box] of Object.entries(boxes)) spots[id].push(brightness(data, box));
    }
    return { times, spots };
  }, milliseconds);
}

/**
 * The maximum number of flashes within any second; a flash is a change and its
 * reverse.
 *
 * @param {number[]} times
 * @param {number[]} levels
 */
export function flashesInASecond(times, levels) {
  const turns = turningTimes(times, levels);
  const within = turns.map((from) => turns.filter((time) => time >= from && time < from + 1000).length);
  return Math.max(0, ...within) / 2;
}

/** The times at which the direction of brightness changes reverses. @param {number[]} times @param {number[]} levels */
function turningTimes(times, levels) {
  const turns = [];
  let extreme = levels[0];
  let direction = 0;
  for (const [index, level] of levels.entries()) {
    const change = level - extreme;
    if (Math.abs(change) >= THRESHOLD && Math.sign(change) !== direction) {
      direction = Math.sign(change);
      turns.push(times[index]);
      extreme = level;
    } else if (Math.sign(change) === direction) {
      extreme = level;
    }
  }
  return turns;
}
