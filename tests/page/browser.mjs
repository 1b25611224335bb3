/**
 * A real browser on the page. Every test gets a visit of its own: a fresh
 * context, in which whatever the browser complains of fails the test.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { chromium } from "playwright-core";
import { questions } from "./api.mjs";
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

/** A test that hangs is given up after so many milliseconds. */
const GIVE_UP = 300_000;

/** How long a single wait may take before the test has failed. */
const WAIT = 60_000;

export const desktop = { width: 1280, height: 900 };
export const phone = { width: 360, height: 740 };

/**
 * What a test is given.
 * @typedef {object} Visit
 * @property {Page} page
 * @property {Context} context
 * @property {string} address of the server
 * @property {import("./api.mjs").Questions} api
 * @property {Complaints} complaints
 */

/**
 * How a test begins.
 * @typedef {object} Beginning
 * @property {string} [place] the address's fragment, such as `#/nine`; without it no page is opened
 * @property {Record<string, unknown>} [preferences] as the page keeps them
 * @property {{width: number, height: number}} [viewport]
 * @property {boolean} [motion] whether things move; most tests have no time for that
 * @property {boolean} [clock] whether the test may turn the page's clock forward
 * @property {RegExp[]} [expected] complaints that belong to the test
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
 * A group of tests with one browser.
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
      it(name, { timeout: GIVE_UP }, async () => {
        const context = await openContext(browser, server.address, beginning);
        const complaints = new Complaints(context, server.address);
        try {
          const page = await context.newPage();
          if (beginning.place !== undefined) await open(page, server.address, beginning.place);
          await steps({ page, context, address: server.address, api: questions(server.address), complaints });
          complaints.check(beginning.expected ?? []);
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
    storageState: {
      cookies: [],
      origins: [
        { origin: address, localStorage: [{ name: "kibitz", value: JSON.stringify(preferences) }] },
      ],
    },
    ...beginning.options,
  });
  context.setDefaultTimeout(WAIT);
  if (beginning.clock) await context.clock.install();
  return context;
}

/** Opens a place of the page and waits for it. @param {Page} page @param {string} address @param {string} place */
export async function open(page, address, place) {
  await page.goto(`${address}/${place}`);
  await ready(page);
}

/** Waits until the position is on screen and nothing moves or loads. @param {Page} page */
export async function ready(page) {
  await page.locator('body[data-ready="true"][data-busy="false"]').waitFor({ state: "attached" });
}

/** Whatever the browser complains of in a context. */
export class Complaints {
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
      // Leaving a page, or a newer question, ends the ones under way.
      if (reason !== "net::ERR_ABORTED") this.list.push(`failed request: ${request.url()} ${reason}`);
    });
    // The policy's reports come to the console too, but not those of a policy
    // that only reports.
    context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}`);
      });
    });
  }

  /** Fails where there is a complaint that was not expected. @param {RegExp[]} expected */
  check(expected) {
    const unexpected = this.list.filter((text) => !expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(unexpected, [], "complaints of the browser");
  }
}
