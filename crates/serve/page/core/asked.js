/**
 * The first questions to the server. They are asked as soon as this module is
 * loaded, so it is imported before all others: the answers are on their way
 * while those are made ready.
 *
 * @module
 */

import { createApi } from "./api.js";
import { readPlace } from "./url.js";

/** @typedef {import("./url.js").Place} Place */

/** Where somebody begins who comes for the first time. @type {Place} */
const FIRST = { game: "marbles", set: {}, position: null, moves: [] };

const named = readPlace(window.location.hash);

/** What is to be shown: the first of them that can be opened. @type {Place[]} */
export const places = named ? [named, FIRST] : [FIRST];

export const api = createApi();

const { game, set, position, packed } = named ?? FIRST;
// Whoever needs the answer will ask again, and tell what is wrong. A game of
// one's own is sent first.
if (packed === undefined) api.position(game, set, position ?? undefined).catch(() => {});

export const games = api.games();
