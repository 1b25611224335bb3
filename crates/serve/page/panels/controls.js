/**
 * The buttons under the board: a row for play, and a menu with everything else.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { ending, undone } from "../core/tree.js";
import { button, caption } from "./parts.js";
import { TOURS } from "./tours.js";
import { namesOf } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Player} Player */

/**
 * @typedef {object} Acts actions of the buttons beyond the store
 * @property {() => void} best
 * @property {() => void} play
 * @property {() => void} reset
 * @property {() => Promise<void>} puzzle
 * @property {() => boolean} hasPuzzles as far as it is known
 * @property {() => Promise<void>} findPuzzles
 * @property {() => void} deal
 * @property {() => void} copy
 * @property {() => void} share
 */

/** @type {Record<string, [Player, Player]>} */
const SEATS = {
  both: ["person", "person"],
  first: ["person", "machine"],
  second: ["machine", "person"],
};

/** @param {App} app @param {Acts} acts @returns {import("../types.js").Panel} */
export function createControls(app, acts) {
  const { t, store } = app;
  const seats = el("select", {
    "aria-label": t("players.title"),
    "data-action": "players",
    onchange: () => store.setPlayers(SEATS[seats.value] ?? ["person", "person"]),
  });
  for (const [value, [seat]] of Object.entries(SEATS)) {
    const name = namesOf(app)[seat === "person" ? 0 : 1];
    seats.append(el("option", { value }, t(`players.${value}`, { name })));
  }
  const strength = slider("strength", 0, 100, 10, (value) => store.prefer({ strength: value }));
  const speed = slider("speed", 1, 5, 1, (value) => store.prefer({ speed: value }));
  const line = el("div", { class: "row", role: "group", "aria-label": t("control.line") });
  const more = el("div", { class: "row", role: "group" });
  const menu = el("div", { class: "menu", popover: "auto", "aria-label": t("control.more") }, more, strength.element);
  menu.addEventListener("toggle", () => {
    if (menu.matches(":popover-open")) void acts.findPuzzles().then(() => update(store.state()));
  });
  // A button of the menu closes it, which gives the focus back; after a click the space bar
  // plays instead of opening the menu again.
  menu.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("button"))) return;
    menu.hidePopover();
    if (event.detail > 0) opener.blur();
  });
  const opener = button(app, "more", t("control.more"), () => menu.togglePopover(), { icon: "☰" });
  const element = el("div", { class: "controls row" }, line, opener, speed.element, seats, menu);
  let drawn = "";

  /** @param {State} state */
  function update(state) {
    const { node, game, demo, editing, preferences } = state;
    const isUnsolved = node.answer?.isUnsolved;
    const key = [demo, editing, isUnsolved, undone(state)?.id, !node.parent, !node.followed, preferences.hideAnswers, game.name, hasMap(state), acts.hasPuzzles(), ending(node) !== null].join();
    seats.value = Object.keys(SEATS).find((name) => SEATS[name]?.join() === state.players.join()) ?? "both";
    strength.show(state.preferences.strength, t(state.preferences.strength === 100 ? "players.perfect" : "players.strength", { strength: state.preferences.strength }));
    speed.show(state.preferences.speed, t("control.speed", { speed: preferences.speed }), `${preferences.speed}×`);
    if (key === drawn) return;
    drawn = key;
    keepFocus(line, () => fill(line, ...lineButtons(state)));
    keepFocus(more, () => fill(more, ...moreButtons(state)));
  }

  /** @param {State} state */
  function lineButtons(state) {
    return [
      button(app, "undo", t("control.undo"), store.undo, { icon: "◀", disabled: !undone(state) }),
      button(app, "redo", t("control.redo"), store.redo, { icon: "▶", disabled: !state.node.followed }),
      button(app, "step", t("control.step"), acts.best, { disabled: state.node.answer?.isUnsolved }),
      button(app, "play", t(state.demo ? "control.pause" : "control.play"), acts.play, { pressed: state.demo, primary: true, disabled: state.node.answer?.isUnsolved }),
    ];
  }

  /** @param {State} state */
  function moreButtons(state) {
    const { hideAnswers } = state.preferences;
    const isUnsolved = state.node.answer?.isUnsolved;
    return [
      button(app, "first", t("control.first"), () => void store.first(), { disabled: !state.node.parent }),
      button(app, "last", t("control.last"), store.last, { disabled: !state.node.followed }),
      button(app, "reset", t("control.reset"), acts.reset),
      button(app, "hint", t("control.hint"), store.hint, { disabled: isUnsolved || ending(state.node) !== null }),
      acts.hasPuzzles() ? button(app, "puzzle", t("control.puzzle"), () => void acts.puzzle()) : null,
      state.game.is_dealt ? button(app, "deal", t("control.deal"), acts.deal) : null,
      button(app, "edit", t(state.editing ? "control.done" : "control.edit"), () => store.setEditing(!state.editing), { pressed: state.editing }),
      TOURS.includes(state.game.name) ? button(app, "tour", t("control.tour"), () => app.dialog("tour")) : null,
      button(app, "position", t("control.position"), () => app.dialog("position")),
      hasMap(state) ? button(app, "map", t("control.map"), () => app.dialog("map")) : null,
      button(app, "stats", t("control.stats"), () => app.dialog("stats")),
      button(app, "law", t("control.law"), () => app.dialog("law")),
      state.game.contest === null ? null : button(app, "paste", t("control.paste"), () => app.dialog("paste")),
      button(app, "copy", t("control.copy"), acts.copy),
      button(app, "share", t("control.share"), acts.share),
      button(app, "picture", t("control.picture"), () => app.dialog("picture")),
      button(app, "hide", t(hideAnswers ? "control.show" : "control.hide"), () => store.prefer({ hideAnswers: !hideAnswers }), { pressed: hideAnswers }),
    ];
  }

  return { element, update };

  /**
   * @param {string} action
   * @param {number} min
   * @param {number} max
   * @param {number} step
   * @param {(value: number) => void} onchange
   */
  function slider(action, min, max, step, onchange) {
    const input = el("input", { type: "range", min, max, step, "data-action": action, oninput: () => onchange(Number(input.value)) });
    const label = el("span", { class: "slider-label" });
    return {
      element: el("label", { class: "slider" }, label, input),
      /** @param {number} value @param {string} text @param {string} [short] shown instead of the text */
      show(value, text, short = text) {
        if (input.value === String(value) && input.getAttribute("aria-valuetext") === text) return;
        input.value = String(value);
        input.setAttribute("aria-valuetext", text);
        input.setAttribute("aria-label", text);
        input.title = text;
        fill(label, caption(app, short, { scale: 2, colour: "silver" }));
      },
    };
  }
}

/** Whether the game has a map with its current parameters. @param {State} state */
function hasMap({ node, game }) {
  return node.answer?.has_map ?? game.has_map;
}

/** Redraws buttons and keeps the focus. @param {HTMLElement} row @param {() => void} draw */
export function keepFocus(row, draw) {
  const focused = document.activeElement;
  const action = focused instanceof HTMLElement && row.contains(focused) ? focused.dataset["action"] : null;
  draw();
  const again = action ? row.querySelector(`[data-action="${action}"]`) : null;
  if (again instanceof HTMLElement) again.focus();
}
