/**
 * Prefetches the first requests. They are sent as soon as this module is
 * evaluated, so it is imported before all others: responses arrive while the
 * rest loads.
 *
 * @module
 */

import { createApi } from "./api.js";
import { readPlace } from "./url.js";

/** @typedef {import("./url.js").Place} Place */

/** The place shown on a first visit. @type {Place} */
const DEFAULT_PLACE = { game: "marbles", set: {}, position: null, moves: [] };

const named = readPlace(window.location.hash);

/** Candidates for the first place; the first that can be opened is shown. @type {Place[]} */
export const places = named ? [named, DEFAULT_PLACE] : [DEFAULT_PLACE];

export const api = createApi();

const { game, set, position, packed } = named ?? DEFAULT_PLACE;
// Only warms the cache: errors are reported when the analysis is requested
// again. A rule file has to be sent first.
if (packed === undefined) api.position(game, set, position ?? undefined).catch(() => {});

export const games = api.games();
