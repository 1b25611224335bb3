/**
 * Client of the HTTP API.
 *
 * @module
 */

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Fault} Fault */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").MapAxes} MapAxes */
/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("../types.js").Settings} Settings */

/**
 * Analyses cached, so that navigating back and forth sends no request twice.
 */
const MAX_CACHED = 400;

/** An error response of the server, or a network error. */
export class ApiError extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** An error raised by the page itself. @param {string} kind @param {string} [message] */
export function apiError(kind, message = "") {
  return new ApiError({ kind, message, help: null, at: null, text: null });
}

/**
 * The fault of anything thrown.
 *
 * @param {unknown} thrown
 * @returns {Fault}
 */
export function faultOf(thrown) {
  if (thrown instanceof ApiError) return thrown.fault;
  return { kind: "network", message: String(thrown), help: null, at: null, text: null };
}

/**
 * @param {Response} response
 * @returns {Promise<Response>}
 */
async function checkStatus(response) {
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new ApiError({
    kind: "failed",
    message: `${response.status} ${response.statusText}`,
    help: null,
    at: null,
    text: null,
    ...body?.error,
    ...(body?.answers === undefined ? {} : { answers: body.answers }),
  });
}

/**
 * @param {Settings} set
 * @param {Record<string, string | number | undefined>} [more]
 */
function query(set, more = {}) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(set)) words.append("set", `${name}=${value}`);
  for (const [name, value] of Object.entries(more)) {
    if (value !== undefined) words.append(name, String(value));
  }
  const text = words.toString();
  return text === "" ? "" : `?${text}`;
}

/** @typedef {ReturnType<typeof createApi>} Api */

