/**
 * A table as a picture with its law: pointer and arrow keys describe a cell; sliders choose a
 * layer of a table with more than two axes.
 *
 * @module
 */

import { el, fill } from "../../core/dom.js";
import { has } from "../../words/i18n.js";
import { sign } from "../parts.js";
import { cellsOf, isOdd } from "./cells.js";
import { frame, looks, paintCells } from "./paint.js";

/** @typedef {import("../../types.js").App} App */
/** @typedef {import("../../types.js").Result} Result */
/** @typedef {import("./types.js").Guess} Guess */
/** @typedef {import("./types.js").LawPicture} LawPicture */

/** Sizes of a cell in pixels. */
const SIZES = [24, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2];

/** The picture is at most this large, unless its cells are as small as possible. */
const WIDEST = 640;
const HIGHEST = 520;

/** @param {App} app */
export function createPicture(app) {
  const { t } = app;
  const canvas = el("canvas", {
    class: "law-canvas",
    "data-table": true,
    "data-own-keys": true,
    tabindex: 0,
    role: "application",
    "aria-label": t("law.label"),
    onkeydown,
    onpointermove: (/** @type {PointerEvent} */ event) => point(event),
    onclick: (/** @type {PointerEvent} */ event) => point(event),
  });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const sliders = el("div", { class: "law-layers" });
  const sides = el("p", { class: "note" });
  const text = el("p", { class: "law-cell", "aria-live": "polite", "data-cell": true });
  const legend = el("ul", { class: "law-legend" });
  const element = el("div", { class: "law-picture" }, sliders, el("div", { class: "law-frame" }, canvas), text, sides, legend);

  /** @type {LawPicture | null} */
  let picture = null;
  /** @type {number[]} */
  let layer = [];
  let size = 1;
  let cursor = { row: 0, column: 0 };

  const cells = () => (picture ? cellsOf(picture, layer) : null);

  function draw() {
    const shown = cells();
    if (!picture || !shown) return;
    const room = Math.min(WIDEST, element.clientWidth || WIDEST);
    size = SIZES.find((one) => one * shown.width <= room && one * shown.height <= HIGHEST) ?? 2;
    paintCells(context, shown, looks(picture, app.palette()), size, app.palette());
    frame(context, cursor.column * size, cursor.row * size, size, Math.max(1, Math.floor(size / 8)), app.palette().cyan);
    canvas.dataset["size"] = String(size);
    describe();
  }

  /** @param {{row: number, column: number}} cell */
  function move(cell) {
    const shown = cells();
    if (!shown?.at(cell.row, cell.column)) return;
    cursor = cell;
    draw();
  }

  /** @param {PointerEvent} event */
  function point(event) {
    const box = canvas.getBoundingClientRect();
    move({ row: Math.floor((event.clientY - box.top) / size), column: Math.floor((event.clientX - box.left) / size) });
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    });
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move({ row: cursor.row + step[0], column: cursor.column + step[1] });
  }

  /** @param {number | null} value */
  function named(value) {
    const label = value === null ? null : picture?.labels?.[value];
    if (!label) return value ?? "–";
    return has(`value.${label}`) ? t(`value.${label}`) : label;
  }

  function describe() {
    const cell = cells()?.at(cursor.row, cursor.column);
    if (!cell || !picture) return fill(text);
    const place = picture.axes.map(({ name }, i) => `${name}=${cell.place[i]}`).join(" ");
    const [found, expected] = [named(cell.found), named(cell.said)];
    const kind = cell.part === "beyond" ? "beyond" : cell.found === null ? "hole" : isOdd(cell) ? "exception" : "cell";
    fill(text, t(`law.${kind}`, { place, found, expected }));
  }

  /** @param {LawPicture} shown */
  function layers(shown) {
    const more = shown.axes.slice(0, -2);
    layer = more.map(() => 0);
    const slider = (/** @type {import("./types.js").Axis} */ axis, /** @type {number} */ i) => {
      const label = el("span");
      const input = el("input", { type: "range", min: 0, max: axis.shown - 1, value: 0, "data-action": `law-layer-${i + 1}`, oninput: () => choose() });
      const choose = () => {
        layer[i] = Number(input.value);
        label.textContent = t("law.layer", { name: axis.name, value: axis.first + layer[i] });
        draw();
      };
      label.textContent = t("law.layer", { name: axis.name, value: axis.first });
      return el("label", { class: "slider" }, label, input);
    };
    fill(sliders, ...more.map(slider));
  }

  return {
    element,
    /** @param {Guess} guess */
    show(guess) {
      picture = guess.picture;
      cursor = { row: 0, column: 0 };
      layers(picture);
      const shown = cellsOf(picture, layer);
      const [rows, columns] = picture.axes.slice(-2).map(({ name }) => name);
      const lines = shown.isLine
        ? t("law.lines", { name: rows, count: shown.width })
        : `${t("law.row", { name: rows })} ${t("law.column", { name: columns })}`;
      fill(sides, lines);
      fill(legend, ...legendOf(app, picture));
      draw();
    },
  };
}

/** @param {App} app @param {LawPicture} picture */
function legendOf({ t }, { labels, axes, cells, law }) {
  const results = /** @type {Result[]} */ (labels ?? []).filter((_, value) => cells.includes(value));
  const hasOdd = cells.some((found, i) => found !== null && (law[i] ?? found) !== found);
  const isDivided = axes.some(({ fitted, computed }) => fitted < computed);
  const swatch = (/** @type {string} */ name) => el("li", {}, el("span", { class: `law-swatch ${name}` }), t(`law.mark.${name}`));
  return [
    ...results.map((result) => el("li", { class: result, "data-value": result }, sign(result), ` ${t(`value.${result}`)}`)),
    labels ? null : swatch("values"),
    isDivided && law.length > 0 ? swatch("fit") : null,
    law.length > 0 ? swatch("end") : null,
    hasOdd ? swatch("odd") : null,
  ];
}
