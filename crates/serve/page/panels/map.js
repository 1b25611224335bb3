/**
 * The result map of a game: all its positions, one pixel each, coloured by the
 * result for the player to move. Pointer and arrow keys describe a cell; a
 * click or Enter goes there.
 *
 * @module
 */

import { faultOf } from "../core/api.js";
import { el, fill } from "../core/dom.js";
import { boardPalette } from "../pixel/palette.js";
import { saveAs } from "./export/pictures.js";
import { createCells } from "./map/cells.js";
import { createFrame } from "./map/frame.js";
import { createLevels } from "./map/levels.js";
import { drawHalves } from "./map/halves.js";
import { outcomes, titleOf } from "./map/legend.js";
import { paint } from "./map/paint.js";
import { button, sign } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Settings} Settings */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./map/cells.js").Cell} Cell */
/** @typedef {import("./map/cells.js").Cells} Cells */

/** CSS pixels beside the map for its title and borders. */
const margin = 76;
/** Rows per Page Up or Page Down. */
const page = 16;

/** @typedef {import("../types.js").Panel & {open: (game: string, set: Settings) => Promise<void>, stop: () => void}} MapPanel */

/** @param {App} app @returns {MapPanel} */
export function createMap(app) {
  const { t } = app;
  const canvas = el("canvas", {
    class: "map-canvas",
    "data-map": true,
    "data-own-keys": true,
    tabindex: 0,
    role: "application",
    "aria-label": t("map.label"),
    "aria-describedby": "map-hint",
    onclick,
    onkeydown,
    onpointermove,
    onpointerleave: () => point(null),
  });
  const frame = createFrame(canvas);
  const zooms = el("div", { class: "map-zooms", role: "group", "aria-label": t("map.zoom") });
  const legend = el("div", { class: "map-legend" });
  const rowTitle = el("span", { class: "map-row-title" });
  const columnTitle = el("span", { class: "map-column-title" });
  const halves = el("canvas", { class: "map-halves", "aria-hidden": "true", hidden: true });
  const text = el("p", { class: "map-text" });
  const go = button(app, "map-go", t("map.go"), () => visit(cursor));
  const spoken = el("p", { class: "unseen", "aria-live": "polite" });
  const sides = el("p", { class: "map-hint" });
  const hint = el("p", { class: "map-hint", id: "map-hint" }, t("map.hint"));
  const about = el("div", { class: "map-about" }, halves, el("div", { class: "map-words" }, text, go));
  const sheet = el("div", { class: "map-sides" }, columnTitle, rowTitle, frame.element);
  const levels = createLevels(app, colour);
  const saves = /** @type {const} */ (["png", "svg"]).map((kind) => button(app, `map-${kind}`, kind.toUpperCase(), () => void saveAs(canvas, `kibitz-${shown?.game.name}-map`, kind)));
  const tools = el("div", { class: "map-tools" }, zooms, levels.element, legend, el("div", { class: "row" }, saves));
  const body = el("div", { class: "map-body", hidden: true }, tools, sheet, about, sides, hint);
  const notice = el("p", { class: "map-notice", role: "status" });
  const element = el("div", { class: "map" }, notice, body, spoken);

  /** @type {Cells | null} */
  let cells = null;
  let opened = "";
  /** The cell selected by the keyboard or by touch. @type {Cell | null} */
  let cursor = null;
  /** The cell under the pointer. @type {Cell | null} */
  let pointed = null;
  /** @type {State | null} */
  let shown = null;
  let isHidden = false;

  /** @param {Cell | null} cell under the pointer */
  function point(cell) {
    pointed = cell;
    describe(cell ?? cursor);
  }

  /** @param {PointerEvent} event */
  function onpointermove(event) {
    if (event.pointerType !== "touch") point(frame.cellUnder(event));
  }

  /** @param {PointerEvent} event */
  function onclick(event) {
    // Prefer the cell under the pointer: click coordinates may be rounded.
    const cell = pointed ?? frame.cellUnder(event);
    // A finger covers many cells: the first touch only selects one.
    const isChosen = cursor?.row === cell.row && cursor.column === cell.column;
    if (event.pointerType !== "touch" || isChosen) visit(cell);
    else choose(cell);
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    if (!cells || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      return visit(cursor);
    }
    const { row, column } = cursor ?? { row: 0, column: 0 };
    const targets = /** @type {Record<string, Cell>} */ ({
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      PageUp: { row: row - page, column },
      PageDown: { row: row + page, column },
      Home: { row, column: 0 },
      End: { row, column: cells.width - 1 },
    });
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    const within = (/** @type {number} */ at, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, at));
    choose({ row: within(target.row, cells.height), column: within(target.column, cells.width) });
    spoken.textContent = inWords(cells, cursor);
  }

  /** @param {Cells} cells @param {Cell | null} cell */
  function inWords(cells, cell) {
    const value = cell && cells.value(cell);
    if (!cell || !value) return t("map.none");
    return isHidden ? cells.position(cell) : `${cells.position(cell)}: ${t(`map.${value}`)}`;
  }

  /** Moves the cursor. @param {Cell} cell */
  function choose(cell) {
    cursor = cell;
    frame.keepInSight(cell);
    describe(cell);
  }

  /** Goes to the position of a cell, if it is one. @param {Cell | null} cell */
  function visit(cell) {
    if (cells && cell && cells.value(cell)) app.jump(cells.position(cell));
  }

  /** Describes a cell. @param {Cell | null} cell */
  function describe(cell) {
    frame.markCursor(cell);
    go.disabled = !cells || !cursor || !cells.value(cursor);
    if (!cells || !cell) return fill(text, t("map.point"));
    const value = cells.value(cell);
    text.dataset["value"] = isHidden ? "" : value ?? "";
    if (!value) return fill(text, t("map.none"));
    const plies = cells.plies(cell);
    const verdict = isHidden ? null : el("span", {}, sign(value), ` ${t(`map.${value}`)}`, plies === null ? null : ` ${t("value.plies", { count: plies })}`);
    fill(text, el("b", {}, cells.position(cell)), verdict);
    if (!halves.hidden) drawHalves(halves, [cells.axes.rows[cell.row], cells.axes.columns[cell.column]], boardPalette());
  }

  /** @param {number} factor */
  function zoom(factor) {
    frame.zoom(factor);
    if (cells) frame.number(cells.axes);
    for (const choice of zooms.children) {
      choice.setAttribute("aria-pressed", String(choice.getAttribute("data-zoom") === String(factor)));
    }
  }

  /** @param {number} factor */
  function zoomButton(factor) {
    const choice = button(app, `zoom-${factor}`, `×${factor}`, () => zoom(factor), { pressed: false });
    choice.dataset["zoom"] = String(factor);
    return choice;
  }

  /** Paints the map, as far as it is solved up to a distance. @param {number} [level] */
  function colour(level) {
    if (cells) paint(canvas, cells, app.palette(), { isHidden, level });
  }

  /** Redraws everything that depends on whether answers are hidden. */
  function explain() {
    if (!cells) return;
    colour();
    levels.begin(isHidden ? 0 : cells.most);
    fill(legend, isHidden ? t("map.hidden") : [outcomes(t, cells.counts()), cells.most > 0 && el("p", { class: "map-hint" }, t("map.shade"))]);
  }

  /** @param {string} game @param {Cells} loaded */
  function show(game, loaded) {
    cells = loaded;
    halves.hidden = game !== "marbles";
    explain();
    const [row, column] = [titleOf(t, game, cells.axes, "rows"), titleOf(t, game, cells.axes, "columns")];
    fill(rowTitle, `→ ${row}`);
    fill(columnTitle, `→ ${column}`);
    fill(sides, t("map.sides", { rows: cells.height, columns: cells.width, row, column }));
    fill(zooms, ...frame.choices().map(zoomButton));
    fill(notice);
    body.hidden = false;
    zoom(frame.usual(element.clientWidth - margin));
    begin();
  }

  /** Moves the cursor to the position on the board. */
  function begin() {
    cursor = here();
    frame.markHere(cursor);
    if (cursor) frame.lookAt(cursor);
    describe(cursor);
  }

  /** The cell of the position on the board. */
  function here() {
    if (!cells || !shown || opened !== keyOf(shown.game.name, shown.set)) return null;
    return cells.find(shown.node.position);
  }

  return {
    element,

    stop: levels.stop,

    async open(game, set) {
      const key = keyOf(game, set);
      if (cells && opened === key) return begin();
      opened = key;
      cells = null;
      body.hidden = true;
      fill(notice, t("core.loading"));
      try {
        const [axes, bytes] = await Promise.all([app.api.mapAxes(game, set), app.api.map(game, set)]);
        if (opened !== key) return;
        show(game, createCells(axes, bytes));
        if (!app.store.state().preferences.seenMap) app.store.prefer({ seenMap: true });
        const distances = await app.api.mapDistances(game, set);
        if (opened !== key) return;
        cells = createCells(axes, bytes, distances);
        explain();
        describe(pointed ?? cursor);
      } catch (thrown) {
        const { kind, message } = faultOf(thrown);
        if (opened === key) fill(notice, kind === "no_map" ? t("map.missing") : message);
      }
    },

    update(state) {
      shown = state;
      const wasHidden = isHidden;
      isHidden = state.hidden;
      if (isHidden !== wasHidden) {
        explain();
        describe(cursor);
      }
      frame.markHere(here());
    },
  };
}

/** @param {string} game @param {Settings} set */
function keyOf(game, set) {
  return JSON.stringify([game, set]);
}
