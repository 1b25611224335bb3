/**
 * Narration of the table: what happened, what can be laid and why, what the
 * opponent can or must do, who wins. Everything comes from the analysis; the
 * page only knows that a card goes next to one on the table.
 *
 * @module
 */

import { PASS, cardNamed, cardText, moverOf, mustPass, neighbour, rankText, waiterOf } from "./table.js";

/** @typedef {import("../../types.js").Picture} Picture */
/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Card} Card */

/**
 * The facts of a `squeeze`, as far as they are used here. Plies count from 1.
 * @typedef {object} Squeeze
 * @property {string | null} winner
 * @property {string[]} line
 * @property {{ply: number, player: string, behind: string[]}[]} passes
 * @property {{player: string, card: string, holder: string, passes: number[]} | null} squeezed
 * @property {{ply: number, player: string, card: string, opens: string[]}[]} forced
 */

/**
 * @param {Picture} picture
 * @param {Table} table of its answer
 * @param {Translate} t
 * @returns {string[]} paragraphs
 */
export function narrate(picture, table, t) {
  const facts = squeezeOf(picture);
  const happened = describeLast(picture, table, t);
  if (table.winner !== null) return [happened, describeEnd(table, t)];
  const behind = facts?.passes.find((pass) => pass.ply === 1)?.behind ?? [];
  const now = mustPass(table)
    ? describeForcedPass(table, behind, t)
    : describeOptions(table, t) + t("nine.between") + describeOpponent(table, t);
  const paragraphs = [happened, now];
  if (picture.marks && facts) paragraphs.push(describeBest(table, facts, t));
  return paragraphs;
}

/** @param {Picture} picture @returns {Squeeze | null} */
function squeezeOf(picture) {
  const { why } = picture.answer;
  return why?.kind === "squeeze" ? /** @type {any} */ (why) : null;
}

/** The last move or, at the start, the rule. @param {Picture} picture @param {Table} table @param {Translate} t */
function describeLast(picture, table, t) {
  if (picture.editing) return t("nine.narration.edit");
  return picture.last ? describeMove(table, picture.last.move, t) : t("nine.narration.rule");
}

/** The last move, made by the waiting player. @param {Table} table @param {string} move @param {Translate} t */
function describeMove(table, move, t) {
  const { name } = waiterOf(table);
  const card = cardNamed(table, move);
  if (card === null) return t("nine.narration.passed", { name });
  const beside = neighbour(table, card);
  return beside === null
    ? t("nine.narration.opened", { name, card: cardText(table, card) })
    : t("nine.narration.laid", { name, card: cardText(table, card), neighbour: cardText(table, beside) });
}

/** @param {Table} table @param {Translate} t */
function describeEnd(table, t) {
  const winner = table.players[table.winner === 1 ? 1 : 0];
  const loser = table.players[table.winner === 1 ? 0 : 1];
  return t("nine.narration.won", { name: winner.name, other: loser.name, count: loser.held.size });
}

/** That the mover has to pass, and the opponent's cards that block the mover. @param {Table} table @param {string[]} behind @param {Translate} t */
function describeForcedPass(table, behind, t) {
  const { name } = moverOf(table);
  const other = waiterOf(table).name;
  const stuck = t("nine.narration.stuck", { name, other });
  const reason = behind.length === 0 ? describeOpponent(table, t) : t("nine.narration.barred", { other, cards: listed(table, behind, t) });
  return stuck + t("nine.between") + reason;
}

/** What the mover can lay, and why. @param {Table} table @param {Translate} t */
function describeOptions(table, t) {
  // By suit and rank, not best first, which would reveal the answer.
  const cards = moverOf(table).dealt.filter((card) => table.moves.has(card.name));
  const key = cards.length === 1 ? "nine.narration.must" : "nine.narration.can";
  return t(key, { name: moverOf(table).name, cards: withReasons(table, cards, t) });
}

/** @param {Table} table @param {Card[]} cards @param {Translate} t */
function withReasons(table, cards, t) {
  const opening = cards.filter((card) => neighbour(table, card) === null);
  const groups = cards.flatMap((card) => {
    const beside = neighbour(table, card);
    if (beside === null) return [];
    const reason = t("nine.next", { card: cardText(table, beside) });
    return [t("nine.group", { cards: cardText(table, card), reason })];
  });
  if (opening.length > 0) {
    const reason = t("nine.opens", { rank: rankText(table, opening[0]) });
    const names = opening.map((card) => cardText(table, card)).join(t("nine.list"));
    groups.unshift(t("nine.group", { cards: names, reason }));
  }
  return groups.join(t("nine.list"));
}

/** What the waiting player can do next: cards that fit now still fit then. @param {Table} table @param {Translate} t */
function describeOpponent(table, t) {
  const { name, held } = moverOf(table);
  if (held.size === 1 && !mustPass(table)) return t("nine.narration.lastCard", { name });
  const waiter = waiterOf(table);
  const fitting = waiter.dealt.filter((card) => waiter.open.has(card.name)).map((card) => card.name);
  if (fitting.length === 0) return t("nine.narration.waits", { name, other: waiter.name });
  return t("nine.narration.then", { other: waiter.name, cards: listed(table, fitting, t), count: fitting.length });
}

/** The outcome of best play. @param {Table} table @param {Squeeze} facts @param {Translate} t */
function describeBest(table, facts, t) {
  const sentences = [];
  const winner = table.players.find((player) => player.id === facts.winner);
  if (winner) sentences.push(t("nine.narration.best", { name: winner.name, plies: t("value.plies", { count: facts.line.length }) }));
  if (facts.line.length > 1 && !mustPass(table)) sentences.push(describeReply(table, facts, t));
  const { squeezed } = facts;
  // Passes within the first two plies are described already.
  if (squeezed && squeezed.passes.every((ply) => ply > 2)) {
    sentences.push(
      t("nine.narration.squeeze", {
        holder: named(table, squeezed.holder),
        player: named(table, squeezed.player),
        card: listed(table, [squeezed.card], t),
        plies: squeezed.passes.join(t("nine.list")),
        count: squeezed.passes.length,
      }),
    );
  }
  return sentences.join(t("nine.between"));
}

/** The opponent's reply to the best move. @param {Table} table @param {Squeeze} facts @param {Translate} t */
function describeReply(table, facts, t) {
  const values = {
    move: moveText(table, facts.line[0], t),
    reply: moveText(table, facts.line[1], t),
    other: waiterOf(table).name,
  };
  const forced = facts.forced.find((event) => event.ply === 2);
  if (forced) return t("nine.narration.only", { ...values, cards: listed(table, forced.opens, t) });
  const pass = facts.passes.find((event) => event.ply === 2);
  if (pass) return t("nine.narration.replyPass", { ...values, cards: listed(table, pass.behind, t) });
  return t("nine.narration.reply", values);
}

/** @param {Table} table @param {string} id */
function named(table, id) {
  return table.players.find((player) => player.id === id)?.name ?? id;
}

/** A move in readable form. @param {Table} table @param {string} move @param {Translate} t */
function moveText(table, move, t) {
  return move === PASS ? t("nine.pass") : listed(table, [move], t);
}

/** @param {Table} table @param {string[]} names @param {Translate} t */
function listed(table, names, t) {
  const cards = names.map((name) => cardNamed(table, name));
  return cards.map((card, index) => (card ? cardText(table, card) : names[index])).join(t("nine.list"));
}
