import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#domain/locales.ts";

// The "Cookies" page claims to list every cookie of the shop.

const root = join(import.meta.dirname, "..");

/** Each cookie as the page names it, with the file that sets it. */
const COOKIES = {
  "cookies-consent": "app/site/cookies/cookies-consent.ts",
  "cookies-choices": "app/site/cookies/cookies-consent.ts",
  promptory_session: "api/http/session.ts",
  "XSRF-TOKEN": "api/http/session.ts",
  "remember_web_…": "api/http/session.ts",
  locale: "app/middleware/locale.ts",
  toast: "app/request/flash-toast.ts",
  pending_favorite: "app/request/pending-favorite.ts",
  kept_form: "app/forms/kept-form.server.ts",
  desk: "app/middleware/desk-browser.ts",
};

/** The files that write the API's cookies, that forward them, and that write the web tier's. */
const WRITERS = [
  "api/http/cookies.ts",
  "app/api-client/transport/cookie-jar.server.ts",
  "app/middleware/web-context.ts",
];

const sources = ["app", "api", "server"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);

describe("the page of cookies", () => {
  it.each(LOCALES)("lists each of them in %s", (locale) => {
    const page = readFileSync(join(root, `api/db/seed/pages/${locale}/cookies.html`), "utf8");
    const listed = [...page.matchAll(/<tr><td><code>([^<]+)<\/code>/g)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(COOKIES));
  });

  it("knows every file that makes one", () => {
    const makers = sources.filter((path) =>
      /\b(?:createCookie|createOwnCookie|stringifySetCookie|serializeCookie)\(/.test(
        readFileSync(join(root, path), "utf8"),
      ),
    );
    const known = new Set([...Object.values(COOKIES), ...WRITERS]);
    expect(makers.sort()).toEqual([...known].sort());
  });
});
