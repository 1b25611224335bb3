/**
 * All games to choose from: a thumbnail, one sentence, and who wins. A search
 * field narrows them; examples of rule files follow.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { boardPalette } from "../pixel/palette.js";
import { has, titleOf } from "../words/i18n.js";
import { createDialog } from "./dialog.js";
import { drawThumbnail, thumbnailSize } from "./gallery/thumbnail.js";
import { button, caption } from "./parts.js";
import { TOURS } from "./tours.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").State} State */

/** Milliseconds for the value of a game: one that takes longer is not solved for the gallery. */
const PATIENCE = 700;

/** @param {App} app */
export function createGallery(app) {
  const { t, api, store } = app;
  const search = el("input", { type: "search", "aria-label": t("gallery.search"), placeholder: t("gallery.search"), "data-action": "gallery-search", oninput: narrow });
  const games = el("ul", { class: "gallery" });
  const examples = el("ul", { class: "gallery examples" });
  const heading = el("h3", { hidden: true }, caption(app, t("gallery.examples"), { colour: "yellow" }));
  const none = el("p", { class: "note", role: "status" });
  const tours = TOURS.map((name) => button(app, `tour-${name}`, t("tour.of", { game: t(`game.${name}`) }), () => void tour(name)));
  const dialog = createDialog(app, "gallery", t("gallery.title"), el("div", { class: "row tours" }, tours), search, none, games, heading, examples);
  /** The entries with the words by which they are found. @type {{element: HTMLElement, words: string}[]} */
  let entries = [];
  let isBegun = false;

  function narrow() {
    const wanted = search.value.trim().toLowerCase();
    for (const { element, words } of entries) element.hidden = !words.includes(wanted);
    const isShown = (/** @type {Element} */ list) => [...list.children].some((entry) => !(/** @type {HTMLElement} */ (entry).hidden));
    heading.hidden = !isShown(examples);
    none.textContent = isShown(games) || isShown(examples) ? "" : t("gallery.none");
  }

  /** @param {import("../core/url.js").Place} place */
  function open(place) {
    dialog.close();
    void store.open(place);
  }

  /** @param {string} game */
  async function tour(game) {
    dialog.close();
    if (await store.open({ game, set: {}, position: null, moves: [] })) app.dialog("tour");
  }

  /** @param {GameInfo} game */
  function entryOf(game) {
    const key = `rules.${game.name}.title`;
    const sentence = has(key) ? t(key) : game.summary;
    const picture = el("canvas", { width: thumbnailSize.width, height: thumbnailSize.height, "aria-hidden": "true" });
    const winner = el("span", { class: "gallery-winner" });
    const element = el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "gallery-game", "data-open": game.name, onclick: () => open({ game: game.name, set: {}, position: null, moves: [] }) },
        picture,
        el("span", { class: "gallery-words" }, el("strong", {}, titleOf(game)), el("span", {}, sentence), winner),
      ),
    );
    entries.push({ element, words: [game.name, titleOf(game), sentence, ...game.aliases].join(" ").toLowerCase() });
    return { game, element, picture, winner };
  }

  /** Draws the thumbnails, then finds who wins, one game after another while the dialog is open. @param {ReturnType<typeof entryOf>[]} list */
  async function complete(list) {
    for (const { game, picture } of list) {
      const shown = await api.view(game.name, {}).catch(() => null);
      if (shown) drawThumbnail(picture, shown, boardPalette());
    }
    for (const { game, winner } of list) {
      if (!dialog.open) return;
      const answer = await api.positionWithin(game.name, {}, undefined, PATIENCE).catch(() => null);
      if (!answer) continue;
      const first = answer.mover === game.players[1] ? 1 : 0;
      const seat = answer.value === "win" ? first : 1 - first;
      const name = t(`core.${game.players[seat === 0 ? 0 : 1].toLowerCase()}`);
      winner.dataset["value"] = answer.value;
      winner.classList.add(answer.value === "draw" ? "draw" : `seat${seat}`);
      winner.textContent = answer.value === "draw" ? t("gallery.draw") : t("gallery.wins", { name });
    }
  }

  async function addExamples() {
    const list = await api.examples().catch(() => []);
    for (const { name, title, source } of list) {
      const element = el("li", {}, el("button", { type: "button", class: "gallery-game", lang: "en", "data-open": `example:${name}`, onclick: () => open({ game: name, set: {}, position: null, moves: [], rules: source }) }, el("bdi", {}, title)));
      entries.push({ element, words: `${name} ${title}`.toLowerCase() });
      examples.append(element);
    }
    narrow();
  }

  return {
    dialog,
    /** @param {State} state */
    open(state) {
      const list = isBegun ? [] : state.games.filter(({ source }) => source === undefined).map(entryOf);
      if (!isBegun) {
        isBegun = true;
        fill(games, list.map(({ element }) => element));
        void addExamples();
      }
      dialog.showModal();
      search.focus();
      void complete(list);
    },
  };
}
