/**
 * Hotspots of the card table: the cards that the mover can lay and the pass, or
 * while editing the blocks and the players' names.
 *
 * @module
 */

import { valueWords } from "../value.js";
import { withBlock, withMover } from "./editing.js";
import { PASS, cardText, moverOf } from "./table.js";

/** @typedef {import("../../types.js").SceneHost} SceneHost */
/** @typedef {import("../../types.js").Picture} Picture */
/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./paint.js").Look} Look */
/** @typedef {(move: string | null) => void} Point */

/**
 * @param {SceneHost} host
 * @param {Picture} picture
 * @param {Look} look
 * @param {Point} point reports the move pointed at
 * @returns {Hotspot[]}
 */
export function spotsOf(host, picture, look, point) {
  if (picture.editing) return [...moverSpots(host, look), ...blockSpots(host, look)];
  if (look.table.winner !== null) return [];
  return moveSpots(host, picture, look, point);
}

/** @param {SceneHost} host @param {Picture} picture @param {Look} look @param {Point} point @returns {Hotspot[]} */
function moveSpots(host, picture, look, point) {
  const { table, layout } = look;
  const cards = moverOf(table).dealt.flatMap((card) => {
    const move = table.moves.get(card.name);
    const place = layout.hands[table.mover].cards.get(card.name);
    return move && place ? [{ move, place, text: host.t("nine.spot.lay", { card: cardText(table, card) }) }] : [];
  });
  const pass = table.moves.get(PASS);
  const all = pass ? [{ move: pass, place: layout.pass, text: host.t("nine.pass") }, ...cards] : cards;
  return all.map(({ move, place, text }) => ({
    id: move.move,
    ...place,
    label: picture.marks ? `${text}: ${valueWords(host.t, move)}` : text,
    disabled: !picture.playable,
    onClick: () => host.play(move.move),
    onEnter: () => point(move.move),
    onLeave: () => point(null),
  }));
}

/** @param {SceneHost} host @param {Look} look @returns {Hotspot[]} */
function blockSpots(host, look) {
  const { table, layout } = look;
  return table.columns.flatMap((column, suit) =>
    column.ranks.map((rank, index) => {
      const card = { name: rank + column.letter, suit, rank: index };
      return {
        id: `block:${card.name}`,
        ...layout.blocks[suit][index],
        label: host.t("nine.spot.block", { card: cardText(table, card) }),
        pressed: column.laid[index],
        onClick: () => host.edit(withBlock(table, suit, index)),
      };
    }),
  );
}

/** @param {SceneHost} host @param {Look} look @returns {Hotspot[]} */
function moverSpots(host, look) {
  const { table, layout } = look;
  return table.players.map((player, seat) => ({
    id: `mover:${player.id}`,
    ...layout.hands[seat].name,
    label: host.t("nine.spot.mover", { name: player.name }),
    pressed: table.mover === seat,
    onClick: () => host.edit(withMover(table, player.id)),
  }));
}
