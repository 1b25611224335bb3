/**
 * The server's responses, fetched by the tests themselves for comparison with
 * the page.
 */

/** The games with their own scene. */
export const mainGames = ["numbers", "boxes", "marbles", "nine", "piles"];

/** Whether `./test --full` requests the long runs too. */
export const isFull = process.env["KIBITZ_FULL_TESTS"] === "1";

/** Games on a generic scene: one of each kind, or all. */
export const plainGames = ["nim", "tictactoe", "calendar", ...(isFull ? ["euclid", "ed", "subtraction", "octal"] : [])];

/** @typedef {{move: string, position: string, value: string, plies: number | null}} Move */
/** @typedef {{position: string, value: string, plies: number | null, moves: Move[], result: string | null, mover: string | null}} Analysis */

/** @param {string} address of the server */
export function createClient(address) {
  /** @param {string} path @param {Record<string, string>} set @param {Record<string, string | undefined>} [more] */
  async function ask(path, set, more = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(set)) query.append("set", `${name}=${value}`);
    for (const [name, value] of Object.entries(more)) if (value !== undefined) query.append(name, value);
    const response = await fetch(`${address}/api/v1/games${path}?${query}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  return {
    games: () => ask("", {}),
    /** @param {string} game @param {string} [p] @param {Record<string, string>} [set] @returns {Promise<Analysis>} */
    position: (game, p, set = {}) => ask(`/${game}/position`, set, { p }),
    /** @param {string} game @param {string} [p] @param {Record<string, string>} [set] */
    line: (game, p, set = {}) => ask(`/${game}/line`, set, { p }),
    /** @param {string} game @param {number} seed */
    drawn: async (game, seed) => (await ask(`/${game}/drawn`, {}, { seed: String(seed) })).set,
  };
}

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * Deterministic pseudo-random numbers in [0, 1).
 *
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A game of random moves: its positions, the start first. It ends with the game
 * or after a maximum number of moves.
 *
 * @param {Client} api
 * @param {string} game
 * @param {{seed: number, length: number, from?: string, set?: Record<string, string>}} walk
 * @returns {Promise<{answers: Analysis[], moves: string[]}>}
 */
export async function randomGame(api, game, { seed, length, from, set = {} }) {
  const random = randomNumbers(seed);
  let answer = await api.position(game, from, set);
  const answers = [answer];
  const moves = [];
  while (answer.result === null && moves.length < length) {
    const chosen = answer.moves[Math.floor(random() * answer.moves.length)];
    answer = await api.position(game, chosen.position, set);
    answers.push(answer);
    moves.push(chosen.move);
  }
  return { answers, moves };
}
