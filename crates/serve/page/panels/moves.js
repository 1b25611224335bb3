/**
 * The list of moves: best first, each with its value for the player making it.
 * If answers are hidden, sorted by name, because the order would reveal them.
 * If not all moves are listed, any move can be typed.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { isPersonsTurn } from "../core/machine.js";
import { rove } from "../core/roving.js";
import { valueWords } from "../scenes/value.js";
import { moveLabel } from "../core/labels.js";
import { caption, section, sign } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").State} State */

/**
 * Maximum number of listed moves; a longer list would be slow and unreadable.
 */
const MAX_LISTED = 300;

/** @param {App} app @returns {import("../types.js").Panel} */
export function createMoves(app) {
  const list = el("ol", { class: "move-list" });
  const updateStops = rove(list, { keys: ["ArrowUp", "ArrowDown"] });
  const note = el("p", { class: "note" });
  const named = createNamed(app);
  const element = section(app, "moves", app.t("moves.title"), list, note, named);
  let drawn = "";

  /** @param {State} state */
  function update(state) {
    const { answer } = state.node;
    const isHidden = state.hidden;
    const key = [state.node.id, !!answer, answer?.isUnsolved, isHidden, state.isLoading].join();
    if (key !== drawn) {
      drawn = key;
      const moves = answer ? order(answer.moves, isHidden).slice(0, MAX_LISTED) : [];
      fill(list, moves.map((move) => item(app, move, isHidden)));
      updateStops();
      note.textContent = answer ? noteOn(app, state, moves.length) : app.t("core.loading");
      named.hidden = !answer || answer.result !== null || answer.move_count <= moves.length;
    }
    mark(list, state);
  }

  return { element, update };
}

/** A field for a move that is not listed. @param {App} app */
function createNamed(app) {
  const { t, store } = app;
  const input = el("input", { type: "text", size: 12, autocomplete: "off", spellcheck: "false", "data-action": "move-name" });
  /** @param {Event} event */
  function onsubmit(event) {
    event.preventDefault();
    const name = input.value.trim();
    if (name === "" || !isPersonsTurn(store.state())) return;
    input.value = "";
    app.play(name);
  }
  return el(
    "form",
    { class: "row", hidden: true, "data-named": true, onsubmit },
    el("label", {}, t("moves.named"), " ", input),
    el("button", { type: "submit", class: "button", "data-action": "play-named" }, caption(app, t("moves.play"))),
  );
}

/** @param {Move[]} moves @param {boolean} isHidden */
function order(moves, isHidden) {
  if (!isHidden) return moves;
  const byName = new Intl.Collator(undefined, { numeric: true });
  return [...moves].sort((a, b) => byName.compare(a.move, b.move));
}

/** @param {App} app @param {Move} move @param {boolean} isHidden */
function item(app, move, isHidden) {
  const known = {
    "data-value": move.value,
    "data-plies": move.plies ?? "",
  };
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: isHidden ? "move" : `move ${move.value}`,
        "data-move": move.move,
        ...(isHidden ? {} : known),
        onclick: () => app.play(move.move),
        onpointerenter: () => app.store.hover(move.move),
        onpointerleave: () => app.store.hover(null),
        onfocus: () => app.store.hover(move.move),
        onblur: () => app.store.hover(null),
      },
      isHidden ? null : sign(move.value),
      el("bdi", { class: "move-name" }, moveLabel(app.t, app.store.state().game.name, move.move)),
      isHidden ? null : el("span", { class: "unseen" }, ` ${valueWords(app.t, move)}`),
      isHidden ? null : distanceOf(app, move),
      isHidden || move.grundy === null
        ? null
        : el("span", { class: "grundy", "data-term": "grundy" }, `*${move.grundy}`),
    ),
  );
}

/** The distance beside the sign, or the result if there is none. @param {App} app @param {Move} move */
function distanceOf(app, { value, plies }) {
  if (value === null) return null;
  return plies === null
    ? el("span", { class: "distance", "aria-hidden": "true" }, app.t(`value.${value}`))
    : el("span", { class: "distance", "aria-hidden": "true", "data-term": "ply" }, app.t("value.plies", { count: plies }));
}

/** @param {App} app @param {State} state @param {number} shown */
function noteOn(app, state, shown) {
  const { answer } = state.node;
  if (!answer) return "";
  if (answer.move_count === 0 || answer.result) return app.t("moves.none");
  const more = answer.move_count > shown ? app.t("moves.more", { shown, count: answer.move_count }) : "";
  const groups = state.hidden ? [] : (answer.groups ?? []);
  const named = groups.slice(0, 12).map((group) => app.t("moves.group", { ...group }));
  return [more, ...named, ...answer.notes].filter((text) => text !== "").join(" · ");
}

/** Updates which moves are playable and which are highlighted. @param {HTMLElement} list @param {State} state */
function mark(list, state) {
  const isOpen = isPersonsTurn(state) && !state.isLoading;
  for (const one of list.querySelectorAll("button")) {
    const name = one.dataset["move"] ?? "";
    // Not `disabled`, which would drop the focus.
    one.setAttribute("aria-disabled", String(!isOpen));
    one.classList.toggle("previewed", state.previewed.includes(name) || state.hovered === name);
  }
}
