/**
 * Types of laws and their tables, as the server sends them.
 *
 * @module
 */

/** @typedef {{name: string, first: number, shown: number, computed: number, fitted: number}} Axis */

/**
 * The lower part of a table, and what the law says beside it; the last axis varies fastest.
 * @typedef {object} LawPicture
 * @property {Axis[]} axes
 * @property {string[] | null} labels names of the values
 * @property {(number | null)[]} cells `null` beyond the table, and where it has no value
 * @property {(number | null)[]} law without its exceptions; empty without a law
 * @property {number | null} period
 */

/** @typedef {{at: Record<string, number>, expected: string | number | null, found: string | number, law: string}} Counterexample */

/**
 * @typedef {object} Guess
 * @property {"proved" | "conjecture" | "none"} status
 * @property {{family: string, text: string, formula: string, python: string, cpp: string} | null} law
 * @property {number} fitted
 * @property {number} tested
 * @property {Record<string, [number, number]>} range
 * @property {string | null} theorem
 * @property {Counterexample | null} counterexample
 * @property {string | null} proof
 * @property {LawPicture} picture
 * @property {string[]} notes
 */

/** A table to compute. @typedef {{param: string[], at: string | null, show: string}} TableOrder */

export {};
