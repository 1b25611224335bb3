/**
 * Graph of the value over the game, ply by ply: who was winning, at which
 * distance, and which moves were mistakes; pointing at a ply shows its position. It is one
 * slider for the keyboard and for screen readers: each step states what the graph shows there.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { boardPalette } from "../pixel/palette.js";
import { drawThumbnail, thumbnailSize } from "./gallery/thumbnail.js";
import { drawGraph, edgeOf, graphHeight, layout, plyAt } from "./graph/draw.js";
import { pointsOf } from "./graph/points.js";
import { moveLabel } from "../core/labels.js";
import { section } from "./parts.js";
import { namesOf } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./graph/points.js").Point} Point */

/** CSS pixels per logical pixel. */
const scale = 2;

/** @param {App} app @returns {import("../types.js").Panel} */
export function createGraph(app) {
  const canvas = el("canvas", { class: "graph-canvas", height: graphHeight, "aria-hidden": "true" });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const slider = el(
    "div",
    {
      class: "graph-slider",
      role: "slider",
      tabindex: 0,
      "aria-label": app.t("graph.label"),
      "aria-valuemin": 0,
      "data-graph": true,
      "data-own-keys": true,
      onclick: (/** @type {MouseEvent} */ event) => goTo(plyUnder(event)),
      onkeydown,
      onpointermove: (/** @type {MouseEvent} */ event) => point(plyUnder(event)),
      onpointerleave: () => point(null),
    },
    canvas,
  );
  const text = el("p", { class: "graph-text", "aria-hidden": "true" });
  const tally = el("p", { class: "graph-tally" });
  const picture = el("canvas", { class: "graph-position", width: thumbnailSize.width, height: thumbnailSize.height, "aria-hidden": "true", hidden: true });
  const element = section(app, "graph", app.t("graph.title"), el("div", { class: "graph-frame" }, slider, picture), text, tally);
  canvas.style.height = `${graphHeight * scale}px`;
  new ResizeObserver(draw).observe(slider);

  /** @type {Point[]} */
  let points = [];
  let current = 0;
  let step = 1;
  let isHidden = false;
  /** @type {number | null} */
  let pointed = null;

  /** @param {MouseEvent} event */
  function plyUnder(event) {
    return plyAt((event.clientX - canvas.getBoundingClientRect().left) / scale, step, points.length);
  }

  /** @param {number} ply */
  function goTo(ply) {
    if (points[ply] && ply !== current) app.go(points[ply].node);
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    const targets = /** @type {Record<string, number>} */ ({
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      Home: 0,
      End: points.length - 1,
    });
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    goTo(target);
  }

  /** @param {number | null} ply */
  function point(ply) {
    if (ply === pointed) return;
    pointed = ply;
    draw();
    const answer = ply === null ? null : points[ply]?.node.answer;
    picture.hidden = !answer;
    if (ply === null || !answer) return;
    drawThumbnail(picture, answer, boardPalette());
    const middle = (edgeOf(ply, step) + step / 2) * scale - slider.scrollLeft;
    picture.style.left = `${Math.max(0, Math.min(middle - picture.offsetWidth / 2, slider.clientWidth - picture.offsetWidth))}px`;
  }

  function draw() {
    const room = layout(points.length, Math.floor(slider.clientWidth / scale));
    if (points.length === 0 || slider.clientWidth === 0) return;
    step = room.step;
    canvas.width = room.width;
    canvas.style.width = `${room.width * scale}px`;
    drawGraph(context, { palette: app.palette(), points, names: namesOf(app), current, pointed, step, isHidden });
    text.textContent = describe(app, points, pointed ?? current, isHidden);
  }

  /** Scrolls the current ply into view. */
  function scroll() {
    const edge = edgeOf(current, step) * scale;
    const { scrollLeft, clientWidth } = slider;
    if (edge < scrollLeft || edge + step * scale > scrollLeft + clientWidth) slider.scrollLeft = edge - clientWidth / 2;
  }

  /** @param {State} state */
  function update(state) {
    points = pointsOf(state.path);
    current = state.path.indexOf(state.node);
    isHidden = state.hidden;
    point(null);
    slider.setAttribute("aria-valuemax", String(points.length - 1));
    slider.setAttribute("aria-valuenow", String(current));
    slider.setAttribute("aria-valuetext", describe(app, points, current, isHidden));
    const mistakes = isHidden ? [] : points.flatMap(({ mistake }, ply) => (mistake === null ? [] : [ply]));
    slider.dataset["mistakes"] = mistakes.join(" ");
    tally.textContent = mistakes.length === 0 ? "" : mistakeCounts(app, points);
    draw();
    scroll();
  }

  return { element, update };
}

/**
 * Description of a ply.
 *
 * @param {App} app
 * @param {Point[]} points
 * @param {number} ply
 * @param {boolean} isHidden
 */
function describe(app, points, ply, isHidden) {
  const { node, value, plies, mistake } = points[ply];
  const names = namesOf(app);
  const parts = [node.move === null ? app.t("graph.start") : app.t("graph.ply", { ply, move: moveLabel(app.t, app.store.state().game.name, node.move) })];
  if (!isHidden) {
    parts.push(verdict(app, value, plies, names));
    if (mistake !== null) parts.push(app.t("graph.mistake", { name: names[mistake] }));
  }
  return parts.join(" · ");
}

/**
 * @param {App} app
 * @param {Point["value"]} value
 * @param {number | null} plies
 * @param {[string, string]} names
 */
function verdict(app, value, plies, names) {
  if (value === null) return app.t("graph.unknown");
  if (value === "draw") return app.t("value.draw");
  const winner = { name: names[value === "win" ? 0 : 1] };
  if (plies === 0) return app.t("graph.won", winner);
  return plies === null ? app.t("graph.wins", winner) : app.t("graph.winsIn", { ...winner, count: plies });
}

/** The number of mistakes of each player. @param {App} app @param {Point[]} points */
function mistakeCounts(app, points) {
  const of = (/** @type {0 | 1} */ seat) => points.filter(({ mistake }) => mistake === seat).length;
  const [first, second] = namesOf(app);
  return app.t("graph.tally", { first, firstCount: of(0), second, secondCount: of(1) });
}
