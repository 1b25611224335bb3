/**
 * The server's answers, asked for by the tests themselves: what the page shows
 * is compared with them.
 */

/** The games with a scene of their own. */
export const mainGames = ["numbers", "boxes", "marbles", "nine", "piles"];

/** Whether `./test --full` wants the long runs too. */
export const isFull = process.env["KIBITZ_FULL_TESTS"] === "1";

/** Games on a plain scene: one of each kind, or all. */
export const plainGames = ["nim", "tictactoe", "calendar", ...(isFull ? ["euclid", "ed", "subtraction", "octal"] : [])];

/** @typedef {{move: string, position: string, value: string, plies: number | null}} Move */
/** @typedef {{position: string, value: string, plies: number | null, moves: Move[], result: string | null, mover: string | null}} Answer */

/** @param {string} address of the server */
export function questions(address) {
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
    /** @param {string} game @param {string} [p] @param {Record<string, string>} [set] @returns {Promise<Answer>} */
    position: (game, p, set = {}) => ask(`/${game}/position`, set, { p }),
    /** @param {string} game @param {string} [p] @param {Record<string, string>} [set] */
    line: (game, p, set = {}) => ask(`/${game}/line`, set, { p }),
    /** @param {string} game @param {number} seed */
    drawn: async (game, seed) => (await ask(`/${game}/drawn`, {}, { seed: String(seed) })).set,
  };
}

/** @typedef {ReturnType<typeof questions>} Questions */

/**
 * Numbers from 0 up to 1 that look random and are the same in every run.
 *
 * @param {number} seed
 */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A game of random moves: the positions on its way, the start first. It ends
 * with the game, or after so many moves.
 *
 * @param {Questions} api
 * @param {string} game
 * @param {{seed: number, length: number, from?: string, set?: Record<string, string>}} walk
 * @returns {Promise<{answers: Answer[], moves: string[]}>}
 */
export async function randomGame(api, game, { seed, length, from, set = {} }) {
  const random = chance(seed);
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