/** Creates a client of the API. */
export function createApi() {
  const base = "api/v1/games";
  const jobs = "api/v1/jobs";
  const ownRules = "api/v1/rules";
  const plain = { "content-type": "text/plain; charset=utf-8" };
  /** @type {Map<string, Promise<Analysis>>} */
  const cache = new Map();
  /** The analyses that are being computed. @type {Map<string, AbortController>} */
  const pending = new Map();

  /** @param {string} path */
  const path = (path) => `${base}/${path}`;

  /** @param {string} game @param {Settings} set @param {string} [position] */
  const positionAddress = (game, set, position) =>
    path(`${encodeURIComponent(game)}/position${query(set, { p: position })}`);

  /** Rule files sent to the server, by the name it returned. @type {Map<string, string>} */
  const sent = new Map();

  /** Sends a rule file. @param {string} source @returns {Promise<GameInfo>} */
  async function sendRules(source) {
    const response = await checkStatus(await fetch(ownRules, { method: "POST", body: source, headers: plain }));
    const game = await response.json();
    sent.set(game.name, source);
    return game;
  }

  /**
   * Runs a request about a game. The server evicts rule files; an evicted one
   * is sent again.
   *
   * @template T
   * @param {string} game
   * @param {() => Promise<T>} ask
   */
  async function withRules(game, ask) {
    const source = sent.get(game);
    if (source === undefined) return ask();
    return ask().catch(async (thrown) => {
      if (faultOf(thrown).kind !== "no_such_rules") throw thrown;
      await sendRules(source);
      return ask();
    });
  }

  /** @param {string} url */
  const json = async (url, signal = pending.get(url)?.signal) => (await checkStatus(await fetch(url, signal ? { signal } : {}))).json();

  /** @param {string} game @param {string} what @param {Settings} set @param {Record<string, string | number | undefined>} more @param {AbortSignal} [signal] */
  const ask = (game, what, set, more, signal) => withRules(game, () => json(path(`${encodeURIComponent(game)}/${what}${query(set, more)}`), signal));

  /** @param {string} game @param {string} what @param {Settings} set @param {string} text @param {object} [more] */
  async function post(game, what, set, text, more) {
    const url = path(`${encodeURIComponent(game)}/${what}${query(set, { ...more })}`);
    return checkStatus(await fetch(url, { method: "POST", body: text, headers: plain }));
  }

  return {
    /** @returns {Promise<GameInfo[]>} */
    games: () => json(base),

    /** The game of a rule file. */
    rules: sendRules,

    /** Example rule files. @returns {Promise<{name: string, title: string, source: string}[]>} */
    examples: () => json(`${ownRules}/examples`),

    /**
     * The analysis of a position, of the default one if none is given.
     *
     * @param {string} game
     * @param {Settings} set
     * @param {string} [position]
     * @returns {Promise<Analysis>}
     */
    position(game, set, position) {
      const url = positionAddress(game, set, position);
      const known = cache.get(url);
      if (known) return known;
      pending.set(url, new AbortController());
      const asked = withRules(game, () => json(url)).finally(() => pending.delete(url));
      cache.set(url, asked);
      asked.catch(() => cache.delete(url));
      const [oldest] = cache.keys();
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      return asked;
    },

    /**
     * The analysis of a position; null if it takes longer than a time. Then the server stops.
     *
     * @param {string} game
     * @param {Settings} set
     * @param {string | undefined} position
     * @param {number} milliseconds
     */
    positionWithin(game, set, position, milliseconds) {
      const asked = this.position(game, set, position);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          resolve(null);
          pending.get(positionAddress(game, set, position))?.abort();
        }, milliseconds);
        asked.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    },

    /** A position and its moves, without values. @param {string} game @param {Settings} set @param {string} [position] @returns {Promise<Analysis>} */
    async view(game, set, position) {
      const unknown = { value: null, plies: null, grundy: null };
      const shown = await ask(game, "view", set, { p: position });
      const moves = shown.moves.map((/** @type {object} */ move) => ({ ...move, ...unknown }));
      return { ...shown, ...unknown, moves, score: null, importance: null, why: null, outcome_class: null, is_line_cut: false, notes: [], isUnsolved: true };
    },

    /** Makes a move, listed or not. @param {string} game @param {Settings} set @param {string} position @param {string} by its name or an unambiguous prefix @returns {Promise<import("./tree.js").Made>} */
    step: (game, set, position, by) =>
      ask(game, "step", set, { p: position, by }),

    /** The principal variation. @param {string} game @param {Settings} set @param {string} [position] @returns {Promise<Line>} */
    line: (game, set, position) =>
      ask(game, "line", set, { p: position }),

    /** A random parameter, e.g. a deal. @param {string} game @param {Settings} set @param {number} seed @returns {Promise<{set: Settings}>} */
    drawn: (game, set, seed) => ask(game, "drawn", set, { seed }),

    /** One byte per cell: 0 no position, 1 loss, 2 draw, 3 win. @param {string} game @param {Settings} set */
    async map(game, set) {
      const response = await checkStatus(await fetch(path(`${encodeURIComponent(game)}/map${query(set)}`)));
      return new Uint8Array(await response.arrayBuffer());
    },

    /** The distances of the map's cells in plies; 65535 for none. @param {string} game @param {Settings} set */
    async mapDistances(game, set) {
      const response = await checkStatus(await fetch(path(`${encodeURIComponent(game)}/map/distances${query(set)}`)));
      const bytes = new Uint8Array(await response.arrayBuffer());
      return Uint16Array.from({ length: bytes.length / 2 }, (_, at) => bytes[2 * at] + 256 * bytes[2 * at + 1]);
    },

    /** @param {string} game @param {Settings} set @returns {Promise<MapAxes>} */
    mapAxes: (game, set) => json(path(`${encodeURIComponent(game)}/map/axes${query(set)}`)),

    /** @param {string} game @param {Settings} set @param {import("../types.js").PuzzleName} name @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
    async puzzle(game, set, { seed, kind }, signal) {
      const answer = await ask(game, "puzzle", set, { seed, kind: kind === "win" ? undefined : kind }, signal);
      return answer.puzzles[0];
    },

    /** Starts a job. @param {import("./job.js").Order} order @returns {Promise<{id: string}>} */
    startJob(order) {
      const headers = { "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify(order) };
      return withRules(order.game, async () => (await checkStatus(await fetch(jobs, request))).json());
    },
    /** Event stream of a job. @param {string} id */
    jobEvents: (id) => new EventSource(`${jobs}/${id}/events`),
    /** @param {string} id */
    cancelJob: (id) => fetch(`${jobs}/${id}`, { method: "DELETE" }),

    /** Caches an analysis obtained from a job. @param {Analysis} answer @param {string} game @param {Settings} set */
    keep(answer, game, set) {
      cache.set(positionAddress(game, set, answer.position), Promise.resolve(answer));
    },

    /** Answers to contest input, as `kibitz judge` prints them. @param {string} game @param {Settings} set @param {string} input */
    judge: async (game, set, input) => (await post(game, "judge", set, input)).text(),

    /**
     * The query of a contest case; cases count from 1.
     *
     * @param {string} game
     * @param {Settings} set
     * @param {string} input
     * @param {number} number
     * @returns {Promise<{position: string, mover: string | null, set: Settings}>}
     */
    caseOf: async (game, set, input, number) =>
      (await post(game, "case", set, input, { number })).json(),
  };
}
