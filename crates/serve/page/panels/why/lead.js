/**
 * The first sentence of every explanation, free of theory.
 *
 * @module
 */

/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Subject} Subject */

/**
 * How each game ends; `why.end.…` states it in advance, `why.now.…` afterwards.
 */
const ends = new Map([
  ["numbers", "zeros"],
  ["boxes", "stuck"],
  ["marbles", "stuck"],
  ["nine", "out"],
  ["piles", "stuck"],
  ["nim", "stuck"],
  ["euclid", "zero"],
  ["calendar", "day"],
  ["ed", "stuck"],
  ["tictactoe", "line"],
  ["subtraction", "stuck"],
  ["octal", "stuck"],
  ["cram", "stuck"],
  ["domineering", "stuck"],
]);

/** The same for `play=misere`. */
const misereEnds = new Map([
  ["nim", "stuckWins"],
  ["subtraction", "stuckWins"],
  ["octal", "stuckWins"],
  ["tictactoe", "lineLoses"],
]);

/** @param {Subject} subject */
function endOf({ answer }) {
  const isMisere = answer.set["play"] === "misere";
  return (isMisere ? misereEnds : ends).get(answer.game) ?? "won";
}

/** The winner and the loser by name. @param {Subject} subject */
export function namesOfPlayers({ answer, mover, other }) {
  const [winner, loser] = answer.value === "win" ? [mover, other] : [other, mover];
  return { winner: winner.name, winnerOf: winner.of, loser: loser.name, loserOf: loser.of };
}

/**
 * Who wins and how the game ends, or why it is a draw.
 *
 * @param {Subject} subject
 * @returns {Block}
 */
export function lead(subject) {
  return { type: "lead", text: isOver(subject) ? overText(subject) : aheadText(subject) };
}

/** Whether the game has ended. @param {Subject} subject */
export function isOver({ answer }) {
  return !!answer.result || answer.plies === 0 || answer.move_count === 0;
}

/** @param {Subject} subject */
function overText(subject) {
  const { t, answer } = subject;
  if (answer.value === "draw") return t("why.lead.overTie");
  const names = namesOfPlayers(subject);
  return t("why.lead.over", { ...names, end: t(`why.now.${endOf(subject)}`, names) });
}

/** @param {Subject} subject */
function aheadText(subject) {
  const { t, answer, reason } = subject;
  const { value, plies } = answer;
  if (value === "draw") {
    return t(`why.lead.${reason.kind === "cycle" || reason.kind === "tie" ? reason.kind : "draw"}`);
  }
  const names = namesOfPlayers(subject);
  const end = t(`why.end.${endOf(subject)}`, names);
  if (plies === null) return t(`why.lead.${value}Some`, { ...names, end });
  if (plies === 1) return t(`why.lead.${value}Now`, { ...names, end });
  return t(`why.lead.${value}`, { ...names, end, plies: t("why.plies", { count: plies }) });
}
