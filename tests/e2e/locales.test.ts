import { describe, expect, it } from "vitest";
import { signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, { redirect: "manual", headers });
  return {
    status: response.status,
    location: response.headers.get("location"),
    headers: response.headers,
  };
}

describe("the locale gate (spec §2)", () => {
  it.each([
    ["/", "/en"],
    ["/products", "/en/products"],
    ["/products?style=nebula&page=2", "/en/products?style=nebula&page=2"],
    ["/success-payment?order_id=7", "/en/success-payment?order_id=7"],
    ["/fail-payment?error=payment_canceled", "/en/fail-payment?error=payment_canceled"],
    ["/processing-payment?order_id=7", "/en/processing-payment?order_id=7"],
    ["/email/verify?id=1&hash=x", "/en/email/verify?id=1&hash=x"],
    ["/email/verify/success", "/en/email/verify/success"],
    ["/email/verify/already-success?x=1", "/en/email/verify/already-success?x=1"],
    ["/xx/products?page=2", "/en/products?page=2"],
    ["/pt-br/login", "/pt/login"],
    ["/sv-se/login", "/en/login"],
    ["/DE/products", "/de/products"],
    ["/de-at/products", "/de/products"],
    ["/zh-Hant-TW/products?page=2", "/en/products?page=2"],
  ])("leads %s to %s", async (path, location) => {
    const response = await ask(path);
    expect(response).toMatchObject({ status: 302, location });
    expect(response.headers.get("vary")).toMatch(/Accept-Language/);
    expect(response.headers.get("cache-control")).toMatch(/private/);
  });

  it("speaks the visitor's language when it is offered", async () => {
    const requestHeaders = { "accept-language": "fr;q=0.4, de-CH, en;q=0.3" };
    expect(await ask("/products", requestHeaders)).toMatchObject({ location: "/de/products" });
    expect(await ask("/", { "accept-language": "ja" })).toMatchObject({ location: "/en" });
  });

  it.each([
    ["sv-SE,sv;q=0.9,de;q=0.8,en;q=0.7", "/de"],
    ["ja, uk;q=0.5", "/uk"],
    ["de;q=0", "/en"],
    ["de;q=0, fr;q=0.1", "/fr"],
  ])("speaks the best offered language of %j", async (languages, location) => {
    expect(await ask("/", { "accept-language": languages })).toMatchObject({ location });
  });

  it.each([
    "*",
    ";;;",
    "de;q=nonsense",
    "x".repeat(5000),
    "../../etc",
  ])("survives the Accept-Language %j", async (value) => {
    expect((await ask("/", { "accept-language": value })).status).toBe(302);
  });

  it.each([
    "/en/no-such-screen",
    "/de/page/none/deeper",
    "/en/products/fox/deeper",
  ])("leads the unknown %s to a page that returns 404", async (path) => {
    const response = await ask(path);
    const locale = path.slice(1, 3);
    expect(response).toMatchObject({ status: 302, location: `/${locale}/404` });
    expect((await ask(`/${locale}/404`)).status).toBe(404);
  });

  it.each([
    "//evil.example",
    "/%2f%2fevil.example",
    "/\\evil.example",
    "/en/..//evil.example",
  ])("never leads %s to another site", async (path) => {
    const response = await ask(path);
    const target = new URL(response.location ?? "/", base);
    expect(target.origin).toBe(base);
    expect(target.pathname.startsWith("//")).toBe(false);
  });
});

