/**
 * Selects the scene of a game: its own, or the generic one for its kind of
 * view. Only the scene that is needed is loaded.
 *
 * @module
 */

/** @typedef {import("../types.js").OpenScene} OpenScene */
/** @typedef {import("../types.js").View} View */
/** @typedef {() => Promise<{open: OpenScene}>} Load */

/** @type {Record<string, Load>} */
const byGame = {
  boxes: () => import("./boxes.js"),
  marbles: () => import("./marbles.js"),
  nine: () => import("./nine.js"),
  numbers: () => import("./numbers.js"),
  piles: () => import("./piles.js"),
};

/** @type {Record<View["kind"], Load>} */
const byKind = {
  grid: () => import("./grid.js"),
  piles: () => import("./heaps.js"),
  text: () => import("./text.js"),
  table: () => import("./text.js"),
};

/** The scene of a game alone; a game of the address may be called `constructor`. @param {string} game @returns {Load | undefined} */
const ownScene = (game) => (Object.hasOwn(byGame, game) ? byGame[game] : undefined);

/**
 * @param {string} game
 * @param {View["kind"]} kind
 * @returns {Promise<OpenScene>}
 */
export async function loadScene(game, kind) {
  const load = ownScene(game) ?? byKind[kind];
  return (await load()).open;
}

/** Preloads a game's own scene before its first position is known. @param {string} game */
export function preloadScene(game) {
  ownScene(game)?.().catch(() => {
    // Errors are reported when the scene is loaded again.
  });
}
