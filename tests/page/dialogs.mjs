/**
 * The page's dialogs: help, settings, contest input, map, law, position, rule files.
 */

import { press } from "./board.mjs";

/** @typedef {import("playwright-core").Page} Page */

const names = ["gallery", "help", "settings", "paste", "map", "law", "picture", "position", "rules"];

/** The dialogs for which the current game has a button. @param {Page} page @returns {Promise<string[]>} */
export async function dialogs(page) {
  const found = [];
  for (const name of names) {
    if (await page.locator(`[data-action="${name}"]`).count()) found.push(name);
  }
  return found;
}

/** @param {Page} page @param {string} name */
export async function openDialog(page, name) {
  await press(page, name);
  const dialog = page.locator(`dialog[open][data-dialog="${name}"]`);
  await dialog.waitFor();
  return dialog;
}

/** @param {Page} page */
export async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}
