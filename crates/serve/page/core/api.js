/**
 * The server's questions and answers.
 *
 * @module
 */

/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../types.js").Fault} Fault */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").MapAxes} MapAxes */
/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("../types.js").Settings} Settings */

/** Answers that are kept, so that going back and forth asks nothing twice. */
const KEPT = 400;

/** A question that the server refused or that never reached it. */
export class Refusal extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A refusal of the page's own. @param {string} kind @param {string} [message] */
export function refusal(kind, message = "") {
  return new Refusal({ kind, message, help: null, at: null, text: null });
}

/**
 * What went wrong, whatever was thrown.
 *
 * @param {unknown} thrown
 * @returns {Fault}
 */
export function faultOf(thrown) {
  if (thrown instanceof Refusal) return thrown.fault;
  return { kind: "network", message: String(thrown), help: null, at: null, text: null };
}

/**
 * @param {Response} response
 * @returns {Promise<Response>}
 */
async function accepted(response) {
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new Refusal({
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

/** A client of the API. */
export function createApi() {
  const base = "api/v1/games";
  const jobs = "api/v1/jobs";
  const ownRules = "api/v1/rules";
  const plain = { "content-type": "text/plain; charset=utf-8" };
  /** @type {Map<string, Promise<Answer>>} */
  const kept = new Map();

  /** @param {string} path */
  const path = (path) => `${base}/${path}`;

  /** @param {string} game @param {Settings} set @param {string} [position] */
  const positionAddress = (game, set, position) =>
    path(`${encodeURIComponent(game)}/position${query(set, { p: position })}`);

  /** The rules that were sent, by the name that the server gave them. @type {Map<string, string>} */
  const sent = new Map();

  /** Sends rules. @param {string} source @returns {Promise<GameInfo>} */
  async function sendRules(source) {
    const response = await accepted(await fetch(ownRules, { method: "POST", body: source, headers: plain }));
    const game = await response.json();
    sent.set(game.name, source);
    return game;
  }

  /**
   * Asks about a game. The server keeps only so many rule files: one that it
   * has forgotten is sent again.
   *
   * @template T
   * @param {string} game
   * @param {() => Promise<T>} ask
   */
  async function about(game, ask) {
    const source = sent.get(game);
    if (source === undefined) return ask();
    return ask().catch(async (thrown) => {
      if (faultOf(thrown).kind !== "no_such_rules") throw thrown;
      await sendRules(source);
      return ask();
    });
  }

  /** @param {string} url */
  const json = async (url) => (await accepted(await fetch(url))).json();

  /** @param {string} game @param {string} what @param {Settings} set @param {Record<string, string | number | undefined>} more */
  const ask = (game, what, set, more) => about(game, () => json(path(`${encodeURIComponent(game)}/${what}${query(set, more)}`)));

  /** @param {string} game @param {string} what @param {Settings} set @param {string} text @param {object} [more] */
  async function post(game, what, set, text, more) {
    const url = path(`${encodeURIComponent(game)}/${what}${query(set, { ...more })}`);
    return accepted(await fetch(url, { method: "POST", body: text, headers: plain }));
  }

  return {
    /** @returns {Promise<GameInfo[]>} */
    games: () => json(base),

    /** A game of one's own, from its rules. */
    rules: sendRules,

    /** Rule files to begin with. @returns {Promise<{name: string, title: string, source: string}[]>} */
    examples: () => json(`${ownRules}/examples`),

    /**
     * What is known of a position; the shown one where none is named.
     *
     * @param {string} game
     * @param {Settings} set
     * @param {string} [position]
     * @returns {Promise<Answer>}
     */
    position(game, set, position) {
      const url = positionAddress(game, set, position);
      const known = kept.get(url);
      if (known) return known;
      const asked = about(game, () => json(url));
      kept.set(url, asked);
      asked.catch(() => kept.delete(url));
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return asked;
    },

    /** Makes a move, listed or not. @param {string} game @param {Settings} set @param {string} position @param {string} by its name, or what can only mean it @returns {Promise<import("./tree.js").Made>} */
    step: (game, set, position, by) =>
      ask(game, "step", set, { p: position, by }),

    /** The whole demo. @param {string} game @param {Settings} set @param {string} position @returns {Promise<Line>} */
    line: (game, set, position) =>
      ask(game, "line", set, { p: position }),

    /** What chance chooses, such as a deal. @param {string} game @param {Settings} set @param {number} seed @returns {Promise<{set: Settings}>} */
    drawn: (game, set, seed) => ask(game, "drawn", set, { seed }),

    /** One byte for each position: 0 none, 1 loss, 2 draw, 3 win. @param {string} game @param {Settings} set */
    async map(game, set) {
      const response = await accepted(await fetch(path(`${encodeURIComponent(game)}/map${query(set)}`)));
      return new Uint8Array(await response.arrayBuffer());
    },

    /** @param {string} game @param {Settings} set @returns {Promise<MapAxes>} */
    mapAxes: (game, set) => json(path(`${encodeURIComponent(game)}/map/axes${query(set)}`)),

    /** @param {string} game @param {Settings} set @param {number} [seed] @returns {Promise<Puzzle>} */
    async puzzle(game, set, seed) {
      const answer = await ask(game, "puzzle", set, { seed });
      return answer.puzzles[0];
    },

    /** Starts long work. @param {import("./job.js").Order} order @returns {Promise<{id: string}>} */
    startJob(order) {
      const headers = { "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify(order) };
      return about(order.game, async () => (await accepted(await fetch(jobs, request))).json());
    },
    /** How far long work is, and its result. @param {string} id */
    jobEvents: (id) => new EventSource(`${jobs}/${id}/events`),
    /** @param {string} id */
    cancelJob: (id) => fetch(`${jobs}/${id}`, { method: "DELETE" }),

    /** Keeps an answer that came another way. @param {Answer} answer @param {string} game @param {Settings} set */
    keep(answer, game, set) {
      kept.set(positionAddress(game, set, answer.position), Promise.resolve(answer));
    },

    /** Answers to contest input, as `kibitz judge` prints them. @param {string} game @param {Settings} set @param {string} input */
    judge: async (game, set, input) => (await post(game, "judge", set, input)).text(),

    /**
     * What a case of contest input asks; cases count from 1.
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
