/**
 * Makes the README's screenshots: `node tests/page/screenshots.mjs`. Each shows
 * a game in progress, reached by optimal play.
 */
import { mkdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "./api.mjs";
import { at, fragment } from "./board.mjs";
import { launch, openContext } from "./browser.mjs";
import { sharedServer } from "./kibitz.mjs";

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));

/** Maximum size of a screenshot in bytes. */
const MAX_BYTES = 200_000;

/** The number of plies after which a game is captured. */
const pictures = [
  { game: "nine", plies: 16 },
  { game: "marbles", plies: 3 },
];

await mkdir(folder, { recursive: true });
const server = await sharedServer();
const browser = await launch();
try {
  const api = createClient(server.address);
  const context = await openContext(browser, server.address, { viewport: { width: 1180, height: 860 } });
  for (const { game, plies } of pictures) {
    const { steps } = await api.line(game);
    const moves = steps.slice(0, plies).map(({ move }) => move);
    const page = await context.newPage();
    await page.goto(`${server.address}/${fragment(game, { moves })}`);
    await at(page, game, steps[plies - 1].position);
    const path = `${folder}${game}.png`;
    await page.screenshot({ path });
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
