/**
 * The README's commands about the page work as they stand there, but for the
 * port, which may be taken here, and the browser, which the tests of the
 * command line open.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readme, startServer } from "./kibitz.mjs";

/** The lines of the README that begin like this, without that. @param {string} text @param {string} beginning */
function linesAfter(text, beginning) {
  return text.split("\n").flatMap((line) => (line.startsWith(beginning) ? [line.slice(beginning.length)] : []));
}

describe("README", async () => {
  const text = await readme();
  const servers = linesAfter(text, "kibitz serve").map((line) => line.trim().split(/\s+/));
  const questions = linesAfter(text, "curl '").map((line) => line.slice(0, line.indexOf("'")));
  assert.ok(servers.length >= 2 && questions.length >= 1);

  for (const words of servers) {
    it(`kibitz serve ${words.join(" ")}`, async () => {
      const own = words.filter((word) => word !== "--open").map((word) => (/^\d+$/.test(word) ? "0" : word));
      const server = await startServer(own);
      for (const question of questions) {
        const { pathname, search } = new URL(question);
        const response = await fetch(server.address + pathname + search);
        assert.equal(response.status, 200);
        const { game, position, value, grundy } = await response.json();
        assert.deepEqual({ game, position, value, grundy }, { game: "nim", position: "3 5 7", value: "win", grundy: 1 });
      }
      await server.stop();
    });
  }
});
