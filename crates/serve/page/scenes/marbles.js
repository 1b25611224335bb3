/**
 * The marbles board, as the problem's diamond or as a square. A move is
 * selected by the two ends of its run: the first click on a cell shows where
 * the run can end, the second makes the move. Each cell is marked with the best
 * of the moves that it matches, so following the best marks makes the best
 * move.
 *
 * @module
 */

import { fill } from "../pixel/sprites.js";
import { blankCanvas, pen } from "../pixel/mask.js";
import { createStage } from "../pixel/stage.js";
import { HEADER, drawHeader } from "./header.js";
import { drawBoard, drawChoice, drawHole, drawMarbleAt, drawRun, drawValue } from "./marbles/draw.js";
import { boardOf, centreOf, halfOf, runOf, stageSize, toggled } from "./marbles/geometry.js";
import { fallingAt } from "./marbles/motion.js";
import { createViewToggle } from "./marbles/toggle.js";
import { BURST, drawBurst } from "./stars.js";
import { valueWords } from "./value.js";
import { addWords } from "../words/i18n.js";
import { words } from "../words/marbles.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").OpenScene} OpenScene */
/** @typedef {import("./marbles/geometry.js").Board} Board */
/** @typedef {import("./marbles/geometry.js").Place} Place */

/** Milliseconds from one marble to the next. */
const DROP = 230;

