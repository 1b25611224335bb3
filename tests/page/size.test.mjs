/** The total size of the page, combined or file by file, is limited. */
import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, describe, it } from "node:test";
import { pageFiles, sharedServer } from "./kibitz.mjs";

/** Maximum total size in bytes, compressed. */
const MAX_BYTES = 250_000;

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

  it("the page as a browser loads it stays under 250 KB", async () => {
    const paths = ["", "joined.css", "joined.js", "joined-later.js", "icon.png"];
    let total = 0;
    for (const path of paths) total += await sizeOf(`${server.address}/${path}`);
    console.log(`figure: the page is ${total} bytes on its way, in ${paths.length} answers`);
    assert.ok(total < MAX_BYTES, `${total} bytes`);
  });

  it("all files together stay under 250 KB", async () => {
    const files = await pageFiles();
    assert.ok(files.length > 20);
    let total = 0;
    for (const file of files) total += await sizeOf(`${server.address}/${file}`);
    console.log(`figure: the page's ${files.length} files are ${total} bytes on their way`);
    assert.ok(total < MAX_BYTES, `${total} bytes`);
  });
});
