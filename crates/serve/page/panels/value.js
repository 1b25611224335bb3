/**
 * The value of the position shown, in one line: player to move, winner,
 * distance.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { ending, other } from "../core/tree.js";
import { caption, sign } from "./parts.js";
import { explained } from "./terms.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** Keys of the players' names. @param {App} app @returns {[string, string]} */
export function seatsOf(app) {
  const [first, second] = app.store.state().game.players.map((name) => name.toLowerCase());
  return [first ?? "alice", second ?? "bob"];
}

/** The players' names. @param {App} app @returns {[string, string]} */
export function namesOf(app) {
  const [first, second] = seatsOf(app);
  return [app.t(`core.${first}`), app.t(`core.${second}`)];
}

/** @param {App} app @returns {import("../types.js").Panel} */
export function createValue(app) {
  const element = el("div", { class: "value-line", "data-value-line": true });
  /** What the line shows. @type {unknown[]} */
  let drawn = [];

  /** @param {State} state */
  function update(state) {
    const { answer } = state.node;
    const isHidden = state.hidden;
    const shown = [state.node, answer, isHidden];
    if (shown.every((part, at) => part === drawn[at])) return;
    drawn = shown;
    element.removeAttribute("data-value");
    element.removeAttribute("data-plies");
    element.className = "value-line";
    if (!answer) return fill(element, caption(app, app.t("core.loading"), { colour: "silver" }));
    if (!isHidden) {
      element.dataset["value"] = answer.value;
      element.dataset["plies"] = answer.plies === null ? "" : String(answer.plies);
      element.classList.add(answer.value);
    }
    const end = ending(state.node);
    if (end) element.className = `value-line ${end.winner === null ? "draw" : `seat${end.winner}`}`;
    fill(
      element,
      isHidden || end ? null : sign(answer.value),
      caption(app, headline(app, state), { colour: end ? endColour(end.winner) : "white" }),
      isHidden ? null : el("span", { class: "details" }, explained(details(app, state))),
    );
  }

  return { element, update };
}

/** The colour of the player who has won. @param {import("../types.js").Seat | null} winner @returns {import("../types.js").ColourName} */
function endColour(winner) {
  if (winner === null) return "yellow";
  return winner === 0 ? "cyan" : "orange";
}

/** @param {App} app @param {State} state */
export function headline(app, state) {
  const { node } = state;
  const names = namesOf(app);
  const name = names[node.seat];
  const end = ending(node);
  if (end) {
    if (end.winner !== null) return app.t("value.won", { name: names[end.winner] });
    return app.t(end.isRepetition ? "value.repeated" : "value.drawn");
  }
  if (!node.answer || state.hidden) return app.t("value.hidden", { name });
  const verdicts = { win: "value.wins", draw: "value.draws", loss: "value.loses" };
  return app.t(verdicts[node.answer.value], { name, other: names[other(node.seat)] });
}

/** @param {App} app @param {State} state */
export function details(app, state) {
  const { answer } = state.node;
  if (!answer) return "";
  const { plies, grundy, score, outcome_class } = answer;
  return [
    plies === null || plies === 0 ? "" : app.t("value.plies", { count: plies }),
    grundy === null ? "" : app.t("value.grundy", { value: grundy }),
    outcome_class ? app.t("value.class", { value: outcome_class }) : "",
    score === null ? "" : app.t("value.score", { value: score }),
  ]
    .filter((text) => text !== "")
    .join(" · ");
}
