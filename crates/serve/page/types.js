/**
 * The shapes that modules hand each other. Nothing here runs: the types are
 * for readers, and for `tsc --checkJs`.
 *
 * @module
 */

/** @typedef {"win" | "draw" | "loss"} Outcome */
/** @typedef {"en" | "zh" | "ru"} Language */
/** Who moves: 0 the player who began, 1 the other. @typedef {0 | 1} Seat */

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
 * @property {string} position how positions are written
 * @property {string | null} contest what contest input looks like
 * @property {string | null} move_syntax
 * @property {string} shown the position that is shown when nobody names one
 * @property {boolean} has_map
 * @property {string | null} sample contest input to try
 * @property {string} [title] what a game that somebody brought is called
 * @property {string} [source] its rules
 * @property {string} [packed] its rules, as addresses have them
 */

/** Parameters that were set. @typedef {Record<string, string>} Settings */

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
/** A position as a picture, from the mover's side. @typedef {GridView | PilesView | TableView | TextView} View */

/**
 * A move as the list shows it: its value is that of the player who makes it.
 * @typedef {object} Move
 * @property {string} move
 * @property {string} position
 * @property {Outcome} value
 * @property {number | null} plies
 * @property {number | null} grundy
 */

/** The reason of a value: words, and facts whose names depend on the kind. @typedef {{kind: string, text: string} & Record<string, any>} Reason */

/** Moves with something in common, where there are too many to list. @typedef {{name: string, moves: number, winning: number, example: string}} Group */

/**
 * What is known of a position.
 * @typedef {object} Answer
 * @property {string} game
 * @property {Record<string, string | number>} set
 * @property {string} position
 * @property {string | null} mover
 * @property {Outcome} value
 * @property {number | null} plies
 * @property {number | null} grundy
 * @property {number | null} score
 * @property {number | null} importance
 * @property {Move[]} moves best first
 * @property {Reason | null} why
 * @property {Group[]} [groups]
 * @property {string | null} outcome_class of a game with Left and Right
 * @property {View} view
 * @property {Outcome | null} result where the game is over, what that is for the player who would move
 * @property {number} move_count
 * @property {boolean} is_line_cut
 * @property {boolean} has_map with the parameters that the game has here
 * @property {string[]} notes
 */

/**
 * A step of the demo: the move, and what is known of the position after it.
 * @typedef {object} LineStep
 * @property {string} move
 * @property {string} position
 * @property {string | null} mover
 * @property {Outcome} value
 * @property {number | null} plies
 * @property {View} view
 * @property {Outcome | null} result
 */

/** @typedef {{game: string, position: string, value: Outcome, plies: number | null, steps: LineStep[], is_line_cut: boolean}} Line */

/** @typedef {{rows: string[], columns: string[], between: string, row_title: string, column_title: string}} MapAxes */

/** @typedef {{position: string, mover: string | null, plies: number | null, moves: number, set: Record<string, string | number>, solution: {move: string, line: {move: string, position: string}[]}}} Puzzle */

/** A refusal of the server. @typedef {{kind: string, message: string, help: string | null, at: [number, number] | null, text: string | null, line?: number, column?: number, rendered?: string, source?: string}} Fault */

/** @typedef {"place" | "card" | "flip" | "move" | "pass" | "win" | "lose" | "draw" | "chime" | "undo" | "click" | "wrong"} SoundName */

/** Translates a key; `{name}` in the text is replaced, `count` chooses the plural form. @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

/** The sixteen colours by name, as #RRGGBB. @typedef {Record<ColourName, string>} Palette */
/** @typedef {"black" | "night" | "slate" | "grey" | "silver" | "white" | "red" | "orange" | "yellow" | "green" | "lime" | "cyan" | "blue" | "purple" | "pink" | "brown"} ColourName */

/**
 * What a scene may do to the rest of the page.
 * @typedef {object} SceneHost
 * @property {HTMLElement} element an empty element to fill
 * @property {(move: string) => void} play makes a move by its name
 * @property {(position: string) => void} edit asks for another position, while editing
 * @property {(moves: string[]) => void} preview the moves that the pointer or the first half of a choice means; the list highlights them
 * @property {Translate} t
 * @property {() => Palette} palette
 * @property {() => boolean} still whether motion is to be avoided
 * @property {(sound: SoundName) => void} sound
 * @property {(text: string) => void} say tells screen readers
 * @property {() => GameInfo} game
 * @property {() => Settings} settings
 */

/**
 * All that a scene shows.
 * @typedef {object} Picture
 * @property {Answer} answer of the position shown
 * @property {Seat} seat who moves there
 * @property {[string, string]} names of the players
 * @property {{move: string, from: Answer, seat: Seat} | null} last the move that led here, and the position before it
 * @property {boolean} animate whether that move was made just now
 * @property {boolean} marks whether values of moves are shown
 * @property {boolean} playable whether a person may move now
 * @property {boolean} editing whether clicks change the position
 * @property {string | null} hovered a move that is pointed at in the list
 */

/**
 * A picture of a game that can be played on.
 * @typedef {object} Scene
 * @property {(picture: Picture) => Promise<void>} show draws; done when its animation is over. A new call ends the one before.
 * @property {() => void} close
 * @property {boolean} [hasOwnEnding] whether it plays its own sound when the game ends
 */

/** @typedef {(host: SceneHost) => Scene} OpenScene */

/**
 * What a person prefers, kept from visit to visit.
 * @typedef {object} Preferences
 * @property {Language} language
 * @property {"default" | "safe"} palette `safe` for the colour-blind
 * @property {number} soundVolume 0 to 1
 * @property {number} musicVolume
 * @property {boolean} soundMuted
 * @property {boolean} musicMuted
 * @property {boolean} hideAnswers
 * @property {number} speed steps of the demo, 1 (slow) to 5 (fast)
 * @property {number} strength of the opponent, 0 to 100: the chance of its best move
 */

/**
 * A position in the tree of what was played.
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {string} position
 * @property {string | null} move that led here
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children the first is the line played first; others are variations
 * @property {TreeNode | null} followed the child that was looked at last: where redo goes
 * @property {Seat} seat who moves
 * @property {Answer | null} answer once it is known
 */

/** Who plays a seat. @typedef {"person" | "machine"} Player */

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
 * @property {[Player, Player]} players
 * @property {boolean} demo whether the machine plays both sides by itself
 * @property {boolean} editing
 * @property {{puzzle: Puzzle, state: "open" | "solved" | "failed" | "shown"} | null} puzzle
 * @property {string | null} hovered
 * @property {string[]} previewed
 * @property {boolean} justMoved
 * @property {boolean} hidden whether values are hidden now: on request, or because a puzzle asks for one
 * @property {Preferences} preferences
 */

/**
 * What panels see of the page.
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
 * @property {(text: string) => void} say tells screen readers
 * @property {(text: string) => void} notify tells everybody, for a few seconds
 */

/** A part of the page that follows the state. @typedef {{element: HTMLElement, update: (state: State) => void}} Panel */

/** @typedef {"help" | "settings" | "paste" | "map" | "stats" | "position" | "rules"} DialogName */

export {};
