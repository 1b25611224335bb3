/**
 * Runs the tests of the page: all, or the named files, e.g. `node run.mjs play
 * marks`. One server serves the whole run. A file with a failed test is run once
 * more; the run fails if a test fails twice.
 */
import { readdir } from "node:fs/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "./kibitz.mjs";

/** Test files run concurrently, each with a browser. */
const CONCURRENT_FILES = 2;

/** Long test files start first, for a shorter total time. */
const LONG = ["play", "screen", "history", "language", "marks", "layout", "access", "editor", "demo"];

/** @param {string} name of a file */
const turn = (name) => {
  const found = LONG.indexOf(name.replace(".test.mjs", ""));
  return found < 0 ? LONG.length : found;
};

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const files = (await readdir(folder))
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace(".test.mjs", "")))
  .sort((a, b) => turn(a) - turn(b) || a.localeCompare(b))
  .map((name) => folder + name);

/**
 * Runs a test file and prints the outcome of each test. A failure names the file in which
 * `it` is called, which the files share, so each file is a run of its own.
 *
 * @param {string} file
 * @returns {Promise<boolean>} whether a test failed
 */
const hasFailed = (file) =>
  new Promise((resolve) => {
    let isFailed = false;
    const output = run({ files: [file] })
      .on("test:fail", () => (isFailed = true))
      .compose(new spec());
    output.pipe(process.stdout, { end: false });
    output.once("end", () => resolve(isFailed));
  });

/** Runs test files. @param {string[]} files @returns {Promise<string[]>} those with a failed test */
async function runFiles(files) {
  const waiting = [...files];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (await hasFailed(file)) failed.push(file);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, worker));
  return failed;
}

const server = await startServer();
process.env["KIBITZ_ADDRESS"] = server.address;
const began = Date.now();
let failed = await runFiles(files);
if (failed.length > 0) {
  console.log(`second run of the files with failures: ${failed.map((file) => basename(file)).join(", ")}`);
  failed = await runFiles(failed);
}
console.log(`figure: the browser tests took ${Math.round((Date.now() - began) / 1000)} s`);
await server.stop();
process.exit(files.length === 0 || failed.length > 0 ? 1 : 0);
