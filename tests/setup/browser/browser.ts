import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright";
import { afterAll } from "vitest";
import { findChromium, findFullChromium } from "../../../scripts/lib/chromium.mjs";
import { keepForNext, takeKept } from "./kept-visitors.ts";

/** Chromium's own network requests are blocked; it must not spend time on them. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  // What is drawn without one is drawn by the browser's own process: one process less to talk to.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** HeadlessChrome would be taken for a robot by libraries that look. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let running: Promise<Browser> | undefined;

/**
 * The browser for a test file, to be called at its top level: the file's windows are closed once its
 * tests have run. Throws when no Chromium is installed.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  afterAll(() => closeVisitors(browser));
  return browser;
}

/**
 * The Chromium of this worker, which its test files share because starting one takes as long as
 * loading ten pages. Without `openBrowser`, call `closeVisitors` in afterAll.
 * Throws when no Chromium is installed.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await running;
  // One that crashed takes no other file's tests with it.
  if (browser?.isConnected()) return browser;
  running = launch();
  return running;
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("no Chromium is installed: run `npm test` once");
  return chromium.launch({ executablePath, args: ARGS });
}

const NO_FULL_CHROMIUM =
  "no full Chromium is installed, and a headless shell keeps no page for Back: run `npm test` once, " +
  "or install one (Debian: apt-get install chromium)";

/**
 * A browser of the caller's own that keeps the pages that are left in memory for Back, as
 * everybody's does: a headless shell cannot, and Playwright switches it off. Its `goBack` waits in
 * vain for pages that come back like that. Close it in afterAll; throws when no full Chromium is
 * installed.
 */
export async function launchKeepingPages(): Promise<Browser> {
  const executablePath = await findFullChromium();
  if (!executablePath) throw new Error(NO_FULL_CHROMIUM);
  const ignoreDefaultArgs = ["--disable-back-forward-cache"];
  return chromium.launch({ executablePath, args: ARGS, ignoreDefaultArgs });
}

/** Closes the windows of every visitor that a test file has left open. */
export async function closeVisitors(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

const PATIENCE_MS = 90_000;

const DEFAULTS = {
  userAgent: USER_AGENT,
  locale: "en-US",
  viewport: { width: 1440, height: 900 },
  acceptDownloads: true,
};

let visitorsMade = 0;

/**
 * A new visitor without cookies, from an address of their own as far as a product behind a proxy can
 * see. Waits long for what a page should show: a busy machine is no failure. The window may have been
 * another visitor's: it still has the files that never change (see kept-visitors.ts). One of
 * `newFirstVisitor` has nothing.
 */
export async function newVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const kept = await takeKept(browser, options);
  if (kept) {
    await kept.setExtraHTTPHeaders(nextAddress());
    return kept;
  }
  const context = await newFirstVisitor(browser, options);
  keepForNext(context, options, DEFAULTS.viewport);
  return context;
}

/** The same in a window of its own, with nothing in the browser's cache: a first visit. */
export async function newFirstVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...DEFAULTS,
    extraHTTPHeaders: nextAddress(),
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

function nextAddress(): Record<string, string> {
  visitorsMade += 1;
  return { "x-forwarded-for": `10.200.${visitorsMade >> 8}.${visitorsMade & 255}` };
}

const FRAME_MS = 20;

/**
 * Opens an address of the product with scripts that run, on a clock that stands still: from here on
 * time passes only by `page.clock.runFor`.
 */
export async function openOnHeldClock(page: Page, url: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
  await page.goto(url);
  await hydrateOnHeldClock(page);
}

/** `waitForHydration` on a clock that stands still: effects run after a frame, which is time. */
export async function hydrateOnHeldClock(page: Page): Promise<void> {
  await moveTheMouse(page);
  const isHydrated = page.locator("html[data-hydrated]");
  while ((await isHydrated.count()) === 0) await page.clock.runFor(FRAME_MS);
}

/**
 * Waits until the scripts of the page run. Many pages load none before the visitor's first move, so
 * this makes one, where it touches nothing.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await moveTheMouse(page);
  await page.waitForSelector("html[data-hydrated]");
}

async function moveTheMouse(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
}

/** Opens a page whose starter may be held: that holds the page's events, but not what can be seen. */
export async function goUntilPainted(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
}

/** Collects what must never happen on any page: script errors and broken requests of our own. */
export function watchForTrouble(context: BrowserContext): string[] {
  const trouble: string[] = [];
  context.on("weberror", (error) => trouble.push(`script: ${error.error().stack}`));
  context.on("console", (message) => {
    if (message.type() === "error") trouble.push(`console: ${message.text()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) trouble.push(`${response.status()} ${response.url()}`);
  });
  return trouble;
}
