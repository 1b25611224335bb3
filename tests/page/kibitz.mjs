/**
 * The program under test: `kibitz serve`, and the commands that its page is
 * compared with. KIBITZ_BIN overrides the binary of `cargo test`.
 */
import { execFile, spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = process.env["KIBITZ_BIN"] ?? `${root}target/debug/kibitz`;

/**
 * Starts the server, on a free port and with a generous time limit unless the
 * arguments say otherwise.
 *
 * @param {string[]} [more] further arguments
 * @returns {Promise<{address: string, stop: () => Promise<void>}>}
 */
export async function startServer(more = ["--port", "0", "--time", "60"]) {
  const server = spawn(binary, ["serve", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    createInterface(server.stdout).on("line", (line) => {
      const found = /http:\/\/[\w.:[\]-]+/.exec(line);
      if (found) resolve(found[0]);
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`kibitz serve ended with ${code}`)));
  });
  return {
    address,
    async stop() {
      server.kill("SIGINT");
      await ended;
    },
  };
}

/**
 * The server of the whole run, or one started for a test file that runs alone.
 *
 * @returns {Promise<{address: string, stop: () => Promise<void>}>}
 */
export async function sharedServer() {
  const address = process.env["KIBITZ_ADDRESS"];
  return address ? { address, stop: async () => {} } : startServer();
}

/** What `kibitz judge` prints for contest input. @param {string} game @param {string} file */
export async function judge(game, file) {
  return (await promisify(execFile)(binary, ["judge", game, file])).stdout;
}

/** The README. */
export const readme = () => readFile(`${root}README.md`, "utf8");

/** The sample contest inputs of the repository. @returns {Promise<{game: string, file: string, text: string}[]>} */
export async function samples() {
  const folder = `${root}samples/`;
  const names = (await readdir(folder)).filter((name) => name.endsWith(".txt")).sort();
  return Promise.all(
    names.map(async (name) => ({
      game: name.replace(".txt", ""),
      file: folder + name,
      text: await readFile(folder + name, "utf8"),
    })),
  );
}

/** The files of the page, as paths from its root. @returns {Promise<string[]>} */
export async function pageFiles(folder = "") {
  const entries = await readdir(`${root}crates/serve/page/${folder}`, { withFileTypes: true });
  const found = entries.map(async (entry) =>
    entry.isDirectory() ? pageFiles(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
  );
  return (await Promise.all(found)).flat();
}

/** The standard error of a failing command. @param {string[]} words @param {string} folder */
export async function complaintOf(words, folder) {
  const failed = await promisify(execFile)(binary, words, { cwd: folder }).catch((error) => error);
  return String(failed.stderr);
}
