/**
 * A board of cells for games without their own scene. The server says which
 * cells a move touches: a click on a piece shows its targets, a click on a target
 * makes the move; what has only one end is made by one click.
 *
 * @module
 */

import { other } from "../core/tree.js";
import { drawText } from "../pixel/lettering.js";
import { resultColour } from "../pixel/palette.js";
import { drawArrow, drawHighlight, drawMark, drawSign, fill, measureMark } from "../pixel/sprites.js";
import { has } from "../words/i18n.js";
import { openChoosing } from "./choosing.js";
import { begins, inHand, isWhole, movesAt } from "./grid/ends.js";
import { MARGIN, layOut } from "./grid/layout.js";
import { skinOf } from "./grid/skins.js";
import { seatColour } from "./header.js";
import { createOffer } from "./offer.js";
import { valueWords } from "./value.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").GridView} GridView */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** The end of a move that was clicked. @typedef {string | null} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */
/** @typedef {import("./grid/layout.js").Place} Place */
/** @typedef {ReturnType<typeof layOut>} Layout */

/** Duration of a move in milliseconds. */
const MOTION = 260;
/** Boards with at least this many columns have smaller pixels. */
const MANY = 6;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  const { t } = host;
  /** The position being edited; the server may reject intermediate ones. @type {GridView | null} */
  let draft = null;
  const scene = openChoosing(host, {
    nothing: /** @type {Choice} */ (null),
    label: "plain.board",
    pixel: (picture, isWide) => (picture && gridOf(picture).columns.length >= MANY ? (isWide ? 2 : 1.25) : isWide ? 3 : 2),
    draw,
    meant: (end, { answer }) => (end === null ? [] : movesAt(answer.moves, end, null).map(({ move }) => move)),
    arrive(picture) {
      draft = null;
      if (picture.animate) host.sound(picture.last?.places?.kind === "place" ? "place" : "move");
    },
    animate: (view) => view.stage.animate(MOTION, (progress) => void paint(view, progress)),
    prompt: promptOf,
  });
  const offer = createOffer(host);
  host.element.append(offer.element);

  /** The moves to choose from as buttons: those that match, and those without a place. @param {View} view */
  function offeredBy({ picture, choice }) {
    if (!picture.playable) return [];
    const { moves } = picture.answer;
    return choice === null ? moves.filter(({ places }) => !places) : movesAt(moves, choice, null);
  }

  /** @param {View} view */
  function promptOf({ picture: { editing, playable, answer }, choice }) {
    if (editing) return t("plain.edit-cell");
    if (!playable || answer.result !== null) return "";
    return t(choice === null ? "plain.choose-cell" : "plain.choose-target");
  }

  /** @param {Picture} picture @returns {GridView} */
  function gridOf({ answer: { view }, editing }) {
    if (editing && draft) return draft;
    return view.kind === "grid" ? view : { kind: "grid", columns: [], rows: [], cells: [] };
  }

  /** The move that is shown: the one pointed at, or the last. @param {View} view */
  function shownMove({ picture, pointed, choice }) {
    const { moves } = picture.answer;
    if (picture.hovered !== null) return moves.find(({ move }) => move === picture.hovered)?.places;
    if (pointed !== null && choice !== null && picture.playable) return movesAt(moves, pointed, choice)[0]?.places;
    return choice === null && !picture.editing ? picture.last?.places : undefined;
  }

  /**
   * @param {View} view
   * @param {number} [progress] of the last move's animation
   * @returns {Layout}
   */
  function paint(view, progress = 1) {
    const { stage, picture, choice } = view;
    const palette = host.palette();
    const grid = gridOf(picture);
    const skin = skinOf(picture.answer.game);
    const layout = layOut(grid, view.room);
    const { size, width, height, places } = layout;
    if (stage.width !== width || stage.height !== height) stage.resize(width, height);
    const { context } = stage;
    fill(context, 0, 0, width, height, palette.night);
    drawNames(context, grid, layout, palette);
    drawHands(view, layout);
    for (const place of places) skin.cell(context, { x: place.x, y: place.y, size }, palette, place);
    const moving = progress < 1 ? motionOf(picture, layout) : new Map();
    const still = places.filter(({ cell }) => !moving.has(cell.name));
    for (const { cell, x, y } of still) if (cell.piece !== null) skin.piece(context, { x, y, size }, palette, cell.piece);
    for (const { cell, x, y } of places) {
      const from = moving.get(cell.name);
      if (!from || cell.piece === null) continue;
      skin.piece(context, { x: Math.round(from.x + (x - from.x) * progress), y: Math.round(from.y + (y - from.y) * progress), size }, palette, cell.piece);
    }
    if (progress < 1) return layout;
    const shown = shownMove(view);
    for (const { cell, x, y } of places) {
      if (cell.name === choice) drawHighlight(context, x + 1, y + 1, size - 2, size - 2, palette, palette.white);
      else if (shown?.cells.includes(cell.name)) drawHighlight(context, x + 1, y + 1, size - 2, size - 2, palette);
    }
    drawMarks(view, layout);
    drawMoveArrow(view, layout, shown);
    return layout;
  }

  /** The best of the moves at each place, if it is shown. @param {View} view @param {Layout} layout */
  function drawMarks({ stage, picture, choice }, { size, places }) {
    if (!picture.playable) return;
    const palette = host.palette();
    for (const { cell, x, y } of places) {
      if (cell.name === choice) continue;
      const [best] = movesAt(picture.answer.moves, cell.name, choice);
      // The targets of a piece are marked once it is chosen.
      if (!best || (choice === null && !begins(best, cell.name))) continue;
      const [centreX, isTaken] = [x + size / 2, cell.piece !== null];
      if (!picture.marks) {
        if (choice !== null) fill(stage.context, centreX - 2, y + size / 2 - 2, 5, 5, palette.yellow);
      } else if (!isTaken && measureMark(best).width <= size - 2) {
        drawMark(stage.context, centreX, y + size / 2, best, palette);
      } else {
        // Only the sign fits, in a corner if there is a piece; the list of moves has the distance.
        const [left, top] = isTaken ? [x + size - 11, y + size - 11] : [Math.round(centreX) - 5, Math.round(y + size / 2 - 5)];
        const colour = resultColour(palette, best.value);
        fill(stage.context, left, top, 10, 10, colour);
        fill(stage.context, left + 1, top + 1, 8, 8, palette.black);
        drawSign(stage.context, best.value, left + 2, top + 2, colour);
      }
    }
  }

  /** An arrow along a move of a piece: the one pointed at, or the best. @param {View} view @param {Layout} layout @param {import("../types.js").Places | undefined} shown */
  function drawMoveArrow({ stage, picture, choice }, { size, places }, shown) {
    const palette = host.palette();
    const best = picture.marks && picture.playable && choice === null && picture.hovered === null ? picture.answer.moves[0] : undefined;
    const meant = picture.hovered !== null ? shown : best?.places;
    if (!meant || meant.kind === "place") return;
    const [from, to] = [meant.from, meant.to].map((name) => places.find(({ cell }) => cell.name === name));
    if (!from || !to) return;
    const middle = (/** @type {Place} */ { x, y }) => /** @type {[number, number]} */ ([x + size / 2, y + size / 2]);
    drawArrow(stage.context, middle(from), middle(to), best ? resultColour(palette, best.value) : palette.yellow, palette.black);
  }

  /** @param {View} view @returns {Hotspot[]} */
  function draw(view) {
    const { picture } = view;
    offer.show(promptOf(view), offeredBy(view), picture.marks);
    const layout = paint(view);
    const { size, places, held } = layout;
    const cells = places.map(({ cell, x, y }) => spotAt(view, cell.name, { x, y, size }, nameOf(picture, cell), () => change(view, cell)));
    const own = held.filter(({ holder }) => holder === "mover");
    return [...cells, ...own.map(({ piece, x, y }) => spotAt(view, inHand(piece), { x, y, size }, t("plain.in-hand", { piece: pieceName(picture, piece) }), null))];
  }

  /** @param {View} view @param {string} id @param {{x: number, y: number, size: number}} square @param {string} words @param {(() => void) | null} edit @returns {Hotspot} */
  function spotAt(view, id, { x, y, size }, words, edit) {
    const { picture, choice } = view;
    const moves = picture.playable ? movesAt(picture.answer.moves, id, choice) : [];
    const [best] = moves;
    const canClick = picture.editing ? edit !== null : moves.length > 0 || id === choice;
    return view.spot({
      id,
      x,
      y,
      width: size,
      height: size,
      label: best && picture.marks && picture.playable ? `${words}; ${valueWords(t, best)}` : words,
      disabled: !canClick,
      pressed: picture.playable && id === choice ? true : undefined,
      moves: moves.map(({ move }) => move),
      onClick: () => (picture.editing ? edit?.() : click(view, id)),
    });
  }

  /** @param {View} view @param {string} id */
  function click({ picture, choice, choose }, id) {
    if (id === choice) return choose(null);
    const [best, ...others] = movesAt(picture.answer.moves, id, choice);
    if (best && others.length === 0 && (choice !== null || isWhole(best, id))) host.play(best.move);
    else choose(id);
  }

  /** @param {Picture} picture @param {Cell} cell */
  function nameOf(picture, { name, piece }) {
    return piece === null ? t("plain.cell", { cell: name }) : t("plain.piece", { cell: name, piece: pieceName(picture, piece) });
  }

  /** A piece in words, if its skin has them. @param {Picture} picture @param {string} piece */
  function pieceName({ answer }, piece) {
    const key = `piece.${skinOf(answer.game).name}.${piece}`;
    return has(key) ? t(key) : piece;
  }

  /**
   * Cycles the piece on a cell.
   * @param {View} view
   * @param {Cell} changed
   */
  function change({ picture, stage, ...view }, changed) {
    const grid = gridOf(picture);
    const pieces = [null, ...piecesOf(picture, grid)];
    const next = pieces[(pieces.indexOf(changed.piece) + 1) % pieces.length] ?? null;
    draft = { ...grid, cells: grid.cells.map((row) => row.map((cell) => (cell?.name === changed.name ? { ...cell, piece: next } : cell))) };
    stage.hotspots(draw({ picture, stage, ...view }));
    // What follows the board in the text, e.g. the player to move, stays
    // unchanged.
    const rest = picture.answer.position.replace(/^\S+/u, "");
    host.edit(draft.cells.map((row) => row.map((cell) => (cell === null ? "#" : cell.piece ?? ".")).join("")).join("/") + rest);
  }

  /** The players' hands, a line each below the board. @param {View} view @param {Layout} layout */
  function drawHands({ stage: { context }, picture, choice }, { held, size, left, under }) {
    const palette = host.palette();
    const { names, seat, answer } = picture;
    const hands = answer.view.kind === "grid" ? (answer.view.hands ?? []) : [];
    const skin = skinOf(answer.game);
    hands.forEach(({ holder }, line) => {
      const owner = holder === "mover" ? seat : other(seat);
      drawText(context, names[owner].slice(0, 6), left, under + (line + 0.5) * size, { colour: seatColour(palette, owner), baseline: "middle" });
    });
    for (const { piece, holder, count, x, y } of held) {
      skin.piece(context, { x, y, size }, palette, piece);
      if (count > 1) drawText(context, `×${count}`, x + size - 2, y + size - 3, { colour: palette.white, align: "right", baseline: "middle", outline: palette.black });
      if (holder === "mover" && choice === inHand(piece)) drawHighlight(context, x + 1, y + 1, size - 2, size - 2, palette, palette.white);
    }
  }

  return scene;
}

