import { setImmediate as nextTick } from "node:timers/promises";
import { parseCookie } from "cookie";
import fc from "fast-check";
import { pino } from "pino";
import { createCookie } from "react-router";
import { describe, expect, it } from "vitest";
import { createTextCipher } from "#api/http/encryption.ts";
import { CookieJar, SessionCookieName } from "#app/api-client/transport/cookie-jar.server.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { readCookieChoice } from "#domain/cookie-choice.ts";
import { runs } from "#tests/setup/sample.ts";
import { readConfig } from "../config/config.ts";
import { createServerApp, type WebHandler } from "../http/app.ts";
import type { PageSecurity } from "../http/security-headers.ts";
import { Readiness } from "../lifecycle/readiness.ts";
import { PageCache } from "./page-cache.ts";

// One visitor's request must not affect the pages of others (design §7).

const ORIGIN = "http://localhost:3000";
const SECURITY: PageSecurity = {
  imageOrigins: [],
  formOrigins: [],
  isHttps: false,
  isDevelopment: false,
};
const PATHS = [
  "/",
  "/en",
  "/de/products",
  "/en/products?style=pop-art&page=2",
  "/en/products?search=%D0%BC%D0%BE%D1%80%D0%B5",
  "/en/products/a-quiet-sea",
  "/en/page/terms",
  "/en/about-us",
  "/en/sell-your-designs",
  "/en/contact-us",
  "/en/login",
  "/en/dashboard",
  "/en/404",
] as const;

const config = readConfig({ APP_URL: ORIGIN, SESSION_SECRET: "s".repeat(32) });
const log = pino({ level: "silent" });
const toastCookie = createCookie("toast");

/** Parses cookies as the web tier does, and writes everything it finds into the page. */
const handleWeb: WebHandler = async (request, context) => {
  const { pathname, search } = new URL(request.url);
  const cookies = request.headers.get("cookie");
  const jar = createJar(cookies);
  const toast: unknown = await toastCookie.parse(cookies);
  // Gives concurrent requests enough time to find this page being rendered.
  await nextTick();
  const headers = new Headers({ "content-type": "text/html; charset=utf-8" });
  if (jar.hasSession) {
    headers.set("cache-control", "private, no-store");
    headers.append("set-cookie", `promptory_session=${jar.sessionValue}; Path=/; HttpOnly`);
  }
  if (toast !== null) headers.append("set-cookie", "toast=; Max-Age=0");
  if (pathname === "/" || pathname.endsWith("/dashboard")) {
    headers.set("location", `/${request.headers.get("accept-language") ?? "en"}`);
    return new Response(null, { status: 302, headers });
  }
  if (pathname.endsWith("/login")) headers.set("cache-control", "private, no-store");
  const seen = JSON.stringify({ pathname, search, session: jar.toCookieHeader(), toast });
  const notice =
    readCookieChoice(parseCookie(cookies ?? "")) === null ? "<aside>cookies?</aside>" : "";
  const web = requireWebRequest(context);
  const { nonce } = web;
  const html = `<!doctype html><script nonce="${nonce}">go()</script>${notice}<p>${seen}</p>`;
  web.html = html;
  return new Response(html, { status: pathname.endsWith("/404") ? 404 : 200, headers });
};

function createJar(cookies: string | null): CookieJar {
  return new CookieJar(cookies, {
    isSecure: false,
    hosts: [],
    sessionName: new SessionCookieName(),
  });
}

/** The process's HTTP surface on top of that web tier, with empty caches. */
function createApp() {
  const pageCache = new PageCache(SECURITY);
  const app = createServerApp({
    mailPreview: null,
    config,
    log,
    api: null,
    apiHeaders: {},
    apiTarget: {
      fetch: async () => new Response(null, { status: 404 }),
      baseUrl: `${ORIGIN}/api`,
      appUrl: ORIGIN,
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    },
    handleWeb,
    staticFiles: null,
    sharedAssets: null,
    pageCache,
    security: SECURITY,
    cipher: createTextCipher(["a secret of the tests, at least 32 characters long"]),
    now: () => new Date(),
    readiness: new Readiness([]),
  });
  return { app, pageCache };
}

const toRequest = (path: string, cookie: string | null) =>
  new Request(ORIGIN + path, { headers: cookie === null ? {} : { cookie } });

/**
 * Everything sent to the browser, as text; nonces are removed because they differ in each response.
 */
