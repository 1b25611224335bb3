/**
 * The state of the page and all operations that change it.
 *
 * @module
 */

import { ApiError, apiError, faultOf } from "./api.js";
import { pack, unpack } from "./packed.js";
import { savePreferences } from "./preferences.js";
import { createSolver } from "./solver.js";
import { isTrusted, trust } from "./trust.js";
import { after, createNode, ending, follow, lineThrough, pathTo, seatOf, undone } from "./tree.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").TreeNode} TreeNode */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Settings} Settings */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Preferences} Preferences */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./url.js").Place} Place */

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * @param {import("./api.js").Api} api
 * @param {GameInfo[]} games
 * @param {Preferences} preferences
 * @param {string} [begin] the game that will be opened first
 */
export function createStore(api, games, preferences, begin) {
  const first = games.find((game) => game.name === begin) ?? games[0];
  if (!first) throw new Error("the server knows no game");
  const root = createNode(first.shown, 0);
  /** @type {State} */
  const state = {
    games,
    game: first,
    set: {},
    root,
    node: root,
    path: [root],
    isLoading: false,
    fault: null,
    solving: null,
    players: ["person", "person"],
    demo: false,
    editing: false,
    puzzle: null,
    hint: 0,
    hovered: null,
    previewed: [],
    justMoved: false,
    hidden: preferences.hideAnswers,
    preferences,
  };
  /** @type {Set<(state: State) => void>} */
  const listeners = new Set();
  // Of several concurrent calls of `open` only the last may change the state.
  let openings = 0;
  /** Puzzles whose first answer was counted. @type {WeakSet<import("../types.js").Puzzle>} */
  const counted = new WeakSet();

  /** @param {Partial<State>} changes */
  function change(changes) {
    Object.assign(state, changes);
    if (changes.node || changes.root) state.path = lineThrough(state.node);
    state.hidden = state.preferences.hideAnswers || state.puzzle?.state === "open" || state.node.answer?.isUnsolved === true;
    for (const listener of listeners) listener(state);
  }

  const solver = createSolver(api, (solving, isSolved) => {
    change({ solving, ...(solving?.state === "failed" ? { fault: solving.fault } : {}) });
    if (isSolved) void refresh();
  });

  /** Loads the values of the line that is shown. */
  async function refresh() {
    for (const node of state.path) {
      if (!node.answer?.isUnsolved) continue;
      await loadAnswer(node).catch(() => {});
      if (node === state.node) change({ node });
    }
    change({});
  }

  /** @param {TreeNode} node */
  async function loadAnswer(node) {
    const answer = await solver.find(state.game.name, state.set, node.position);
    node.answer = answer;
    node.position = answer.position;
    return answer;
  }

  /** The position after a move; the analysis lists most of them. @param {TreeNode} node @param {string} move @returns {Promise<import("./tree.js").Made | null>} */
  async function step(node, move) {
    const { answer } = node;
    const listed = answer?.moves.find((one) => one.move === move);
    if (listed || !answer || answer.moves.length === answer.move_count) return listed ?? null;
    return api.step(state.game.name, state.set, node.position, move);
  }

  /** Shows a node; requests its analysis if it is not loaded. @param {TreeNode} node @param {boolean} justMoved */
  async function show(node, justMoved) {
    follow(node);
    // Back at its root, a puzzle is open again.
    const { puzzle } = state;
    const isAgain = puzzle?.state === "failed" && node === state.root;
    change({
      node,
      justMoved,
      hovered: null,
      previewed: [],
      hint: 0,
      fault: null,
      isLoading: !node.answer,
      ...(isAgain ? { puzzle: { ...puzzle, state: "open" } } : {}),
    });
    if (node.answer) return;
    try {
      await loadAnswer(node);
      if (state.node === node) change({ node, isLoading: false });
    } catch (thrown) {
      if (state.node === node) change({ fault: faultOf(thrown), isLoading: false, demo: false });
    }
  }

  /** Adds a rule-file game to the list, replacing its earlier version. @param {string} source @returns {Promise<GameInfo>} */
  async function addRuleGame(source) {
    const sent = await api.rules(source);
    const known = games.find((one) => one.name === sent.name);
    if (known) return known;
    const game = { ...sent, source, packed: await pack(source) };
    trust(game.packed);
    const earlier = games.findIndex((one) => one.source !== undefined && one.title === game.title);
    games.splice(earlier < 0 ? games.length : earlier, 1, game);
    return game;
  }

  /** The game of a place: by name, or from its rule file. @param {Place} place @returns {Promise<GameInfo>} */
  async function gameAt(place) {
    if (place.rules !== undefined) return addRuleGame(place.rules);
    if (place.packed !== undefined) {
      const source = await unpack(place.packed);
      if (source === null) throw apiError("address");
      if (!isTrusted(place.packed)) throw new ApiError({ ...apiError("untrusted").fault, source, place });
      return addRuleGame(source).catch((thrown) => {
        throw new ApiError({ ...faultOf(thrown), source });
      });
    }
    const game = games.find((one) => one.name === place.game || one.aliases.includes(place.game));
    if (!game) throw apiError("no_such_game", place.game);
    return game;
  }

  /**
   * Opens a position as a new root, and plays the given moves from it.
   *
   * @param {Place} place
   * @returns {Promise<boolean>} whether it could be opened
   */
  async function open(place) {
    openings += 1;
    const mine = openings;
    const isMine = () => mine === openings;
    change({ isLoading: true, fault: null, demo: false });
    try {
      const game = await gameAt(place);
      const puzzle = place.puzzle ? await api.puzzle(game.name, place.set, place.puzzle) : null;
      const set = puzzle ? { ...place.set, ...changedSettings(puzzle.set, game) } : place.set;
      const answer = await solver.find(game.name, set, puzzle?.position ?? place.position ?? undefined);
      if (!isMine()) return false;
      const seat = seatOf(answer, game) ?? place.seat ?? 0;
      const start = createNode(answer.position, seat);
      start.answer = answer;
      const isOther = game !== state.game;
      state.game = game;
      state.set = set;
      let node = start;
      for (const move of place.moves) {
        const made = await step(node, move).catch(() => null);
        if (!made) break;
        node = after(node, made);
        await loadAnswer(node);
        if (!isMine()) return false;
      }
      change({
        root: start,
        node,
        isLoading: false,
        justMoved: false,
        hovered: null,
        previewed: [],
        hint: 0,
        puzzle: puzzle && place.puzzle ? { puzzle, name: place.puzzle, set: place.set, state: "open" } : null,
        editing: state.editing && !isOther,
        ...(puzzle ? { players: ["person", "person"] } : {}),
      });
      return true;
    } catch (thrown) {
      // A job for the game that stays open was cancelled for the place that could not be opened.
      const isLeft = state.node.answer?.isUnsolved && !state.solving;
      if (isMine()) change({ fault: faultOf(thrown), isLoading: false, ...(isLeft ? { solving: { state: "cancelled" } } : {}) });
      return false;
    }
  }

  /** Checks the first move of a puzzle. @param {TreeNode} from @param {string} move */
  function judgePuzzle(from, move) {
    const puzzle = state.puzzle;
    if (!puzzle || puzzle.state !== "open" || from !== state.root) return;
    const isRight = move === puzzle.puzzle.solution.move;
    count(puzzle.puzzle, isRight);
    change({ puzzle: { ...puzzle, state: isRight ? "solved" : "failed" } });
  }

  /** Counts the first answer to a puzzle. @param {import("../types.js").Puzzle} puzzle @param {boolean} isRight */
  function count(puzzle, isRight) {
    if (counted.has(puzzle)) return;
    counted.add(puzzle);
    const streak = isRight ? state.preferences.streak + 1 : 0;
    prefer({ streak, longestStreak: Math.max(streak, state.preferences.longestStreak) });
  }

  /** @param {Partial<Preferences>} changes */
  function prefer(changes) {
    const chosen = { ...state.preferences, ...changes };
    savePreferences(chosen);
    change({ preferences: chosen });
  }

  return {
    /** @returns {State} */
    state: () => state,

    /** Calls back after every change. @param {(state: State) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
    },

    open,

    /** The current place, for the URL. @returns {Place} */
    place() {
      const moves = pathTo(state.node).flatMap((node) => (node.move === null ? [] : [node.move]));
      const isShown = state.root.position === state.game.shown && Object.keys(state.set).length === 0;
      const position = isShown ? null : state.root.position;
      // Omitted if the position itself determines the player to move.
      const { seat, answer } = state.root;
      const isSaid = seat === 0 || answer?.mover !== null;
      const { name, packed } = state.game;
      if (state.puzzle) {
        const { name: puzzle, set } = state.puzzle;
        return { game: name, set, position: null, moves: [], puzzle, ...(packed === undefined ? {} : { packed }) };
      }
      return { game: name, set: state.set, position, moves, ...(isSaid ? {} : { seat }), ...(packed === undefined ? {} : { packed }) };
    },

    /** Opens another position of the same game as a new root. @param {string} position @param {import("../types.js").Seat} [seat] the player to move, if the position does not say so */
    jump: (position, seat) => open({ game: state.game.name, set: state.set, position, moves: [], seat }),

    /** Plays a move in the position shown, listed or not. @param {string} move */
    async play(move) {
      const from = state.node;
      if (state.isLoading || ending(from)) return;
      try {
        const made = await step(from, move);
        if (!made || state.node !== from) return;
        const to = after(from, made);
        judgePuzzle(from, made.move);
        await show(to, true);
      } catch (thrown) {
        if (state.node === from) change({ fault: faultOf(thrown) });
      }
    },

    /** @param {TreeNode} node */
    go: (node) => show(node, false),

    undo() {
      const before = undone(state);
      if (before) void show(before, false);
    },
    redo() {
      const { node } = state;
      if (node.followed) void show(node.followed, true);
    },
    first: () => show(state.root, false),
    last() {
      const end = state.path.at(-1);
      if (end) void show(end, false);
    },

    /** @param {[Player, Player]} players */
    setPlayers: (players) => change({ players, demo: false }),
    /** @param {boolean} demo */
    setDemo: (demo) => change({ demo }),
    /** @param {boolean} editing */
    setEditing: (editing) => change({ editing, demo: false }),
    /** @param {string | null} hovered */
    hover(hovered) {
      if (state.hovered !== hovered) change({ hovered });
    },
    /** @param {string[]} previewed */
    preview(previewed) {
      if (previewed.join() !== state.previewed.join()) change({ previewed });
    },
    cancelSolving: () => solver.cancel(),
    solveAgain() {
      change({ fault: null });
      solver.again(state.game.name, state.set, state.node.position);
    },
    /** Reveals the solution of the puzzle. */
    showSolution() {
      const { puzzle } = state;
      if (!puzzle) return;
      count(puzzle.puzzle, false);
      change({ puzzle: { ...puzzle, state: "shown" } });
    },
    /** Shows one more step of the hint. */
    hint() {
      if (!ending(state.node)) change({ hint: Math.min(3, state.hint + 1) });
    },
    closeHint: () => change({ hint: 0 }),
    prefer,
    /** @param {unknown} thrown */
    fail: (thrown) => change({ fault: faultOf(thrown), isLoading: false }),
    /** Opens a place whose rules the user allows to run. @param {Place} place */
    allow(place) {
      if (place.packed !== undefined) trust(place.packed);
      return open(place);
    },
    /** Dismisses the fault. */
    forget: () => change({ fault: null }),
  };
}

/**
 * Parameters that differ from the game's defaults.
 *
 * @param {Record<string, string | number>} set
 * @param {import("../types.js").GameInfo} game
 */
function changedSettings(set, game) {
  const named = game.parameters.map((one) => [one.name, String(set[one.name] ?? one.default), one.default]);
  return Object.fromEntries(named.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]));
}
