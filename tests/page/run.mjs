/**
 * Runs the tests of the page: all, or the named files, e.g. `node run.mjs play
 * marks`. One server serves the whole run.
 */
import { readdir } from "node:fs/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { startServer } from "./kibitz.mjs";

/** Test files run concurrently, each with a browser. */
const CONCURRENT_FILES = 2;

/** Long test files start first, for a shorter total time. */
const LONG = ["play", "history", "language", "marks", "layout", "access", "editor", "demo"];

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

const server = await startServer();
process.env["KIBITZ_ADDRESS"] = server.address;
const began = Date.now();
let hasFailed = files.length === 0;
const shown = run({ files, concurrency: CONCURRENT_FILES })
  .on("test:fail", () => (hasFailed = true))
  .compose(new spec());
shown.pipe(process.stdout);
shown.once("end", async () => {
  console.log(`figure: the browser tests took ${Math.round((Date.now() - began) / 1000)} s`);
  await server.stop();
  process.exit(hasFailed ? 1 : 0);
});
