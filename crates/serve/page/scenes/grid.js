/**
 * A board of cells for games without their own scene. A click on a cell makes
 * the move that names it; if several moves do, they are offered as buttons.
 *
 * @module
 */

import { other } from "../core/tree.js";
import { drawText } from "../pixel/lettering.js";
import { drawDisc, drawHighlight, drawLine, drawMark, drawPanel, fill, shade } from "../pixel/sprites.js";
import { openChoosing } from "./choosing.js";
import { HEADER, drawHeader, seatColour } from "./header.js";
import { createOffer } from "./offer.js";
import { valueWords } from "./value.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").GridView} GridView */
/** @typedef {import("../types.js").Palette} Palette */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */
/** The cell that was clicked. @typedef {string | null} Choice */
/** @typedef {import("./choosing.js").View<Choice>} View */
/** @typedef {{cell: Cell, x: number, y: number}} Place */

/** Space for the names of rows and columns. */
const MARGIN = 14;
/** Space for a line with a player's hand. */
const HAND = 14;
/** Duration of a piece's appearance in milliseconds. */
const APPEAR = 220;

/** @type {import("../types.js").OpenScene} */
export function open(host) {
  const { t } = host;
  /** The position being edited; the server may reject intermediate ones. @type {GridView | null} */
  let draft = null;
  const scene = openChoosing(host, {
    nothing: /** @type {Choice} */ (null),
    label: "plain.board",
    pixel: () => 3,
    draw,
    meant: (cell, { answer }) => (cell === null ? [] : movesAt(answer.moves, cell).map(({ move }) => move)),
    arrive(picture) {
      draft = null;
      if (picture.animate) host.sound("place");
    },
    animate: (view) => view.stage.animate(APPEAR, (progress) => void paint(view, progress)),
    prompt: promptOf,
  });
  const offer = createOffer(host);
  host.element.append(offer.element);

  /** The moves that match the selected cell. @param {View} view */
  function offeredBy({ picture, choice }) {
    return choice === null || !picture.playable ? [] : movesAt(picture.answer.moves, choice);
  }

  /** @param {View} view */
  function promptOf(view) {
    const { editing, playable, answer } = view.picture;
    if (editing) return t("plain.edit-cell");
    if (!playable || answer.result !== null) return "";
    return t(offeredBy(view).length > 0 ? "plain.choose-move" : "plain.choose-cell");
  }

  /** @param {Picture} picture @returns {GridView} */
  function gridOf({ answer: { view }, editing }) {
    if (editing && draft) return draft;
    return view.kind === "grid" ? view : { kind: "grid", columns: [], rows: [], cells: [] };
  }

  /**
   * @param {View} view
   * @param {number} [progress] of the last move's animation
   */
  function paint(view, progress = 1) {
    const { stage, picture, pointed } = view;
    const palette = host.palette();
    const grid = gridOf(picture);
    const { size, width, height, places } = layOut(grid, view.room.width);
    if (stage.width !== width || stage.height !== height) stage.resize(width, height);
    const { context } = stage;
    fill(context, 0, 0, width, height, palette.night);
    drawHeader(host, stage, picture);
    drawNames(context, grid, size, palette);
    drawHands(stage, picture, grid, palette);
    const meant = picture.hovered ?? pointed ?? picture.last?.move ?? null;
    for (const { cell, x, y } of places) {
      drawPanel(context, x, y, size, size, shade(palette.slate, 0.9), palette.black);
      const isNew = progress < 1 && picture.last !== null && mentions(picture.last.move, cell.name);
      if (cell.piece !== null) drawPiece(context, cell.piece, x + size / 2, y + size / 2, (size * (isNew ? progress : 1)) / 2 - 5, palette);
    }
    for (const { cell, x, y } of places) {
      if (meant !== null && mentions(meant, cell.name)) drawHighlight(context, x + 1, y + 1, size - 2, size - 2, palette);
      const [best] = movesAt(picture.answer.moves, cell.name);
      if (best && picture.marks && picture.playable && progress === 1) {
        // Pieces stay visible.
        drawMark(context, x + size / 2, y + (cell.piece === null ? size / 2 : size - 8), best, palette);
      }
    }
    return { size, places };
  }

  /** @param {View} view @returns {Hotspot[]} */
  function draw(view) {
    const { picture } = view;
    offer.show(promptOf(view), offeredBy(view), picture.marks);
    const { size, places } = paint(view);
    return places.map(({ cell, x, y }) => {
      const moves = movesAt(picture.answer.moves, cell.name);
      const words = cell.piece === null ? t("plain.cell", { cell: cell.name }) : t("plain.piece", { cell: cell.name, piece: cell.piece });
      const [best] = moves;
      return view.spot({
        id: cell.name,
        x,
        y,
        width: size,
        height: size,
        label: best && picture.marks && picture.playable ? `${words}; ${valueWords(t, best)}` : words,
        disabled: !picture.editing && (!picture.playable || moves.length === 0),
        moves: picture.playable ? moves.map(({ move }) => move) : [],
        onClick: () => {
          if (picture.editing) change(view, cell);
          else if (best && moves.length === 1) host.play(best.move);
          else view.choose(cell.name);
        },
      });
    });
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

  return scene;
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
 * The moves that name a cell.
 * @param {readonly import("../types.js").Move[]} moves
 * @param {string} cell
 */
function movesAt(moves, cell) {
  return moves.filter(({ move }) => mentions(move, cell));
}

/**
 * Whether a move's name contains a cell's name as a word, optionally preceded
 * by the letter of a piece and x for a capture.
 * @param {string} move
 * @param {string} cell
 */
function mentions(move, cell) {
  return move.split(/[^\p{L}\p{N}]+/u).some((word) => word === cell || word.replace(/^[A-Z]x?/, "") === cell);
}

/**
 * @param {GridView} grid
 * @param {number} room
 */
function layOut(grid, room) {
  const columns = Math.max(1, ...grid.cells.map((row) => row.length));
  const size = Math.max(16, Math.min(44, Math.floor((room - 2 * MARGIN) / columns)));
  /** @type {Place[]} */
  const places = grid.cells.flatMap((row, down) =>
    row.flatMap((cell, across) => (cell === null ? [] : [{ cell, x: MARGIN + across * size, y: HEADER + MARGIN + down * size }])),
  );
  const width = Math.max(150, 2 * MARGIN + columns * size);
  const shift = Math.round((width - 2 * MARGIN - columns * size) / 2);
  for (const place of places) place.x += shift;
  const hands = HAND * (grid.hands?.length ?? 0);
  return { size, width, height: HEADER + MARGIN + grid.cells.length * size + 4 + hands, places };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {GridView} grid
 * @param {number} size
 * @param {Palette} palette
 */
function drawNames(context, grid, size, palette) {
  const style = { colour: palette.silver, align: /** @type {const} */ ("center"), baseline: /** @type {const} */ ("middle") };
  const left = (context.canvas.width - grid.columns.length * size) / 2;
  grid.columns.forEach((name, index) => {
    drawText(context, name, left + (index + 0.5) * size, HEADER + MARGIN / 2, style);
  });
  grid.rows.forEach((name, index) => {
    drawText(context, name, left - MARGIN / 2, HEADER + MARGIN + (index + 0.5) * size, style);
  });
}

/**
 * The players' hands, a line each below the board.
 * @param {import("../pixel/stage.js").Stage} stage
 * @param {Picture} picture
 * @param {GridView} grid
 * @param {Palette} palette
 */
function drawHands({ context, width, height }, { names, seat }, { hands = [] }, palette) {
  hands.forEach(({ holder, cards }, index) => {
    const owner = holder === "mover" ? seat : other(seat);
    const held = cards.flatMap(({ card, count }) => Array.from({ length: count }, () => card.rank));
    const text = `${names[owner]}: ${held.length > 0 ? held.join(" ") : "—"}`;
    const y = height - HAND * (hands.length - index - 0.5);
    drawText(context, text, width / 2, y, { colour: seatColour(palette, owner), align: "center", baseline: "middle" });
  });
}

/**
 * A cross, a ring, or the sign that positions use for a piece.
 * @param {CanvasRenderingContext2D} context
 * @param {string} piece
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {Palette} palette
 */
function drawPiece(context, piece, x, y, radius, palette) {
  const reach = Math.max(1, Math.round(radius));
  if (piece === "O") {
    drawDisc(context, x, y, reach, palette.black);
    drawDisc(context, x, y, reach - 1, palette.orange);
    drawDisc(context, x, y, Math.max(1, reach - 5), palette.black);
    drawDisc(context, x, y, Math.max(0, reach - 6), shade(palette.slate, 0.9));
  } else if (piece === "X") {
    for (const [colour, thickness] of /** @type {[string, number][]} */ ([[palette.black, 6], [palette.cyan, 4]])) {
      drawLine(context, [x - reach + 2, y - reach + 2], [x + reach - 2, y + reach - 2], colour, thickness);
      drawLine(context, [x - reach + 2, y + reach - 2], [x + reach - 2, y - reach + 2], colour, thickness);
    }
  } else {
    const isSmall = piece !== piece.toUpperCase();
    drawText(context, piece, x, y, { size: 16, colour: isSmall ? palette.orange : palette.white, align: "center", baseline: "middle" });
  }
}
