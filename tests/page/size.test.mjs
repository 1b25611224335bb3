/**
 * The size of the page is limited: what a browser loads at first, and all of it
 * with the parts that are loaded on demand.
 */
import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, describe, it } from "node:test";
import { mainGames } from "./api.mjs";
import { fragment } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { sharedServer } from "./kibitz.mjs";

/** Maximum size of all parts in bytes, compressed. */
const MAX_BYTES = 200_000;

/** Maximum number and size of the responses for a first visit. */
const FIRST = { responses: 7, bytes: 140_000 };

/** The compressed size of a file as sent to a browser. @param {string} address @returns {Promise<number>} */
function sizeOf(address) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { "accept-encoding": "gzip" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address}: ${response.statusCode}`));
      let size = 0;
      response.on("data", (part) => (size += part.length));
      response.on("end", () => resolve(size));
    }).on("error", reject);
  });
}

describe("size", () => {
  /** @type {Awaited<ReturnType<typeof sharedServer>>} */
  let server;
  before(async () => {
    server = await sharedServer();
  });
  after(() => server.stop());

  it("the page with all its parts stays under 200 KB", async () => {
    const parts = ["later", "dialogs", ...mainGames].map((part) => `joined-${part}.js`);
    const paths = ["", "joined.css", "joined.js", ...parts];
    let total = 0;
    for (const path of paths) total += await sizeOf(`${server.address}/${path}`);
    console.log(`figure: the page is ${total} bytes on its way, in ${paths.length} answers`);
    assert.ok(total < MAX_BYTES, `${total} bytes`);
  });
});

onPage("first load", (check) => {
  for (const game of mainGames) {
    check(`a first visit of ${game} needs few and small responses`, {}, async ({ page, address }) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      const sizes = [];
      session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
      await page.goto(`${address}/${fragment(game)}`, { waitUntil: "networkidle" });
      await ready(page);
      const total = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`figure: a first visit of ${game} takes ${sizes.length} responses of ${total} bytes`);
      assert.ok(sizes.length >= 5 && sizes.length <= FIRST.responses, `${sizes.length} responses`);
      assert.ok(total <= FIRST.bytes, `${total} bytes`);
    });
  }
});