async function toBytes(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const all = `${response.status}\n${headers}\n\n${await response.text()}`;
  return all.replaceAll(/nonce(-|=")[\w-]{22}/g, "nonce");
}

const alone = new Map<string, Promise<string>>();

/** The response to a guest when there is no other visitor. */
function whatAGuestGets(path: string, cookie: string | null): Promise<string> {
  const isAsked = readCookieChoice(parseCookie(cookie ?? "")) === null;
  const key = `${path} ${isAsked}`;
  const known =
    alone.get(key) ??
    createApp()
      .app.fetch(toRequest(path, isAsked ? null : "cookies-consent=all"))
      .then(toBytes);
  alone.set(key, known);
  return known;
}

const isGuest = (cookie: string | null) =>
  !createJar(cookie).hasSession && parseCookie(cookie ?? "").toast === undefined;

const space = fc.constantFrom("", "", "", " ", "\t", "  ", " \t");
const cookieName = fc.constantFrom(
  "promptory_session",
  "laravel-session",
  `remember_web_${"a1".repeat(20)}`,
  "toast",
  "XSRF-TOKEN",
  "locale",
  "cookies-consent",
  "cookies-choices",
  "pending_favorite",
  "_ga",
  "Promptory_Session",
  "toasts",
);
const forgedToast = encodeURIComponent(
  Buffer.from(JSON.stringify({ kind: "error", key: "Call +1 234" })).toString("base64"),
);
const cookieValue = fc.oneof(
  fc.constantFrom(
    "all",
    "al%6c",
    "all=all",
    "essential",
    "custom",
    forgedToast,
    "",
    "a=b",
    "%E0%A4%A",
  ),
  fc.stringMatching(/^[\w%"=,.-]{0,20}$/),
);
const pair = fc
  .tuple(space, cookieName, space, space, cookieValue, space, fc.boolean())
  .map(([before, name, between, after, value, end, isQuoted]) => {
    const text = isQuoted ? `"${value}"` : value;
    return `${before}${name}${between}=${after}${text}${end}`;
  });
const noise = fc.constantFrom("", "=", "=;", "novalue", " ", "a b c", "toast", "promptory_session");
const cookieHeader = fc
  .array(fc.tuple(fc.oneof({ weight: 5, arbitrary: pair }, noise), fc.constantFrom(";", "; ")), {
    maxLength: 6,
  })
  .map((parts) => parts.map(([text, separator]) => text + separator).join(""));

describe("pages that guests share", () => {
  const HEADERS_PER_RUN = 16;

  it("give each guest, among others of any kind, what a guest alone gets", async () => {
    const numRuns = runs(1_300);
    let guests = 0;
    let members = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.array(cookieHeader, { minLength: HEADERS_PER_RUN, maxLength: HEADERS_PER_RUN }),
        async (path, cookies) => {
          const { app } = createApp();
          const visit = async (cookie: string) => toBytes(await app.fetch(toRequest(path, cookie)));
          // All at once on an empty cache, then once more from the cache.
          const first = await Promise.all(cookies.map(visit));
          const again = await Promise.all(cookies.map(visit));
          for (const [index, cookie] of cookies.entries()) {
            if (!isGuest(cookie)) {
              members++;
              continue;
            }
            guests++;
            const expected = await whatAGuestGets(path, cookie);
            expect(first[index]).toBe(expected);
            expect(again[index]).toBe(expected);
          }
        },
      ),
      { numRuns },
    );
    console.info(`${guests + members} cookie headers (${guests} of guests): 0 differences`);
    expect(guests + members).toBe(numRuns * HEADERS_PER_RUN);
    expect(Math.min(guests, members)).toBeGreaterThan(numRuns * 3);
  });

  it("are the same with tracking parameters, for guests and members", async () => {
    const tracking = fc
      .array(
        fc.tuple(
          fc.constantFrom("utm_source", "UTM_ID", "utm%5Fterm", "gclid", "mc_eid", "_gl"),
          fc.oneof(
            fc.constant(""),
            fc.webQueryParameters().map((text) => text.split("&")[0]),
          ),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((pairs) => pairs.map((pair) => pair.join("=")));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.constantFrom(null, "cookies-consent=all", "promptory_session=x", "toast=eyJ9"),
        tracking,
        fc.boolean(),
        async (path, cookie, added, isFirst) => {
          const [pathname, query = null] = path.split("?");
          const parts = query === null ? [] : [query];
          const all = isFirst ? [...added, ...parts] : [...parts, ...added];
          const { app, pageCache } = createApp();
          const plain = await toBytes(await app.fetch(toRequest(path, cookie)));
          const own = pageCache.counts.rendered;
          const response = await app.fetch(toRequest(`${pathname}?${all.join("&")}`, cookie));
          const location = response.headers.get("location");
          if (location !== null) {
            // Only the log of the next page has them.
            const [to, kept] = location.split(/\?(.*)/);
            response.headers.set("location", to ?? "");
            expect(kept).toBe(new URL(`/?${added.join("&")}`, ORIGIN).search.slice(1));
          }
          expect(await toBytes(response)).toBe(plain);
          expect(pageCache.counts.rendered).toBe(own);
        },
      ),
      { numRuns: runs(1_300) },
    );
  });

  it.each([
    "promptory_session =x",
    "promptory_session\t=x",
    "a=b;promptory_session=x",
    "a=b;\tpromptory_session = x",
    '"a"="b";  remember_web_a1 =x',
    "toast =eyJ9",
    "toast\t=eyJ9",
    "a;toast=eyJ9",
    "x=1; promptory_session=; promptory_session=x",
  ])("keep a visitor with %j apart, however many guests come beside", async (cookie) => {
    for (const path of PATHS) {
      const { app } = createApp();
      const [own, ...guests] = await Promise.all(
        [cookie, null, null, null].map(async (one) =>
          toBytes(await app.fetch(toRequest(path, one))),
        ),
      );
      expect(own).toContain("set-cookie");
      expect(guests).toEqual(Array(3).fill(await whatAGuestGets(path, null)));
    }
  });
});
