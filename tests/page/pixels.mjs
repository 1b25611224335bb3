/** Colours of the picture at the hotspots of a scene. */

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {[number, number, number]} Colour */
/** The pixels of a hotspot's box on the canvas, row by row. @typedef {Colour[][]} Pixels */

/**
 * The canvas pixels at each hotspot.
 *
 * @param {Page} page
 * @returns {Promise<Record<string, Pixels>>}
 */
export function pixelsOfSpots(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector("[data-scene] canvas");
    const frame = canvas.getBoundingClientRect();
    const context = canvas.getContext("2d");
    const scale = canvas.width / frame.width;
    const found = {};
    for (const spot of document.querySelectorAll("[data-scene] [data-spot]")) {
      const box = spot.getBoundingClientRect();
      const [left, top] = [(box.left - frame.left) * scale, (box.top - frame.top) * scale].map(Math.round);
      const [width, height] = [box.width * scale, box.height * scale].map(Math.round);
      const { data } = context.getImageData(left, top, width, height);
      found[spot.dataset.spot] = Array.from({ length: height }, (_, row) =>
        Array.from({ length: width }, (_, column) => [...data.subarray(4 * (row * width + column), 4 * (row * width + column) + 3)]),
      );
    }
    return found;
  });
}
