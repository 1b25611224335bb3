/** All texts of the page: visible text, and accessible names. */
import { pageFiles } from "./kibitz.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Texts as shown on the page. Names of moves and positions, code, input and
 * texts marked as being in another language are excluded.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function textsShown(page) {
  return page.evaluate(() => {
    const notWords = "code, pre, kbd, textarea, [data-move] .move-name, [data-ply], [data-no-words]";
    const spoken = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"];
    const language = document.documentElement.lang;
    const isForeign = (element) => {
      const marked = element.closest("[lang]");
      return marked !== null && marked.getAttribute("lang") !== language;
    };
    const texts = [document.title];
    for (const element of document.body.querySelectorAll("*")) {
      if (!element.checkVisibility() || element.closest(notWords) || isForeign(element)) continue;
      for (const name of spoken) texts.push(element.getAttribute(name) ?? "");
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? "");
      }
    }
    return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
  });
}

/**
 * The page's dictionaries, one per area.
 *
 * @param {Page} page
 * @returns {Promise<Record<"en" | "zh" | "ru", Record<string, string | Record<string, string>>>[]>}
 */
export async function dictionaries(page) {
  const files = (await pageFiles()).filter((file) => /^words\/(?!i18n)/.test(file));
  return page.evaluate(async (files) => (await Promise.all(files.map((file) => import(`/${file}`)))).map(({ words }) => words), files);
}