/** @type {OpenScene} */
export function open(host) {
  addWords(words);
  const { t } = host;
  const toggle = createViewToggle(t, () => redraw());
  const prompt = document.createElement("p");
  prompt.className = "scene-prompt";
  host.element.append(toggle.element);
  const stage = createStage(host.element, {
    width: 160,
    height: 180,
    label: t("marbles.board"),
    still: host.still,
    onCancel: () => choose(null),
  });
  host.element.append(prompt);

  /** The empty board, cached while marbles move. */
  const backdrop = blankCanvas(1, 1);
  /** @type {Picture | null} */
  let picture = null;
  /** @type {Board} */
  let board = boardOf({ kind: "grid", columns: [], rows: [], cells: [] });
  let byEnds = movesByEnds([]);
  /** The end of a run selected first. @type {string | null} */
  let first = null;
  /** The cell under the pointer. @type {string | null} */
  let pointed = null;

  /** The moves that match a click on a cell, best first; after the first click at most one. @param {string} cell */
  function movesAt(cell) {
    if (first === null) return [...(byEnds.get(cell)?.values() ?? [])];
    const run = byEnds.get(first)?.get(cell);
    return run ? [run] : [];
  }

  /**
   * Highlights in the list the moves that match the pointer or the first click.
   */
  function preview() {
    if (!picture?.playable) return;
    const meant = pointed === null ? [] : movesAt(pointed);
    const begun = first === null ? [] : [...(byEnds.get(first)?.values() ?? [])];
    host.preview((meant.length > 0 ? meant : begun).map(({ move }) => move));
  }

  /** @param {string | null} cell */
  function choose(cell) {
    if (first === cell) return;
    first = cell;
    pointed = null;
    preview();
    redraw();
  }

  /** @param {Place} place */
  function click(place) {
    if (picture?.editing) return host.edit(toggled(board, place));
    const [best] = movesAt(place.name);
    if (first !== null && best) {
      first = null;
      pointed = null;
      host.play(best.move);
    } else {
      choose(place.isMarble ? null : place.name);
    }
  }

  /** @param {string | null} cell */
  function point(cell) {
    pointed = cell;
    preview();
    redraw();
  }

  /** The move to be drawn with a border: the one pointed at, or the last. */
  function markedMove() {
    if (!picture) return null;
    if (picture.hovered) return picture.hovered;
    if (first !== null) return (pointed !== null && movesAt(pointed)[0]?.move) || first;
    if (pointed !== null && picture.playable && movesAt(pointed).length > 0) return pointed;
    return picture.last?.move ?? null;
  }

  function redraw() {
    if (!picture) return;
    const canvas = { context: pen(backdrop), palette: host.palette(), board, shape: toggle.shape() };
    backdrop.width = stage.width;
    backdrop.height = stage.height;
    fill(canvas.context, 0, 0, stage.width, stage.height, canvas.palette.night);
    drawBoard(canvas);
    draw(picture);
    prompt.textContent = promptText(picture);
    stage.hotspots(board.places.map(spotOf));
  }

  /**
   * @param {Picture} shown
   * @param {import("./marbles/motion.js").Falling[]} [falling] falling marbles, drawn instead of those in their cells
   */
  function draw(shown, falling = []) {
    const palette = host.palette();
    const { context } = stage;
    const canvas = { context, palette, board, shape: toggle.shape() };
    context.drawImage(backdrop, 0, 0);
    drawHeader(host, stage, shown);
    const isFalling = new Set(falling.map(({ place }) => place));
    /** @param {Place} place */
    const drawCell = (place) => {
      if (place.isMarble && !isFalling.has(place)) drawMarbleAt(canvas, place);
      else drawHole(canvas, place);
    };
    board.places.forEach(drawCell);
    const run = runOf(board, markedMove() ?? "");
    drawRun(canvas, run, palette.yellow);
    run.forEach(drawCell);
    for (const { place, height } of falling) drawMarbleAt(canvas, place, height);
    if (shown.playable && falling.length === 0) drawChoices(canvas, shown);
  }

  /**
   * @param {import("./marbles/draw.js").Canvas} canvas
   * @param {Picture} shown
   */
  function drawChoices(canvas, shown) {
    for (const place of board.places) {
      const [best] = movesAt(place.name);
      if (!best) continue;
      if (shown.marks) drawValue(canvas, place, best);
      else if (first !== null) drawChoice(canvas, place);
    }
  }

  /** @param {Picture} shown */
  function promptText(shown) {
    if (shown.editing) return t("marbles.edit");
    if (shown.answer.result !== null) return t("marbles.over");
    if (!shown.playable) return "";
    if (first !== null) return t("marbles.choose-last", { cell: first });
    return t("marbles.choose-first", { run: shown.answer.set["run"] ?? 3 });
  }

  /** @param {Place} place */
  function labelOf(place) {
    if (place.isMarble) return t("marbles.marble", { cell: place.name });
    if (place.name === first) return t("marbles.first", { cell: place.name });
    const [best] = movesAt(place.name);
    const plain = first !== null && best ? t("marbles.run", { move: best.move }) : t("marbles.empty", { cell: place.name });
    if (!best || !picture?.marks || !picture.playable) return plain;
    return `${plain}; ${valueWords(t, best)}`;
  }

  /** @param {Place} place @returns {import("../pixel/spots.js").Hotspot} */
  function spotOf(place) {
    const [x, y] = centreOf(board, toggle.shape(), place.row, place.column);
    const half = halfOf(board, toggle.shape());
    return {
      id: place.name,
      // Half a pixel, so that the button's centre is that of the cell's central
      // pixel.
      x: x + 0.5 - half,
      y: y + 0.5 - half,
      width: 2 * half,
      height: 2 * half,
      shape: toggle.shape() === "diamond" ? "diamond" : undefined,
      label: labelOf(place),
      disabled: !picture?.editing && (!picture?.playable || (place.isMarble && first === null)),
      pressed: picture?.editing ? place.isMarble : undefined,
      onClick: () => click(place),
      onEnter: () => point(place.name),
      onLeave: () => pointed === place.name && point(null),
    };
  }

  /**
   * Animates marbles falling into their cells one after another.
   * @param {Picture} shown
   * @param {Place[]} run
   */
  function drop(shown, run) {
    let landed = 0;
    return stage.animate(DROP * run.length, (progress) => {
      const time = progress * run.length;
      draw(shown, fallingAt(run, time));
      if (Math.floor(time) > landed) host.sound("place");
      landed = Math.floor(time);
    });
  }

  /** @param {Picture} shown */
  function celebrate(shown) {
    return stage.animate(BURST, (progress) => {
      draw(shown);
      if (progress < 1) drawBurst(stage.context, host.palette(), { x: 0, y: 0, width: stage.width, height: HEADER }, stage, progress);
    });
  }

  return {
    async show(shown) {
      stage.stop();
      if (shown.answer.view.kind !== "grid") return;
      const isSame = picture?.answer.position === shown.answer.position;
      if (!isSame || !shown.playable) first = null;
      picture = shown;
      board = boardOf(shown.answer.view);
      byEnds = movesByEnds(shown.answer.moves);
      const size = stageSize(board);
      if (size.width !== stage.width || size.height !== stage.height) stage.resize(size.width, size.height);
      redraw();
      if (!shown.animate || !shown.last) return;
      await drop(shown, runOf(board, shown.last.move));
      if (shown.answer.result !== null && picture === shown) await celebrate(shown);
    },
    close() {
      picture = null;
      stage.close();
      host.element.replaceChildren();
    },
  };
}

/**
 * Moves by their two ends, in either order; no two runs share both.
 * @param {readonly Move[]} moves
 * @returns {Map<string, Map<string, Move>>}
 */
function movesByEnds(moves) {
  /** @type {Map<string, Map<string, Move>>} */
  const found = new Map();
  for (const move of moves) {
    const [from, to = from] = move.move.split("-");
    for (const [one, other] of [[from, to], [to, from]]) {
      if (!found.has(one)) found.set(one, new Map());
      found.get(one)?.set(other, move);
    }
  }
  return found;
}