describe("the language that somebody chose", () => {
  const switchTo = (path: string, referer: string) => ask(path, { referer });

  it("is remembered, and decides where paths without one lead", async () => {
    const response = await switchTo(
      "/pl/products?sort=price_asc",
      `${base}/en/products?sort=price_asc`,
    );
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^locale=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    const requestHeaders = { cookie: cookie.split(";")[0] ?? "", "accept-language": "de" };
    expect(await ask("/products", requestHeaders)).toMatchObject({ location: "/pl/products" });
  });

  it("is that of a member's screens", async () => {
    const cookie = (await signInUser(base, "buyer")).cookieHeader;
    const open = (headers: Record<string, string>) => fetch(`${base}/pl/dashboard`, { headers });
    const cookies = (await open({ cookie })).headers.getSetCookie();
    const locale = cookies.find((one) => one.startsWith("locale="))?.split(";")[0] ?? "";
    expect(await ask("/products", { cookie: locale })).toMatchObject({ location: "/pl/products" });
    // An unchanged cookie is not set again.
    const again = await open({ cookie: `${cookie}; ${locale}` });
    expect(again.status).toBe(200);
    expect(again.headers.getSetCookie().join()).not.toContain("locale=");
  });

  it.each([
    ["/pl", "https://elsewhere.example/en"],
    ["/pl/products", `${base}/pl`],
    ["/pl", `${base}/`],
    ["/pl", "nonsense"],
  ])("is not what a link to %s from %s says", async (path, referer) => {
    const response = await switchTo(path, referer);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe("guards (spec §2)", () => {
  it.each([
    "/en/dashboard",
    "/de/dashboard/deposits",
    "/en/dashboard/payments",
    "/en/dashboard/deposits/create",
    "/en/processing-payment?order_id=1",
    "/en/success-payment",
    "/en/fail-payment",
  ])("a guest who wants %s signs in first", async (path) => {
    const locale = path.slice(1, 3);
    const location = `/${locale}/login?redirect=${encodeURIComponent(path)}`;
    expect(await ask(path)).toMatchObject({ status: 302, location });
  });

  it("a guest who changes the language at the login goes on in it", async () => {
    const asked = encodeURIComponent("/en/dashboard/offers?offer=1");
    const page = await (await fetch(`${base}/de/login?redirect=${asked}`)).text();
    expect(page).toContain('name="redirect" value="/de/dashboard/offers?offer=1"');
  });

  it("asks a guest's data requests to sign in too", async () => {
    const response = await fetch(`${base}/en/dashboard.data`);
    expect(await response.text()).toMatch(/\/en\/login\?redirect=/);
  });
});

describe("untrusted requests", () => {
  it("rejects forms of other sites", async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${base}/en/logout`, { method: "POST", headers, redirect: "manual" });
    expect((await post({ origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  it("rejects a form of more than a megabyte", async () => {
    const body = new URLSearchParams({ email: "x".repeat(1_100_000) });
    const response = await fetch(`${base}/en/login`, {
      method: "POST",
      body,
      // The server closes a connection whose body it did not read.
      headers: { connection: "close" },
    });
    expect(response.status).toBe(413);
  });

  it.each([
    "/assets/none.js",
    "/media/none/320.jpg",
    "/api/none",
    `/media/${"0".repeat(64)}/320.webp`,
  ])("returns 404 to %s", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it.each([
    "/en?%E0%A4%A",
    "/en/products?page=%00",
    "/en/products/%00",
    "/%c0%ae",
    "/en/%",
  ])("responds to %s without an error", async (path) => {
    expect((await ask(path)).status).toBeLessThan(500);
  });

  it("survives cookies that are nonsense", async () => {
    const cookie = "promptory_session=x; XSRF-TOKEN=%E0%A4%A; locale=eyJ; toast=!!!; =; a=b=c";
    expect((await ask("/en", { cookie })).status).toBe(200);
    expect((await ask("/en/dashboard", { cookie })).status).toBe(302);
  });
});

describe("headers of pages", () => {
  it("allow our own scripts and no others", async () => {
    const { headers } = await ask("/en");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("serve a guest's second look from the page cache, byte for byte, without cookies", async () => {
    const [first, second] = [
      await fetch(`${base}/en/products`),
      await fetch(`${base}/en/products`),
    ];
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get("set-cookie")).toBeNull();
  });

  it.each([
    ["br", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
  ])("compress for who accepts %j, fresh and from the page cache", async (accepted, encoding) => {
    for (const _ of ["fresh", "kept"]) {
      const response = await fetch(`${base}/en/about-us`, {
        headers: { "accept-encoding": accepted },
      });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("vary")?.match(/accept-encoding/gi)).toHaveLength(1);
      expect(await response.text()).toMatch(/<html lang="en"/);
    }
  });
});

describe("the texts of a page (spec §1)", () => {
  const addressIn = async (path: string) => {
    const html = await (await fetch(base + path)).text();
    return /data-words="([^"]+)"/.exec(html)?.[1] ?? "";
  };

  it.each(["en", "de"])("are a file in %s that browsers may keep for good", async (locale) => {
    const address = await addressIn(`/${locale}`);
    expect(address).toMatch(new RegExp(`^/words/${locale}\\.[0-9a-f]{12}\\.json$`));
    const response = await fetch(base + address);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const words: Record<string, string> = await response.json();
    expect(words["login.submit"]).toBe(locale === "de" ? "Anmelden" : "Sign in");
  });

  it("are not kept under the name of another content, nor made up for another language", async () => {
    const old = await fetch(`${base}/words/de.000000000000.json`);
    expect(old.status).toBe(200);
    expect(old.headers.get("cache-control")).toBe("no-store");
    for (const path of ["/words/xx.json", "/words/.json", "/words/toString.x.json"]) {
      expect((await fetch(base + path)).status, path).toBe(404);
    }
  });

  it("come with the menus as another file, which a changed shop has under another name", async () => {
    const old = await fetch(`${base}/layout-data/de.000000000000.json`);
    expect(old.headers.get("cache-control")).toBe("no-store");
    expect(await old.json()).toMatchObject({ locale: "de", categories: expect.any(Array) });
    for (const path of ["/layout-data/xx.json", "/layout-data/.json"]) {
      expect((await fetch(base + path)).status, path).toBe(404);
    }
  });

  it("are not in the document as data", async () => {
    const html = await (await fetch(`${base}/en`)).text();
    expect(html).not.toContain("deposit.title");
  });
});
