/**
 * Types shared by the modules. Nothing here runs: the types are for readers,
 * and for `tsc --checkJs`.
 *
 * @module
 */

/** @typedef {"win" | "draw" | "loss"} Result */
/** @typedef {"en" | "zh" | "ru"} Language */
/** Colours: those of the system, dark, light, or for the colour-blind. @typedef {"system" | "default" | "light" | "safe"} PaletteChoice */
/** The player to move: 0 the first player, 1 the second. @typedef {0 | 1} Seat */

/**
 * A parameter of a game.
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} default
 * @property {string} meaning
 * @property {"number" | "text"} kind
 */

/**
 * A game of the catalogue.
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string[]} aliases
 * @property {string} summary
 * @property {Parameter[]} parameters
 * @property {string} position syntax of positions
 * @property {string[]} fields positions with open fields, for tables
 * @property {string | null} contest format of contest input
 * @property {string | null} move_syntax
 * @property {[string, string]} players names of the first and the second player
 * @property {boolean} is_dealt whether a parameter can be drawn at random
 * @property {string} shown the default position
 * @property {boolean} has_map
 * @property {string | null} sample sample contest input
 * @property {string} [title] title of a rule-file game
 * @property {string} [source] its rule file
 * @property {string} [packed] its rule file, compressed for the URL
 */

/** Parameters with non-default values. @typedef {Record<string, string>} Settings */

/**
 * A cell of a board.
 * @typedef {object} Cell
 * @property {string} name
 * @property {string | null} piece
 */
/** @typedef {{kind: "grid", columns: string[], rows: string[], cells: (Cell | null)[][], hands?: Hand[]}} GridView */
/** @typedef {{name: string, stack: {count: number} | {cards: number[]}}} Pile */
/** @typedef {{kind: "piles", what: string, piles: Pile[]}} PilesView */
/** @typedef {{card: {rank: string, suit: string | null}, count: number, is_playable: boolean}} Held */
/** @typedef {{holder: "mover" | "opponent", name: string | null, cards: Held[]}} Hand */
/** @typedef {{name: string, ranks: [string, boolean][]}} Suit */
/** @typedef {{kind: "table", suits: Suit[], hands: [Hand, Hand]}} TableView */
/** @typedef {{kind: "text", text: string}} TextView */
/** A position for drawing, from the mover's side. @typedef {GridView | PilesView | TableView | TextView} View */

/**
 * What a move touches on the picture of the position before it: cells or piles by their names.
 * @typedef {object} Places
 * @property {"place" | "move" | "drop" | "push" | "take"} kind
 * @property {string} [from]
 * @property {string} [to]
 * @property {string[]} cells
 * @property {number} [count] of counters or cards that leave a pile
 */

/**
 * A listed move; its value is for the player making it.
 * @typedef {object} Move
 * @property {string} move
 * @property {string} position
 * @property {Places} [places]
 * @property {Result} value
 * @property {number | null} plies
 * @property {number | null} grundy
 * @property {number} [points] of the move, in score play
 */

/** An explanation: a text, and facts that depend on the kind. @typedef {{kind: string, text: string} & Record<string, any>} Reason */

/** A class of moves, if there are too many to list. @typedef {{name: string, moves: number, winning: number, example: string}} Group */

/**
 * Analysis of a position.
 * @typedef {object} Analysis
 * @property {string} game
 * @property {Record<string, string | number>} set
 * @property {string} position
 * @property {string | null} mover
 * @property {Result} value
 * @property {number | null} plies
 * @property {number | null} grundy
 * @property {number | null} score
 * @property {number | null} importance
 * @property {Move[]} moves best first
 * @property {Reason | null} why
 * @property {Group[]} [groups]
 * @property {string | null} outcome_class of a partizan game
 * @property {View} view
 * @property {Result | null} result if the game is over, the result for the player who would move
 * @property {number} [final_score] if the game is over, in score play: what the end gives that player
 * @property {number} move_count
 * @property {boolean} is_line_cut
 * @property {boolean} has_map with the current parameters
 * @property {string[]} notes
 * @property {boolean} [isUnsolved] whether the game is not solved yet: then values, also of moves, are null
 */

/** A game that is being solved, or why it is not. @typedef {{state: "running", part: number | null, left: number | null, seconds: number} | {state: "cancelled"} | {state: "failed", fault: Fault}} Solving */

/**
 * A move of the principal variation, and the position after it.
 * @typedef {object} LineStep
 * @property {string} move
 * @property {string} position
 * @property {string | null} mover
 * @property {Result} value
 * @property {number | null} plies
 * @property {View} view
 * @property {Result | null} result
 */

/** @typedef {{game: string, position: string, value: Result, plies: number | null, steps: LineStep[], is_line_cut: boolean}} Line */

/** @typedef {{rows: string[], columns: string[], between: string, row_title: string, column_title: string}} MapAxes */

/** @typedef {{position: string, mover: string | null, plies: number | null, moves: number, set: Record<string, string | number>, solution: {move: string, line: {move: string, position: string}[]}}} Puzzle */

/** A puzzle by its seed; the only move that wins, or the only one that wins fastest. @typedef {{seed: number, kind: "win" | "fastest"}} PuzzleName */

/** An error response of the server, or of the page; a place that is opened once it is allowed. @typedef {{kind: string, message: string, help: string | null, at: [number, number] | null, text: string | null, line?: number, column?: number, rendered?: string, source?: string, place?: import("./core/url.js").Place}} Fault */

