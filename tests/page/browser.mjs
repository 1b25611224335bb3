/**
 * Runs tests in a real browser. Every test gets a fresh context, in which any
 * error reported by the browser fails the test.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { chromium } from "playwright-core";
import { createClient } from "./api.mjs";
import { sharedServer } from "./kibitz.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContext} Context */

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Timeout of a test in milliseconds. */
const TEST_TIMEOUT = 300_000;

/** Timeout of a single wait in milliseconds. */
const WAIT_TIMEOUT = 60_000;

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 360, height: 740 };

/**
 * What a test receives.
 * @typedef {object} Visit
 * @property {Page} page
 * @property {Context} context
 * @property {string} address of the server
 * @property {import("./api.mjs").Client} api
 * @property {BrowserErrors} browserErrors
 */

/**
 * Setup of a test.
 * @typedef {object} Beginning
 * @property {string} [place] the address's fragment, e.g. `#/nine`; without it no page is opened
 * @property {Record<string, unknown>} [preferences] as the page stores them
 * @property {{width: number, height: number}} [viewport]
 * @property {boolean} [motion] whether animations run; most tests disable them
 * @property {boolean} [clock] whether the test controls the page's clock
 * @property {RegExp[]} [expected] expected browser errors
 * @property {import("playwright-core").BrowserContextOptions} [options] further options of the context
 */

/** @typedef {(name: string, beginning: Beginning, steps: (visit: Visit) => Promise<void>) => void} Check */

export function launch() {
  return chromium.launch({
    executablePath: process.env["KIBITZ_CHROMIUM"] ?? "/usr/bin/chromium",
    args: ARGUMENTS,
  });
}

/**
 * A group of tests sharing one browser.
 *
 * @param {string} topic
 * @param {(check: Check) => void} tests
 */
export function onPage(topic, tests) {
  describe(topic, () => {
    /** @type {import("playwright-core").Browser} */
    let browser;
    /** @type {Awaited<ReturnType<typeof sharedServer>>} */
    let server;
    before(async () => {
      server = await sharedServer();
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
    });
    tests((name, beginning, steps) => {
      it(name, { timeout: TEST_TIMEOUT }, async () => {
        const context = await openContext(browser, server.address, beginning);
        const browserErrors = new BrowserErrors(context, server.address);
        try {
          const page = await context.newPage();
          if (beginning.place !== undefined) await open(page, server.address, beginning.place);
          await steps({ page, context, address: server.address, api: createClient(server.address), browserErrors });
          browserErrors.check(beginning.expected ?? []);
        } finally {
          await context.close();
        }
      });
    });
  });
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {Beginning} beginning
 */
export async function openContext(browser, address, beginning) {
  const preferences = { language: "en", ...beginning.preferences };
  const context = await browser.newContext({
    viewport: beginning.viewport ?? desktop,
    reducedMotion: beginning.motion ? "no-preference" : "reduce",
    colorScheme: "dark",
    storageState: {
      cookies: [],
      origins: [
        { origin: address, localStorage: [{ name: "kibitz", value: JSON.stringify(preferences) }] },
      ],
    },
    ...beginning.options,
  });
  context.setDefaultTimeout(WAIT_TIMEOUT);
  if (beginning.clock) await context.clock.install();
  return context;
}

/** Opens a place of the page and waits for it. @param {Page} page @param {string} address @param {string} place */
export async function open(page, address, place) {
  await page.goto(`${address}/${place}`);
  await ready(page);
}

/** Waits until the position is shown and nothing moves or loads. @param {Page} page */
export async function ready(page) {
  await page.locator('body[data-ready="true"][data-busy="false"]').waitFor({ state: "attached" });
}

/** Collects the errors reported by the browser in a context. */
export class BrowserErrors {
  /** @param {Context} context @param {string} address */
  constructor(context, address) {
    /** @type {string[]} */
    this.list = [];
    context.on("console", (message) => {
      if (message.type() === "error") this.list.push(`console: ${message.text()} ${message.location().url}`);
    });
    context.on("weberror", (error) => this.list.push(`uncaught: ${error.error().stack}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      const isOurs = origin === address || protocol === "data:" || protocol === "blob:";
      if (!isOurs) this.list.push(`foreign request: ${request.url()}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // Navigation or a newer request aborts pending ones.
      if (reason !== "net::ERR_ABORTED") this.list.push(`failed request: ${request.url()} ${reason}`);
    });
    // CSP violations are also logged to the console, except those of a
    // report-only policy.
    context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`);
      });
    });
  }

  /** Fails if there is an unexpected error. @param {RegExp[]} expected */
  check(expected) {
    const unexpected = this.list.filter((text) => !expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(unexpected, [], "errors reported by the browser");
  }
}
