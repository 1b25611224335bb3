/**
 * The panel that explains the value of a position.
 *
 * @module
 */

import { el, fill } from "../../core/dom.js";
import { isPersonsTurn } from "../../core/machine.js";
import { other } from "../../core/tree.js";
import { button, section } from "../parts.js";
import { seatsOf } from "../value.js";
import { drawBlocks } from "./draw.js";
import { explain } from "./reasons.js";

/** @typedef {import("../../types.js").App} App */
/** @typedef {import("../../types.js").Seat} Seat */
/** @typedef {import("../../types.js").State} State */
/** @typedef {import("./blocks.js").Person} Person */
/** @typedef {import("./blocks.js").Subject} Subject */

/** @param {App} app @returns {import("../../types.js").Panel} */
export function createWhy(app) {
  const body = el("div", { class: "why-body" });
  const element = section(app, "why", app.t("why.title"), body);
  element.setAttribute("data-why", "");
  element.tabIndex = -1;
  // The position whose explanation was revealed although answers are hidden.
  let revealed = -1;
  let drawn = "";

  /** @param {State} state */
  function update(state) {
    const subject = subjectOf(app, state);
    const isHidden = subject !== null && hides(state) && revealed !== state.node.id && state.hint < 3;
    const key = [state.node.id, subject !== null, isHidden].join();
    if (key !== drawn) {
      drawn = key;
      draw(state, subject, isHidden);
    }
    mark(body, state);
  }

  /** @param {State} state @param {Subject | null} subject @param {boolean} isHidden */
  function draw(state, subject, isHidden) {
    const hadFocus = body.contains(document.activeElement);
    element.hidden = subject === null && !state.isLoading;
    if (subject === null || isHidden) {
      element.removeAttribute("data-kind");
      const reveal = () => {
        revealed = state.node.id;
        update(app.store.state());
      };
      fill(body, isHidden && button(app, "why", app.t("why.show"), reveal));
    } else {
      element.dataset["kind"] = subject.reason.kind;
      fill(body, drawBlocks(app, state, explain(subject)));
    }
    // The clicked button is gone: keep the keyboard focus here.
    if (hadFocus) element.focus({ preventScroll: true });
  }

  return { element, update };
}

/** Whether the explanation would reveal hidden answers. @param {State} state */
function hides(state) {
  return state.preferences.hideAnswers || state.puzzle?.state === "open";
}

/** @param {App} app @param {State} state @returns {Subject | null} */
export function subjectOf(app, state) {
  const { answer, seat } = state.node;
  if (!answer?.why) return null;
  return { t: app.t, answer, reason: answer.why, mover: personOf(app, seat), other: personOf(app, other(seat)) };
}

/** @param {App} app @param {Seat} seat @returns {Person} */
function personOf(app, seat) {
  const key = seatsOf(app)[seat];
  return { name: app.t(`core.${key}`), of: app.t(`why.${key}.of`), seat };
}

/** Updates whether the moves are playable. @param {HTMLElement} body @param {State} state */
function mark(body, state) {
  const isClosed = String(!isPersonsTurn(state) || state.isLoading);
  if (body.dataset["closed"] === isClosed && body.dataset["node"] === String(state.node.id)) return;
  body.dataset["closed"] = isClosed;
  body.dataset["node"] = String(state.node.id);
  for (const link of body.querySelectorAll(".why-move")) link.setAttribute("aria-disabled", isClosed);
}
