/** All that the page says: visible text, and the names that screen readers read. */

/** @typedef {import("playwright-core").Page} Page */

/**
 * Texts as they stand on the page. Names of moves and positions, code, what
 * somebody types and what is marked as being in another language are no words
 * of the page and left out.
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
 * The page's dictionaries, one for each area.
 *
 * @param {Page} page
 * @returns {Promise<Record<"en" | "zh" | "ru", Record<string, string | Record<string, string>>>[]>}
 */
export function dictionaries(page) {
  return page.evaluate(async () => {
    (await import("/words/rest.js")).addWords();
    return (await import("/words/i18n.js")).areas;
  });
}
