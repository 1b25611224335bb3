/**
 * Draws the whole card table.
 *
 * @module
 */

import { drawText, measure, wrapText } from "../../pixel/lettering.js";
import { drawBanner, drawBorder, drawMark, drawPanel, fill, measureMark, shade } from "../../pixel/sprites.js";
import { drawBlock, drawEmptyPlace, drawHandCard, drawProgress, drawStack, drawSuitOf, playerColour, suitColour } from "./cards.js";
import { drawFace } from "./faces.js";
import { drawColourfulGround, drawRestingStars } from "../stars.js";
import { PASS, cardNamed, moverOf, mustPass } from "./table.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").Seat} Seat */
/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Card} Card */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Box} Box */
/** @typedef {CanvasRenderingContext2D} Context */

/**
 * Everything that the picture depends on.
 * @typedef {object} Look
 * @property {Table} table
 * @property {Layout} layout
 * @property {Palette} palette
 * @property {Translate} t
 * @property {boolean} marks whether playable cards show their values
 * @property {boolean} glow whether playable cards are currently lit
 * @property {boolean} announces whether the current player is announced over the hand that waits
 * @property {boolean} editing
 * @property {string | null} pointed the move pointed at
 * @property {string | null} last the card that was laid last
 * @property {string | null} away a card in flight: neither in the hand nor on the table
 * @property {string | null} spoken speech of the mover, above the hand
 */

/** @param {Context} context @param {Look} look */
export function paint(context, look) {
  const { layout, palette, table } = look;
  fill(context, 0, 0, layout.width, layout.height, palette.night);
  if (table.winner === null) paintTitle(context, look);
  else drawColourfulGround(context, palette, { x: 0, y: 0, width: layout.width, height: layout.height });
  paintFelt(context, look);
  layout.hands.forEach((_, seat) => paintHand(context, look, seat === 0 ? 0 : 1));
  if (look.announces) paintAnnouncement(context, look);
  if (table.winner !== null) paintWinner(context, look, table.winner);
}

/** The player to move, and the button for a forced pass. @param {Context} context @param {Look} look */
function paintTitle(context, look) {
  const { table, layout, palette, t } = look;
  const isStuck = mustPass(table) && !look.editing;
  const text = t(isStuck ? "nine.mustPass" : "nine.turn", { name: moverOf(table).name });
  const room = layout.title.width - (isStuck ? layout.pass.width + 6 : 0);
  drawText(context, text, Math.floor(room / 2), layout.title.height / 2, {
    size: measure(text, 16).width <= room - 4 ? 16 : 8,
    colour: playerColour(palette, table.mover),
    align: "center",
    baseline: "middle",
  });
  if (isStuck) paintPass(context, look);
}

/** @param {Context} context @param {Look} look */
function paintPass(context, look) {
  const { table, layout, palette, t } = look;
  const { x, y, width, height } = layout.pass;
  const isLit = look.pointed === PASS || look.glow;
  drawPanel(context, x, y, width, height, isLit ? palette.yellow : shade(palette.yellow, 0.85), palette.black);
  if (look.pointed === PASS) drawBorder(context, x, y, width, height, palette.white, 2);
  const text = t("nine.pass");
  const move = look.marks ? table.moves.get(PASS) : undefined;
  const markWidth = move ? measureMark(move).width + 4 : 0;
  const size = measure(text, 16).width + markWidth <= width - 8 ? 16 : 8;
  const left = x + (width - measure(text, size).width - markWidth) / 2;
  drawText(context, text, left, y + height / 2, { size, colour: palette.black, baseline: "middle" });
  if (move) drawMark(context, left + measure(text, size).width + 4 + measureMark(move).width / 2, y + height / 2, move, palette);
}

/** @param {Context} context @param {Look} look */
function paintFelt(context, look) {
  const { table, layout, palette } = look;
  const { felt } = layout;
  if (table.winner === null) paintCloth(context, palette, felt);
  table.columns.forEach((column, suit) => {
    const sign = layout.signs[suit];
    const colour = suitColour(palette, table, suit);
    const left = sign.x + Math.floor(sign.width / 2) - 7;
    if (table.winner !== null) fill(context, left - 2, sign.y, 18, 17, palette.black);
    drawSuitOf(context, table, suit, left, sign.y + 1, colour, 2);
    column.ranks.forEach((rank, index) => {
      const card = { name: rank + column.letter, suit, rank: index };
      paintBlock(context, look, card, layout.blocks[suit][index]);
    });
  });
}

/** @param {Context} context @param {Palette} palette @param {Box} felt */
function paintCloth(context, palette, felt) {
  const tile = document.createElement("canvas");
  tile.width = 8;
  tile.height = 8;
  const weave = tile.getContext("2d");
  if (!weave) return;
  fill(weave, 0, 0, 8, 8, shade(palette.green, 0.24));
  fill(weave, 6, 3, 1, 1, shade(palette.green, 0.3));
  fill(weave, 2, 7, 1, 1, shade(palette.green, 0.3));
  context.fillStyle = context.createPattern(tile, "repeat") ?? palette.night;
  context.fillRect(felt.x, felt.y, felt.width, felt.height);
  drawBorder(context, felt.x, felt.y, felt.width, felt.height, palette.brown, 2);
}

/** @param {Context} context @param {Look} look @param {Card} card @param {Box} box */
function paintBlock(context, look, card, box) {
  const { table, palette } = look;
  drawBlock(context, palette, table, card, box);
  const { x, y, width, height } = box;
  if (look.pointed === card.name) drawBorder(context, x - 1, y - 1, width + 2, height + 2, palette.white, 2);
  else if (look.last === card.name) drawBorder(context, x - 1, y - 1, width + 2, height + 2, palette.yellow, 2);
  else if (table.winner === null && table.moves.has(card.name)) {
    drawBorder(context, x, y, width, height, suitColour(palette, table, card.suit));
  }
}

