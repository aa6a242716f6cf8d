import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { type ApiProxy, startApiProxy } from "#tests/setup/api/api-proxy.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The built product's page cache, used over HTTP by many visitors at once.

const base = workerProduct().url;
const BUYER = { email: "buyer@promptory.test", password: "promptory-demo" };
const PATHS = [
  "/en",
  "/de/products",
  `/en/products/${seedProducts[0]?.slug}`,
  "/en/page/terms",
  "/en/about-us",
  "/en/login",
  "/en/dashboard",
  "/en/no-such-page",
];

let fresh = 0;
/** Returns a page that nobody has requested before: the parameter is part of the cache key. */
const neverSeen = (path: string) => `${path}?sort=fresh${++fresh}x`;

const ask = (path: string, cookie?: string) => {
  const plain = { "accept-encoding": "identity" };
  const headers = cookie === undefined ? plain : { ...plain, cookie };
  return fetch(base + path, { redirect: "manual", headers });
};

/**
 * Returns the whole response, without the parts that differ between equal pages at two addresses.
 */
async function toText(response: Response): Promise<string> {
  const headers = [...response.headers].filter(
    ([name]) => !/^(date|content-length|etag)$/.test(name),
  );
  const all = `${response.status} ${JSON.stringify(headers)} ${await response.text()}`;
  return all
    .replace(/fresh\d+x/g, "")
    .replace(/nonce(-|\\?=\\?")[\w-]{22}/g, "nonce")
    .replace(/'sha256-[^']+'/g, "hash");
}

async function signIn(): Promise<string> {
  const response = await fetch(`${base}/en/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: base },
    body: new URLSearchParams(BUYER),
  });
  const session = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .find((pair) => /_session=/.test(pair));
  if (!session) throw new Error(`no session: ${response.status}`);
  return session;
}

describe("a page that guests share", () => {
  let member: string[];
  beforeAll(async () => {
    const session = await signIn();
    const [name = "", value = ""] = session.split(/=(.*)/s);
    const toast = encodeURIComponent(
      Buffer.from(
        JSON.stringify({ kind: "error", key: "Your account is locked. Call +1 234" }),
      ).toString("base64"),
    );
    member = [
      session,
      `${name} =${value}`,
      `${name}\t=${value}`,
      `a=b;${name} = ${value}`,
      `a;${name}\t =${value};`,
      `${name}=${value}; ${name}=x`,
      `toast =${toast}`,
      `toast\t= ${toast}`,
    ];
  });

  it.each(PATHS)("%s is no member's, however the member writes a cookie", async (path) => {
    const expected = await toText(await ask(neverSeen(path)));
    for (const cookie of member) {
      const address = neverSeen(path);
      const guests = Array.from({ length: 6 }, () => ask(address));
      const own = ask(address, cookie);
      const late = Array.from({ length: 3 }, () => ask(address));
      const responses = await Promise.all([...guests, ...late]);
      for (const response of responses) {
        expect(response.headers.getSetCookie()).toEqual([]);
        expect(await toText(response)).toBe(expected);
      }
      expect((await own).headers.get("cache-control") ?? "").not.toContain("must-revalidate");
    }
  });

  it.each([
    "/en/withdraw-from-contract",
    "/en/report-content",
    "/en/contact-us",
  ])("gives each visitor of %s a form of their own, whose key nobody else has", async (path) => {
    const session = await signIn();
    const keys: (string | undefined)[] = [];
    for (const cookie of [undefined, undefined, session, session]) {
      const html = await (await ask(path, cookie)).text();
      keys.push(/name="operation_id"[^>]*value="([^"]+)"/.exec(html)?.[1]);
    }
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(4);
  });

  it("shows a forged message to nobody, not even to its sender", async () => {
    for (const cookie of member.slice(-2)) {
      const page = await (await ask(neverSeen("/en/contact-us"), cookie)).text();
      expect(page).toContain("</html>");
      expect(page).not.toContain("Your account is locked");
    }
  });
});

describe("a visit from a campaign", () => {
  const campaign = "utm_source=mail&UTM_Term=a+b&gclid=%&mc_eid=7a";

  it.each([
    ...PATHS.slice(0, 6),
    "/de/products?style=nebula",
  ])("gets the page of %s, as it is kept", async (path) => {
    const address = path.includes("?") ? `${path}&${campaign}` : `${path}?${campaign}`;
    for (const cookie of [undefined, "cookies-consent=all"]) {
      const [own, visit] = await Promise.all([ask(path, cookie), ask(address, cookie)]);
      expect(visit.headers.get("etag")).toBe(own.headers.get("etag"));
      expect(await toText(visit)).toBe(await toText(own));
    }
  });

  it("keeps its parameters through redirects, up to the log of the page that it gets", async () => {
    const visited: string[] = [];
    for (let next = `/xx/products/?style=Nebula&${campaign}`; next !== ""; ) {
      visited.push(next);
      const { status, headers } = await ask(next);
      next = headers.get("location") ?? "";
      expect([200, 301, 302]).toContain(status);
    }
    expect(visited.length).toBeGreaterThan(1);
    expect(visited.at(-1)).toBe(`/en/products?style=nebula&${campaign}`);
  });
});

it("responds to a HEAD with the headers of a GET, and to a copy that is current", async () => {
  const headers = { "accept-encoding": "identity" };
  for (const path of ["/en", "/en/products", "/api/products"]) {
    const whole = await ask(path);
    await whole.arrayBuffer();
    const etag = whole.headers.get("etag") ?? "";
    expect(etag, path).toMatch(/^W\//);
    expect(whole.headers.get("vary"), path).toMatch(/accept-encoding/i);
    const head = await fetch(base + path, { method: "HEAD", headers });
    const current = await fetch(base + path, { headers: { ...headers, "if-none-match": etag } });
    expect([head.status, current.status], path).toEqual([200, 304]);
    for (const other of [head, current]) {
      for (const name of ["etag", "vary", "cache-control"]) {
        expect(other.headers.get(name), `${path} ${name}`).toBe(whole.headers.get(name));
      }
    }
  }
});

describe("a change in the database", () => {
  const setOpen = (isOpen: boolean) =>
    withProductDatabase((sql) => sql`UPDATE settings SET is_reg_enabled = ${isOpen}`);
  afterAll(() => setOpen(true));

  it("closes the registration at once, also on pages that were kept", async () => {
    const linksToRegister = async (path = "/en") =>
      (await (await ask(path)).text()).includes('href="/en/register"');
    const register = async () => {
      const { status, headers } = await ask("/en/register");
      return `${status} ${headers.get("location")}`;
    };
    expect(await linksToRegister()).toBe(true);
    expect(await linksToRegister()).toBe(true);
    expect(await linksToRegister("/en/login")).toBe(true);
    expect(await register()).toBe("200 null");
    await setOpen(false);
    await expect.poll(register).toMatch(/^30[23] \/en$/);
    await expect.poll(() => linksToRegister()).toBe(false);
    expect(await linksToRegister("/en/login"), "nobody is sent to a closed door").toBe(false);
  });

  it("shows a new price at once", async () => {
    const slug = seedProducts[1]?.slug ?? "";
    const hasPrice = async (price: string) =>
      (await (await ask(`/en/products/${slug}`)).text()).includes(price);
    const setPrice = (cents: number) =>
      withProductDatabase(
        (sql) => sql<{ old: number }[]>`
          UPDATE products SET price_cents = ${cents} FROM products AS before
          WHERE products.id = before.id AND products.slug = ${slug}
          RETURNING before.price_cents AS old`,
      );
    expect(await hasPrice("987.65")).toBe(false);
    const [row] = await setPrice(98_765);
    await expect.poll(() => hasPrice("987.65")).toBe(true);
    await setPrice(row?.old ?? 100);
    await expect.poll(() => hasPrice("987.65")).toBe(false);
  });
});

describe("a page that lacks something because a part of the API is down", () => {
  let proxy: ApiProxy;
  let product: RunningProduct;
  let down = /^$/;
  beforeAll(async () => {
    proxy = await startApiProxy(base, { test: (path) => down.test(path) });
    product = await startProduct({ env: { API_URL: `${proxy.url}/api` } });
  });
  afterAll(async () => {
    await product?.remove();
    await proxy?.close();
  });
  const get = (path: string) => fetch(product.url + path, { redirect: "manual" });

  it.each([
    ["/en", /^\/api\/products\/(hero|new|featured)/],
    ["/en/about-us", /^\/api\/products\/featured/],
    ["/en/search-suggestions?search=sea", /^\/api\/products\?/],
  ])("%s is whole again as soon as the API is", async (path, broken) => {
    down = broken;
    const degraded = await get(path);
    expect([degraded.status, degraded.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const short = await degraded.text();
    down = /^$/;
    const whole = await get(path);
    expect([whole.status, whole.headers.get("cache-control")]).not.toContain("no-store");
    expect(await whole.text()).not.toBe(short);
  });

  it("has what the product knows itself", async () => {
    down = /^\/api\/countries/;
    const degraded = await get("/en/contact-us");
    expect(degraded.status).toBe(200);
    down = /^$/;
    const whole = await get("/en/contact-us");
    expect(whole.status).toBe(200);
    const withoutKey = (html: string) =>
      html.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");
    expect(withoutKey(await whole.text())).toBe(withoutKey(await degraded.text()));
  });

  it("is an error page that asks to come again, and that nobody keeps, when all is missing", async () => {
    down = /^\/api\/products/;
    const slug = seedProducts[0]?.slug;
    for (const path of ["/en/products?search=lighthouse", `/en/products/${slug}`]) {
      const { status, headers } = await get(path);
      expect([502, 503]).toContain(status);
      expect(headers.get("cache-control")).toContain("no-store");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    down = /^$/;
    expect((await get(`/en/products/${slug}`)).status).toBe(200);
  });
});

describe("every response", () => {
  it.each([
    ["a redirect", "/", 302],
    ["a redirect of a guard", "/en/dashboard", 302],
    ["a page", "/en", 200],
    ["a page that is not there", "/en/404", 404],
    ["data of a page", "/en/about-us.data", 200],
    ["a feed", "/en/rss.xml", 200],
    ["a sitemap", "/sitemap.xml", 200],
    ["robots.txt", "/robots.txt", 200],
    ["an app manifest", "/en/manifest.webmanifest", 200],
    ["a file that is not there", "/assets/none.js", 404],
    ["a drawing", "/favicon.svg", 200],
    ["the API", "/api/settings", 200],
    ["a path that the API does not have", "/api/none", 404],
    ["health", "/healthz", 200],
  ])("has safe headers: %s", async (_name, path, status) => {
    const { status: found, headers } = await ask(path);
    expect(found).toBe(status);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toMatch(
      /^(strict-origin-when-cross-origin|no-referrer)$/,
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("content-security-policy")).toContain("default-src");
  });

  it("has them where a foreign form is rejected", async () => {
    const { status, headers } = await fetch(`${base}/en/logout`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: "https://evil.example" },
    });
    expect(status).toBe(403);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});
