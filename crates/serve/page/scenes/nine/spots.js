/**
 * What can be clicked on the card table: the mover's cards and the pass, or
 * while a position is edited the blocks and the players' names.
 *
 * @module
 */

import { worthWords } from "../worth.js";
import { withBlock, withMover } from "./editing.js";
import { PASS, cardText, moverOf, mustPass } from "./table.js";

/** @typedef {import("../../types.js").SceneHost} SceneHost */
/** @typedef {import("../../types.js").Picture} Picture */
/** @typedef {import("../../pixel/spots.js").Hotspot} Hotspot */
/** @typedef {import("./paint.js").Look} Look */
/** @typedef {(move: string | null) => void} Point */

/**
 * @param {SceneHost} host
 * @param {Picture} picture
 * @param {Look} look
 * @param {Point} point says which move is pointed at
 * @returns {Hotspot[]}
 */
export function spotsOf(host, picture, look, point) {
  if (picture.editing) return [...moverSpots(host, look), ...blockSpots(host, look)];
  if (look.table.winner !== null) return [];
  const cards = cardSpots(host, picture, look, point);
  return mustPass(look.table) ? [passSpot(host, picture, look, point), ...cards] : cards;
}

/** @param {SceneHost} host @param {Picture} picture @param {Look} look @param {Point} point @returns {Hotspot[]} */
function cardSpots(host, picture, look, point) {
  const { table, layout } = look;
  const mover = moverOf(table);
  return mover.dealt.flatMap((card) => {
    const place = layout.hands[table.mover].cards.get(card.name);
    if (!place || !mover.held.has(card.name)) return [];
    const text = host.t("nine.spot.lay", { card: cardText(table, card) });
    return [moveSpot(host, picture, look, point, card.name, text, place)];
  });
}

/** @param {SceneHost} host @param {Picture} picture @param {Look} look @param {Point} point @returns {Hotspot} */
function passSpot(host, picture, look, point) {
  return moveSpot(host, picture, look, point, PASS, host.t("nine.pass"), look.layout.pass);
}

/**
 * @param {SceneHost} host
 * @param {Picture} picture
 * @param {Look} look
 * @param {Point} point
 * @param {string} name of the move
 * @param {string} text
 * @param {import("./layout.js").Box} place
 * @returns {Hotspot}
 */
function moveSpot(host, picture, look, point, name, text, place) {
  const move = look.table.moves.get(name);
  return {
    id: name,
    ...place,
    label: picture.marks && move ? `${text}: ${worthWords(host.t, move)}` : text,
    disabled: !move || !picture.playable,
    onClick: () => host.play(name),
    onEnter: () => point(move ? name : null),
    onLeave: () => point(null),
  };
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