/** @typedef {"place" | "card" | "flip" | "move" | "pass" | "win" | "lose" | "draw" | "chime" | "undo" | "click" | "wrong"} SoundName */

/** Translates a key; `{name}` in the text is replaced, `count` chooses the plural form. @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

/** The sixteen colours by name, as #RRGGBB. @typedef {Record<ColourName, string>} Palette */
/** @typedef {"black" | "night" | "slate" | "grey" | "silver" | "white" | "red" | "orange" | "yellow" | "green" | "lime" | "cyan" | "blue" | "purple" | "pink" | "brown"} ColourName */

/**
 * Interface of a scene to the rest of the page.
 * @typedef {object} SceneHost
 * @property {HTMLElement} element an empty element to fill
 * @property {HTMLElement} beside an empty element beside the board, for texts
 * @property {(move: string) => void} play plays a move by name
 * @property {(position: string) => void} edit requests another position, while editing
 * @property {(moves: string[]) => void} preview the moves that the pointer or a partial selection stands for; the list highlights them
 * @property {Translate} t
 * @property {() => Palette} palette
 * @property {() => boolean} still whether to avoid motion
 * @property {(sound: SoundName) => void} sound
 * @property {(text: string) => void} say announces a text to screen readers
 * @property {() => GameInfo} game
 * @property {() => Settings} settings
 */

/**
 * Everything that a scene draws from.
 * @typedef {object} Picture
 * @property {Analysis} answer of the position shown
 * @property {Seat} seat the player to move
 * @property {[string, string]} names of the players
 * @property {{winner: Seat | null} | null} end of the game
 * @property {{move: string, places: Places | undefined, from: Analysis, seat: Seat} | null} last the move that led here, and the position before it
 * @property {boolean} animate whether that move was just made
 * @property {boolean} marks whether values of moves are shown
 * @property {boolean} playable whether the user may move now
 * @property {boolean} editing whether clicks change the position
 * @property {string | null} hovered the move under the pointer in the list
 */

/**
 * An interactive picture of a game.
 * @typedef {object} Scene
 * @property {(picture: Picture) => Promise<void>} show draws; resolves when the animation is over. A new call ends the previous one.
 * @property {() => void} close
 * @property {boolean} [hasOwnEnding] whether it plays its own sound when the game ends
 */

/** @typedef {(host: SceneHost) => Scene} OpenScene */

/**
 * User preferences, stored in the browser.
 * @typedef {object} Preferences
 * @property {Language} language
 * @property {PaletteChoice} palette
 * @property {number} soundVolume 0 to 1
 * @property {number} musicVolume
 * @property {boolean} soundMuted
 * @property {boolean} musicMuted
 * @property {boolean} hideAnswers
 * @property {number} speed steps of the demo, 1 (slow) to 5 (fast)
 * @property {boolean} seenMap whether the map was opened: then a small one is beside the board
 * @property {number} streak puzzles solved in a row
 * @property {number} longestStreak
 * @property {number} strength of the opponent, 0 to 100: probability of the best move in percent
 */

/**
 * A node of the game tree played so far.
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {string} position
 * @property {string | null} move that led here
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children the first is the line played first; others are variations
 * @property {TreeNode | null} followed the child visited last: the target of redo
 * @property {Seat} seat the player to move
 * @property {number} points of the move that led here, in score play
 * @property {Places} [places] what that move touches
 * @property {Analysis | null} answer once loaded
 */

/** Who controls a seat. @typedef {"person" | "machine"} Player */

/**
 * The state of the page.
 * @typedef {object} State
 * @property {GameInfo[]} games
 * @property {GameInfo} game
 * @property {Settings} set
 * @property {TreeNode} root
 * @property {TreeNode} node the position shown
 * @property {TreeNode[]} path from the root through the node to the end of its line
 * @property {boolean} isLoading
 * @property {Fault | null} fault
 * @property {Solving | null} solving
 * @property {[Player, Player]} players
 * @property {boolean} demo whether the machine plays both sides
 * @property {boolean} editing
 * @property {{puzzle: Puzzle, name: PuzzleName, set: Settings, state: "open" | "solved" | "failed" | "shown"} | null} puzzle with the parameters that were given
 * @property {number} hint the steps of the hint that are shown, 0 to 3
 * @property {string | null} hovered
 * @property {string[]} previewed
 * @property {boolean} justMoved
 * @property {boolean} hidden whether values are hidden: on request, or during a puzzle
 * @property {Preferences} preferences
 */

/**
 * Interface of the page to its panels.
 * @typedef {object} App
 * @property {Translate} t
 * @property {() => Palette} palette
 * @property {import("./core/api.js").Api} api
 * @property {import("./core/store.js").Store} store
 * @property {import("./audio/audio.js").Audio} audio
 * @property {(move: string) => void} play
 * @property {(node: TreeNode) => void} go
 * @property {(position: string) => void} jump
 * @property {(moves: string[]) => void} preview
 * @property {(name: DialogName) => void} dialog opens one of the dialogs
 * @property {(text: string) => void} say announces a text to screen readers
 * @property {(text: string) => void} notify shows a text for a few seconds
 */

/** A part of the page that follows the state. @typedef {{element: HTMLElement, update: (state: State) => void}} Panel */

/** @typedef {"gallery" | "help" | "settings" | "paste" | "map" | "stats" | "law" | "picture" | "position" | "rules" | "tour"} DialogName */

export {};