/**
 * Where the pieces that the last move touched were before it.
 * @param {Picture} picture
 * @param {Layout} layout
 * @returns {Map<string, {x: number, y: number}>}
 */
function motionOf({ last }, { places, size }) {
  const from = new Map();
  const at = (/** @type {string | undefined} */ name) => places.find(({ cell }) => cell.name === name);
  const touched = last?.places;
  if (!touched) return from;
  const { kind, cells } = touched;
  if (kind === "move" && touched.to !== undefined) {
    const before = at(touched.from);
    if (before) from.set(touched.to, before);
  } else if (kind === "push") {
    cells.forEach((name, index) => {
      const [here, next] = [at(name), at(cells[index + 1] ?? cells[index - 1])];
      if (!here || !next) return;
      const isLast = index === cells.length - 1;
      from.set(name, isLast ? { x: 2 * here.x - next.x, y: 2 * here.y - next.y } : next);
    });
  } else {
    for (const name of cells) {
      const here = at(name);
      if (here) from.set(name, { x: here.x, y: here.y - size });
    }
  }
  return from;
}

/**
 * The signs that boards of this game use, or those seen in these. A # is one
 * unless it marks a missing cell.
 *
 * @param {Picture} picture
 * @param {GridView} grid
 */
function piecesOf({ answer }, grid) {
  if (answer.game === "tictactoe") return ["X", "O"];
  const boards = [answer, ...answer.moves].map(({ position }) => position.split(" ")[0]);
  const isHole = grid.cells.flat().includes(null);
  // A board text with fewer signs than cells encodes runs of empty cells as
  // digits.
  const isPacked = boards[0].replaceAll("/", "").length < grid.cells.flat().length;
  const signs = new Set(boards.join("").replace(isPacked ? /[./\d]/gu : /[./]/gu, ""));
  return [...signs].filter((sign) => !(isHole && sign === "#"));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {GridView} grid
 * @param {Layout} layout
 * @param {import("../types.js").Palette} palette
 */
function drawNames(context, grid, { size, left }, palette) {
  const style = { colour: palette.silver, align: /** @type {const} */ ("center"), baseline: /** @type {const} */ ("middle") };
  grid.columns.forEach((name, index) => drawText(context, name, left + (index + 0.5) * size, MARGIN / 2, style));
  grid.rows.forEach((name, index) => drawText(context, name, left - MARGIN / 2, MARGIN + (index + 0.5) * size, style));
}
