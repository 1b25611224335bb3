/**
 * Makes the README's pictures of the page: `node tests/page/screenshots.mjs`.
 * Each shows a game in its middle, reached by best play.
 */
import { mkdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { questions } from "./api.mjs";
import { at, fragment } from "./board.mjs";
import { launch, openContext } from "./browser.mjs";
import { sharedServer } from "./kibitz.mjs";

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));

/** Bytes that a picture may have at most. */
const LARGEST = 200_000;

/** The plies of best play after which a game makes a good picture. */
const pictures = [
  { game: "nine", plies: 16 },
  { game: "marbles", plies: 3 },
];

await mkdir(folder, { recursive: true });
const server = await sharedServer();
const browser = await launch();
try {
  const api = questions(server.address);
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
    if (size > LARGEST) throw new Error(`${path} has ${size} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
