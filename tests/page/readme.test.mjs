/**
 * The README's commands about the page work as printed, except for the port,
 * which may be in use here, and the browser, which the command-line tests
 * cover.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readme, startServer } from "./kibitz.mjs";

/** The lines with this prefix, without it. @param {string} text @param {string} beginning */
function linesAfter(text, beginning) {
  return text.split("\n").flatMap((line) => (line.startsWith(beginning) ? [line.slice(beginning.length)] : []));
}

describe("README", async () => {
  const text = await readme();
  const servers = linesAfter(text, "kibitz serve").map((line) => line.trim().split(/\s+/));
  const requests = linesAfter(text, "curl '").map((line) => line.slice(0, line.indexOf("'")));
  assert.ok(servers.length >= 2 && requests.length >= 1);

  for (const words of servers) {
    it(`kibitz serve ${words.join(" ")}`, async () => {
      const own = words.filter((word) => word !== "--open").map((word) => (/^\d+$/.test(word) ? "0" : word));
      const server = await startServer(own);
      for (const request of requests) {
        const { pathname, search } = new URL(request);
        const response = await fetch(server.address + pathname + search);
        assert.equal(response.status, 200);
        const { game, position, value, grundy } = await response.json();
        assert.deepEqual({ game, position, value, grundy }, { game: "nim", position: "3 5 7", value: "win", grundy: 1 });
      }
      await server.stop();
    });
  }
});
