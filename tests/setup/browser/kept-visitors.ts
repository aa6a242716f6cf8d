import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";

/*
 * A new window costs the browser a process that parses all scripts again, which is more work than
 * most tests do. So a visitor who leaves passes the window on: cookies, storage, listeners and
 * routes are cleared; immutable files stay in its cache.
 */

type Kept = {
  browser: Browser;
  key: string;
  context: BrowserContext;
  /** Resizes it for its next visitor. */
  resize: (options: BrowserContextOptions) => Promise<void>;
  /** Closes it permanently. */
  end: () => Promise<void>;
};

/** Each one is a process of 80 MB at first, which grows with every page. */
const KEPT_MAX = 3;
const VISITORS_MAX = 15;
/** These cannot be undone, so the window closes with its visitor. */
const SCRIPTS = ["addInitScript", "exposeBinding", "exposeFunction"];
const LASTING_IN_CONTEXT = [...SCRIPTS, "newCDPSession", "grantPermissions"];
const LASTING_IN_PAGE = [...SCRIPTS, "emulateMedia", "setExtraHTTPHeaders"];
const CLEAR_TIMEOUT_MS = 10_000;

const kept: Kept[] = [];
const isIdle = (context: BrowserContext) => kept.some((one) => one.context === context);
/** The key of interchangeable windows: the size can be changed, and scripts run by default. */
const keyOf = ({ viewport, javaScriptEnabled = true, ...others }: BrowserContextOptions) =>
  JSON.stringify({ javaScriptEnabled, ...others });

/** Takes a window that a visitor with the same options (except the size) left, or undefined. */
export async function takeKept(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext | undefined> {
  const key = keyOf(options);
  const at = kept.findLastIndex((one) => one.browser === browser && one.key === key);
  const [one] = at < 0 ? [] : kept.splice(at, 1);
  await one?.resize(options);
  return one?.context;
}

/** Makes closing the context pass it on, unless something permanent was done to it. */
export function keepForNext(
  context: BrowserContext,
  options: BrowserContextOptions,
  viewport: { width: number; height: number },
): void {
  const close = context.close.bind(context);
  const newPage = context.newPage.bind(context);
  const browser = context.browser();
  let isLasting = false;
  let visitors = 0;
  let left: Page | null = null;
  let size = options.viewport ?? viewport;
  const remove: (() => void)[] = [];
  watch(context, LASTING_IN_CONTEXT);

  context.newPage = async () => {
    if (left) {
      const page = left;
      left = null;
      return page;
    }
    const page = watch(await newPage(), LASTING_IN_PAGE);
    // It opens in the size of the window's first visitor.
    if (visitors > 0) await page.setViewportSize(size);
    return page;
  };
  context.close = async (...closing) => {
    if (isIdle(context)) return;
    const page = await clear().catch(() => null);
    if (!page || !browser) return close(...closing);
    left = page;
    const resize = (next: BrowserContextOptions) => {
      size = next.viewport ?? viewport;
      return page.setViewportSize(size);
    };
    kept.push({ browser, key: keyOf(options), context, resize, end: () => close() });
    if (kept.length > KEPT_MAX) await kept.shift()?.end();
  };

  /** Returns the page that stays, or null if the window cannot be passed on. */
  async function clear(): Promise<Page | null> {
    const [page, ...others] = context.pages();
    visitors += 1;
    if (isLasting || visitors >= VISITORS_MAX || !page || !browser?.isConnected()) return null;
    for (const listener of remove.splice(0)) listener();
    await Promise.all(others.map((other) => other.close()));
    await context.setOffline(false);
    for (const routed of [context, page]) await routed.unrouteAll({ behavior: "ignoreErrors" });
    if (page.url().startsWith("http")) {
      // A page of the same process, from which going to any address is a navigation.
      await page.goto(new URL("/healthz", page.url()).href, { timeout: CLEAR_TIMEOUT_MS });
      await page.evaluate(() => {
        sessionStorage.clear();
        localStorage.clear();
      });
    }
    await context.clearCookies();
    await page.mouse.move(0, 0);
    return page;
  }

  function watch<Watched extends BrowserContext | Page>(
    watched: Watched,
    lasting: string[],
  ): Watched {
    // Its types have one overload per event.
    const target = watched as unknown as Record<string, (...given: never[]) => unknown>;
    for (const name of lasting) notice(target, name);
    notice(watched.clock as unknown as typeof target, "install");
    const on = watched.on.bind(watched) as (...given: unknown[]) => Watched;
    target.on = (event: never, listener: never) => {
      remove.push(() => (watched.off as (...given: unknown[]) => unknown)(event, listener));
      return on(event, listener);
    };
    return watched;
  }

  function notice(target: Record<string, (...given: never[]) => unknown>, name: string): void {
    const original = target[name]?.bind(target);
    if (!original) throw new Error(`there is no ${name}`);
    target[name] = (...given) => {
      isLasting = true;
      return original(...given);
    };
  }
}
