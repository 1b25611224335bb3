/**
 * The marbles board, as the diamond of the problem or as the square that it is
 * when turned. A move is chosen by its two ends: the first click on a cell
 * shows where a run from there can end, the second makes the move. So a cell
 * is marked with the best of the moves that end in it: who follows the marks
 * makes that move.
 *
 * @module
 */

import { drawStar, fill } from "../pixel/sprites.js";
import { blankCanvas, pen } from "../pixel/mask.js";
import { createStage } from "../pixel/stage.js";
import { HEADER, drawHeader } from "./header.js";
import { drawBoard, drawChoice, drawHole, drawMarbleAt, drawRun, drawWorth } from "./marbles/draw.js";
import { boardOf, centreOf, halfOf, runOf, stageSize, toggled } from "./marbles/geometry.js";
import { createViewToggle } from "./marbles/toggle.js";
import { worthWords } from "./worth.js";

/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").OpenScene} OpenScene */
/** @typedef {import("./marbles/geometry.js").Board} Board */
/** @typedef {import("./marbles/geometry.js").Place} Place */

/** Milliseconds from one marble to the next. */
const DROP = 230;
/** Milliseconds that the stars of a win fly. */
const STARS = 1100;

/** @type {OpenScene} */
export function open(host) {
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

  /** The empty board, which stays as it is while marbles move. */
  const backdrop = blankCanvas(1, 1);
  /** @type {Picture | null} */
  let picture = null;
  /** @type {Board} */
  let board = boardOf({ kind: "grid", columns: [], rows: [], cells: [] });
  /** The end of a run that was clicked first. @type {string | null} */
  let first = null;
  /** The cell that is pointed at. @type {string | null} */
  let pointed = null;

  /** The moves that have an end in a cell; where one was clicked, also one there. @param {string} cell */
  function movesAt(cell) {
    const moves = picture?.answer.moves ?? [];
    return moves.filter(({ move }) => {
      const ends = endsOf(move);
      return ends.includes(cell) && (first === null || (cell === first ? ends.every((end) => end === cell) : ends.includes(first)));
    });
  }

  /** @param {string | null} cell */
  function choose(cell) {
    if (first === cell) return;
    first = cell;
    host.preview(cell === null || !picture ? [] : picture.answer.moves.map(({ move }) => move).filter((move) => endsOf(move).includes(cell)));
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
    } else if (!place.isMarble) {
      first = null;
      choose(place.name);
    } else {
      choose(null);
    }
  }

  /** @param {string | null} cell */
  function point(cell) {
    pointed = cell;
    if (picture?.playable && first !== null) {
      const moves = cell === null ? [] : movesAt(cell);
      host.preview(moves.map(({ move }) => move));
    }
    redraw();
  }

  /** The move that is to have a border: one pointed at, or the last one. */
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
   * @param {{place: Place, height: number}[]} [falling] marbles in the air, in place of the cells' own
   */
  function draw(shown, falling) {
    const palette = host.palette();
    const { context } = stage;
    const canvas = { context, palette, board, shape: toggle.shape() };
    context.drawImage(backdrop, 0, 0);
    drawHeader(host, stage, shown);
    const isFalling = new Set(falling?.map(({ place }) => place));
    /** @param {Place} place */
    const drawCell = (place) => {
      if (place.isMarble && !isFalling.has(place)) drawMarbleAt(canvas, place);
      else drawHole(canvas, place);
    };
    board.places.forEach(drawCell);
    const run = runOf(board, markedMove() ?? "");
    drawRun(canvas, run, palette.yellow);
    run.forEach(drawCell);
    for (const { place, height } of falling ?? []) drawMarbleAt(canvas, place, height);
    if (shown.playable && !falling) drawChoices(canvas, shown);
  }

  /**
   * @param {import("./marbles/draw.js").Canvas} canvas
   * @param {Picture} shown
   */
  function drawChoices(canvas, shown) {
    for (const place of board.places) {
      const [best] = movesAt(place.name);
      if (!best) continue;
      if (shown.marks) drawWorth(canvas, place, best);
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
    return `${plain}; ${worthWords(t, best)}`;
  }

  /** @param {Place} place @returns {import("../pixel/spots.js").Hotspot} */
  function spotOf(place) {
    const [x, y] = centreOf(board, toggle.shape(), place.row, place.column);
    const half = halfOf(board, toggle.shape());
    return {
      id: place.name,
      // Half a pixel, so that the button's middle is that of the cell's pixel in the middle.
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
   * Marbles fall into their cells one after another.
   * @param {Picture} shown
   * @param {Place[]} run
   */
  function drop(shown, run) {
    let landed = 0;
    return stage.animate(DROP * run.length, (progress) => {
      const time = progress * run.length;
      const falling = run.flatMap((place, index) => {
        const part = time - index;
        return part < 1 && part > 0 ? [{ place, height: Math.round(60 * (1 - part * part)) }] : [];
      });
      const waiting = run.filter((_, index) => index >= time).map((place) => ({ place, height: 1000 }));
      draw(shown, progress < 1 ? [...waiting, ...falling] : undefined);
      if (Math.floor(time) > landed) {
        landed = Math.floor(time);
        host.sound("place");
      }
    });
  }

  /** Stars fly from the banner over the board. @param {Picture} shown */
  function celebrate(shown) {
    const palette = host.palette();
    const colours = [palette.yellow, palette.pink, palette.cyan, palette.lime, palette.orange];
    return stage.animate(STARS, (progress) => {
      draw(shown);
      if (progress >= 1) return;
      for (let index = 0; index < 20; index += 1) {
        const angle = index * 2.4;
        const speed = 0.5 + ((index * 7) % 10) / 14;
        const x = stage.width / 2 + Math.cos(angle) * speed * progress * stage.width * 0.6;
        const y = HEADER / 2 + (Math.sin(angle) * 0.4 + progress) * speed * progress * stage.height;
        drawStar(stage.context, x, y, colours[index % colours.length], index % 3 === 0 ? 2 : 1);
      }
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

/** The two ends of a move's run. @param {string} move */
function endsOf(move) {
  const [from, to = from] = move.split("-");
  return [from, to];
}
