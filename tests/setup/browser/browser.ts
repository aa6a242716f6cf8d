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

/** Chromium's own network requests are blocked; these flags keep it from spending time on them. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  // Without a GPU the browser process can draw: one process less to communicate with.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Some libraries take HeadlessChrome for a robot. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let running: Promise<Browser> | undefined;

/**
 * Opens the browser for a test file; call it at the file's top level. The file's windows are closed
 * after its tests. Throws if Chromium is not installed.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  afterAll(() => closeVisitors(browser));
  return browser;
}

/**
 * Launches this worker's Chromium, which its test files share because starting one takes as long as
 * loading ten pages. Without `openBrowser`, call `closeVisitors` in afterAll. Throws if Chromium is
 * not installed.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await running;
  // A crashed browser must not fail the tests of other files.
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
 * Launches a separate browser with the back/forward cache that users' browsers have: a headless
 * shell does not support it, and Playwright switches it off. Its `goBack` never resolves for pages
 * restored from that cache. Close it in afterAll. Throws if no full Chromium is installed.
 */
export async function launchKeepingPages(): Promise<Browser> {
  const executablePath = await findFullChromium();
  if (!executablePath) throw new Error(NO_FULL_CHROMIUM);
  const ignoreDefaultArgs = ["--disable-back-forward-cache"];
  return chromium.launch({ executablePath, args: ARGS, ignoreDefaultArgs });
}

/** Closes all visitors' windows that a test file has left open. */
export async function closeVisitors(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

const TIMEOUT_MS = 90_000;

const DEFAULTS = {
  userAgent: USER_AGENT,
  locale: "en-US",
  viewport: { width: 1440, height: 900 },
  acceptDownloads: true,
};

let visitorsMade = 0;

/**
 * Opens a new visitor without cookies, whose IP address is unique for a product behind a proxy.
 * Timeouts are long, because a busy machine must not fail a test. The window may come from an
 * earlier visitor and still have the immutable files in its cache (see kept-visitors.ts); use
 * `newFirstVisitor` for an empty cache.
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

/** Opens a visitor in a new window with an empty browser cache: a first visit. */
export async function newFirstVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...DEFAULTS,
    extraHTTPHeaders: nextAddress(),
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

function nextAddress(): Record<string, string> {
  visitorsMade += 1;
  return { "x-forwarded-for": `10.200.${visitorsMade >> 8}.${visitorsMade & 255}` };
}

const FRAME_MS = 20;

/**
 * Opens an address of the product with running scripts and a stopped clock: from here on time
 * passes only by `page.clock.runFor`.
 */
export async function openOnHeldClock(page: Page, url: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
  await page.goto(url);
  await hydrateOnHeldClock(page);
}

/** `waitForHydration` on a stopped clock: effects run after a frame, which takes time. */
export async function hydrateOnHeldClock(page: Page): Promise<void> {
  await moveTheMouse(page);
  const isHydrated = page.locator("html[data-hydrated]");
  while ((await isHydrated.count()) === 0) await page.clock.runFor(FRAME_MS);
}

/**
 * Waits until the page's scripts run. Many pages load none before the first user event, so this
 * moves the mouse over an empty spot.
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

/**
 * Opens a page whose starter script may be delayed: that delays the page's events, but not its
 * paint.
 */
export async function goUntilPainted(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
}

/** Collects what must never happen on any page: script errors and our own failed requests. */
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