/** @param {Context} context @param {Look} look @param {Seat} seat */
function paintHand(context, look, seat) {
  const { table, layout, palette } = look;
  const player = table.players[seat];
  const place = layout.hands[seat];
  const isOn = table.winner === null ? table.mover === seat : table.winner === seat;
  const colour = playerColour(palette, seat);
  const { x, y, width, height } = place.panel;
  fill(context, x, y, width, height, isOn ? palette.slate : shade(palette.slate, 0.55));
  drawBorder(context, x, y, width, height, isOn ? colour : shade(palette.slate, 0.9), isOn ? 2 : 1);
  paintName(context, look, seat, isOn);
  drawProgress(context, palette, player.held.size, player.dealt.length, place.bar, isOn ? colour : shade(colour, 0.6));
  const isEmpty = player.held.size === 0;
  if (isEmpty && table.winner === seat) drawRestingStars(context, palette, place.stack);
  else drawStack(context, palette, player.held.size, player.dealt.length, place.stack, colour, !isOn);
  for (const card of player.dealt) paintHandCard(context, look, seat, card);
  if (look.spoken !== null && table.mover === seat) paintSpoken(context, look, place.panel, look.spoken);
}

/** @param {Context} context @param {Look} look @param {Seat} seat @param {boolean} isOn */
function paintName(context, look, seat, isOn) {
  const { table, layout, palette } = look;
  const box = layout.hands[seat].name;
  const colour = isOn ? playerColour(palette, seat) : palette.grey;
  if (look.editing) drawBorder(context, box.x, box.y, box.width, box.height, palette.yellow);
  const isMover = table.winner === null && table.mover === seat;
  const text = (isMover ? "→ " : "") + table.players[seat].name;
  drawFace(context, palette, seat, box.x + 3, box.y + 2, isOn);
  drawText(context, text, box.x + 19, box.y + box.height / 2, { colour, baseline: "middle" });
}

/** @param {Context} context @param {Look} look @param {Seat} seat @param {Card} card */
function paintHandCard(context, look, seat, card) {
  const { table, layout, palette } = look;
  const place = layout.hands[seat].cards.get(card.name);
  if (!place) return;
  if (!table.players[seat].held.has(card.name) || look.away === card.name) {
    return drawEmptyPlace(context, place, shade(palette.grey, 0.55));
  }
  const isMover = table.winner === null && table.mover === seat;
  const move = isMover ? table.moves.get(card.name) : undefined;
  const light = move ? "bright" : isMover ? "plain" : "dim";
  const mark = look.marks && move ? move : null;
  drawHandCard(context, palette, table, card, place, { light, mark });
  if (look.pointed === card.name && move) {
    drawBorder(context, place.x - 1, place.y - 1, place.width + 2, place.height + 2, palette.white, 2);
  } else if (move && look.glow) {
    drawBorder(context, place.x - 1, place.y - 1, place.width + 2, place.height + 2, palette.yellow, 2);
  }
}

/** @param {Context} context @param {Look} look @param {Box} panel @param {string} text */
function paintSpoken(context, look, panel, text) {
  drawBanner(context, text, panel.x + panel.width / 2, panel.y + panel.height / 2, panel.width, look.palette);
}

/** The current player, translucent over the hand that waits. @param {Context} context @param {Look} look */
function paintAnnouncement(context, look) {
  const { table, layout, palette, t } = look;
  const { panel } = layout.hands[table.mover === 0 ? 1 : 0];
  const text = t("nine.current", { name: table.players[table.mover].name });
  const lines = wrapText(text, 16, panel.width - 8);
  const lineHeight = measure(text, 16).height + 2;
  const height = lines.length * lineHeight + 6;
  const top = panel.y + Math.round((panel.height - height) / 2);
  context.globalAlpha = 0.6;
  fill(context, panel.x, top, panel.width, height, palette.black);
  context.globalAlpha = 0.85;
  lines.forEach((line, index) => {
    drawText(context, line, panel.x + panel.width / 2, top + 4 + index * lineHeight, {
      size: 16,
      colour: playerColour(palette, table.mover),
      align: "center",
    });
  });
  context.globalAlpha = 1;
}

/** @param {Context} context @param {Look} look @param {Seat} winner */
function paintWinner(context, look, winner) {
  const { table, layout, palette, t } = look;
  const { felt } = layout;
  const text = t("nine.wins", { name: table.players[winner].name });
  drawBanner(context, text, felt.x + felt.width / 2, felt.y + felt.height / 2, felt.width - 8, palette, playerColour(palette, winner));
}

/**
 * A card in flight from the hand to its block.
 * @param {Context} context
 * @param {Look} look
 * @param {string} name
 * @param {Seat} seat the player whose card it is
 * @param {number} progress 0 to 1
 */
export function paintFlight(context, look, name, seat, progress) {
  const card = cardNamed(look.table, name);
  const from = look.layout.hands[seat].cards.get(name);
  if (!card || !from) return;
  const block = look.layout.blocks[card.suit][card.rank];
  const toX = block.x + (block.width - from.width) / 2;
  const toY = block.y + (block.height - from.height) / 2;
  const eased = 1 - (1 - progress) ** 2;
  const box = {
    ...from,
    x: Math.round(from.x + (toX - from.x) * eased),
    y: Math.round(from.y + (toY - from.y) * eased),
  };
  fill(context, box.x + 3, box.y + 3, box.width, box.height, look.palette.black);
  drawHandCard(context, look.palette, look.table, card, box, { light: "bright", mark: null });
}
