/**
 * The card table of an analysis: the suits with the cards laid, and the two
 * players, Alice before Bob regardless of the player to move.
 *
 * @module
 */

/** @typedef {import("../../types.js").Analysis} Analysis */
/** @typedef {import("../../types.js").Move} Move */
/** @typedef {import("../../types.js").Seat} Seat */
/** @typedef {import("../../types.js").Hand} Hand */
/** @typedef {import("../../types.js").TableView} TableView */

/**
 * A card by its place on the table.
 * @typedef {object} Card
 * @property {string} name as in moves: `9S`
 * @property {number} suit the column, from 0
 * @property {number} rank the block of the column, 0 the lowest
 */

/**
 * @typedef {object} Player
 * @property {string} id the server's name of the player: `Alice`
 * @property {string} name the page's name of the player
 * @property {Card[]} dealt all cards that the player was dealt, by suit and rank
 * @property {Set<string>} held those not laid yet
 * @property {Set<string>} open those of them that fit now, regardless of the player to move
 */

/** @typedef {{letter: string, ranks: string[], laid: boolean[]}} Column */

/**
 * @typedef {object} Table
 * @property {Column[]} columns
 * @property {boolean} hasSigns whether the suits are ♣ ♦ ♠ ♥, not letters of another deck
 * @property {number} opening the block that opens a suit
 * @property {[Player, Player]} players Alice and Bob
 * @property {Seat} mover the player to move
 * @property {Seat | null} winner the winner
 * @property {Map<string, Move>} moves the moves, by name
 */

/** Name of a pass. */
export const PASS = "pass";

/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", S: "♠", H: "♥" };

/**
 * Parses an analysis; `null` if it shows no card table.
 * @param {Analysis} answer
 * @param {[string, string]} names the page's names of Alice and Bob
 * @returns {Table | null}
 */
export function readTable(answer, names) {
  const view = answer.view;
  if (view?.kind !== "table" || view.suits.length === 0) return null;
  const columns = view.suits.map((suit) => ({
    letter: suit.name,
    ranks: suit.ranks.map(([rank]) => rank),
    laid: suit.ranks.map(([, isLaid]) => isLaid),
  }));
  /** @type {Seat} */
  const mover = answer.mover === "Bob" ? 1 : 0;
  const deal = String(answer.set["deal"] ?? "").split("/");
  /** @param {Seat} seat */
  const player = (seat) => {
    const hand = view.hands[seat === mover ? 0 : 1];
    return readPlayer(columns, hand, names[seat], deal[seat] ?? "");
  };
  return {
    columns,
    hasSigns: columns.every((column) => column.letter in SIGNS),
    opening: Math.max(0, columns[0].ranks.indexOf(String(answer.set["opening"]))),
    players: [player(0), player(1)],
    mover,
    winner: winnerOf(answer, mover),
    moves: new Map(answer.moves.map((move) => [move.move, move])),
  };
}

/**
 * @param {Column[]} columns
 * @param {Hand} hand
 * @param {string} name
 * @param {string} dealt the names of the cards that the player was dealt
 * @returns {Player}
 */
function readPlayer(columns, hand, name, dealt) {
  const cards = hand.cards.map((held) => ({
    name: `${held.card.rank}${held.card.suit ?? ""}`,
    isOpen: held.is_playable,
  }));
  const wanted = new Set([...dealt.split(/\s+/), ...cards.map((card) => card.name)]);
  return {
    id: hand.name ?? "",
    name,
    dealt: allCards(columns).filter((card) => wanted.has(card.name)),
    held: new Set(cards.map((card) => card.name)),
    open: new Set(cards.filter((card) => card.isOpen).map((card) => card.name)),
  };
}

/** @param {Column[]} columns @returns {Card[]} */
function allCards(columns) {
  return columns.flatMap((column, suit) =>
    column.ranks.map((rank, index) => ({ name: rank + column.letter, suit, rank: index })),
  );
}

/** @param {Analysis} answer @param {Seat} mover @returns {Seat | null} */
function winnerOf(answer, mover) {
  if (answer.result === "win") return mover;
  if (answer.result === "loss") return mover === 0 ? 1 : 0;
  return null;
}

/** The player to move. @param {Table} table */
export function moverOf(table) {
  return table.players[table.mover];
}

/** The player who waits. @param {Table} table */
export function waiterOf(table) {
  return table.players[table.mover === 0 ? 1 : 0];
}

/** Whether the mover has no card that fits. @param {Table} table */
export function mustPass(table) {
  return table.moves.has(PASS);
}

/** The card of a name, if the deck has it. @param {Table} table @param {string} name @returns {Card | null} */
export function cardNamed(table, name) {
  return allCards(table.columns).find((card) => card.name === name) ?? null;
}

/** The rank printed on a card: a ten in digits. @param {Table} table @param {Card} card */
export function rankText(table, card) {
  const { ranks } = table.columns[card.suit];
  return ranks[card.rank] === "T" && ranks[card.rank - 1] === "9" ? "10" : ranks[card.rank];
}

/** The sign of a suit, or its letter in another deck. @param {Table} table @param {number} suit */
export function suitText(table, suit) {
  const { letter } = table.columns[suit];
  return table.hasSigns ? SIGNS[letter] : letter;
}

/** A card in readable form: `10♦`. @param {Table} table @param {Card} card */
export function cardText(table, card) {
  return rankText(table, card) + suitText(table, card.suit);
}

/**
 * The neighbour of a card towards the opening rank, which has to be on the
 * table first; `null` for a card that opens its suit.
 * @param {Table} table
 * @param {Card} card
 * @returns {Card | null}
 */
export function neighbour(table, card) {
  if (card.rank === table.opening) return null;
  const rank = card.rank < table.opening ? card.rank + 1 : card.rank - 1;
  return { name: table.columns[card.suit].ranks[rank] + table.columns[card.suit].letter, suit: card.suit, rank };
}
