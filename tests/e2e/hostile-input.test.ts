import { describe, expect, it } from "vitest";
import { HEADER_BYTES_MAX, HEADERS_MAX } from "#server/http/limits.ts";
import { openRaw, sendRaw, statusOf } from "#tests/setup/api/raw-client.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const { host } = new URL(base);

const get = (path: string, headers: readonly string[] = []) =>
  [`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", ""].join("\r\n");
const post = (path: string, headers: readonly string[], body = "") =>
  [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...headers, "", body].join("\r\n");
const FORM = "Content-Type: application/x-www-form-urlencoded";
const MULTIPART = "Content-Type: multipart/form-data; boundary=----------------------------x";

describe("headers", () => {
  it("of more than 16 KB get a sentence and 431", async () => {
    const long = (bytes: number) => get("/healthz", [`X-Long: ${"x".repeat(bytes)}`]);
    expect(statusOf(await sendRaw(base, long(HEADER_BYTES_MAX - 1_000)))).toBe(200);
    for (const request of [long(HEADER_BYTES_MAX), get(`/en?${"q".repeat(100_000)}`)]) {
      const response = await sendRaw(base, request);
      expect(statusOf(response)).toBe(431);
      expect(response).toMatch(/^connection: close\r$/im);
      expect(response).toMatch(/^content-security-policy: default-src 'none'/m);
      expect(response).toMatch(/^x-content-type-options: nosniff\r$/m);
      expect(response).toMatch(/^referrer-policy: /m);
      expect(response).toContain("may have 16 KB");
    }
  });

  it("are limited in number", async () => {
    const many = (count: number) =>
      get(
        "/healthz",
        Array.from({ length: count }, (_, at) => `X-${at}: 1`),
      );
    expect(statusOf(await sendRaw(base, many(HEADERS_MAX - 2)))).toBe(200);
    expect(statusOf(await sendRaw(base, many(HEADERS_MAX - 1)))).toBe(431);
    expect(statusOf(await sendRaw(base, many(2_000)))).toBe(431);
  });

  it("name one host", async () => {
    expect(statusOf(await sendRaw(base, get("/en", ["Host: evil.example"])))).toBe(400);
  });

  it("in a mess of bytes are no error of ours", async () => {
    const response = await sendRaw(base, "\x16\x03\x01 no HTTP\r\n\r\n");
    expect(statusOf(response)).toBe(400);
    expect(response).toContain("could not be read");
  });
});

describe("a request that is none", () => {
  it.each([
    // Not a cached page, which is the same for every host.
    ["has no valid host", "GET /healthz HTTP/1.1", "a b"],
    ["has a backslash for its host", "GET /\\x HTTP/1.1", "a\\b"],
    ["is for the server as such", "OPTIONS * HTTP/1.1", host],
  ])("and %s gets a sentence, with the headers of every response", async (_name, line, name) => {
    const request = [line, `Host: ${name}`, "Connection: close", "", ""].join("\r\n");
    const response = await sendRaw(base, request);
    expect(statusOf(response)).toBe(400);
    expect(response).toContain("could not be read");
    expect(response).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(response).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it.each([
    ["OPTIONS", "/robots.txt"],
    ["OPTIONS", "/en/about-us"],
    ["POST", "/en/about-us"],
  ])("%s %s gets 405 with what is allowed", async (method, path) => {
    const response = await fetch(base + path, { method, headers: { origin: base } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await response.text()).not.toMatch(/user-agent/i);
  });
});

describe("a page", () => {
  const textOf = (path: string) => fetch(base + path).then((response) => response.text());

  it.each(["login", "register"])("of %s drops a redirect of more than 2 KB", async (screen) => {
    const long = `/en/products?search=${"x".repeat(8_000)}`;
    const response = await fetch(`${base}/en/${screen}?redirect=${encodeURIComponent(long)}`);
    expect(response.status).toBe(200);
    expect(response.url).toBe(`${base}/en/${screen}`);
    expect(await response.text()).not.toContain("xxxx");
  });

  it("shown again with a posted redirect of more than 2 KB does not hold it", async () => {
    const body = new URLSearchParams({
      email: "no",
      password: "",
      redirect: `/${"x".repeat(9e3)}`,
    });
    const response = await fetch(`${base}/en/login`, { method: "POST", body });
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain("xxxx");
  });

  it.each([
    "/en?",
    "/en/products?",
    "/en/about-us?",
    "/en/404?",
    "/en/products?page=2&",
  ])("at %s does not repeat a long query", async (path) => {
    const marks = (html: string) => html.split("zzzzzzzz").length - 1;
    expect(marks(await textOf(`${path}q=${"zzzzzzzz".repeat(100)}`))).toBeGreaterThan(0);
    const long = await textOf(`${path}q=${"zzzzzzzz".repeat(1_500)}`);
    expect(marks(long)).toBeLessThan(1_500 * 4);
  });

  it.each([
    "about-us",
    "products",
  ])("of %s that takes no form says that it was the request", async (path) => {
    const response = await fetch(`${base}/en/${path}`, { method: "POST", body: "a=1" });
    expect(response.status).toBe(405);
    const text = await response.text();
    expect(text).toContain("This request could not be read");
    expect(text).not.toContain("our fault");
    expect(text).not.toContain("Please try again.</h1>");
  });

  it("asked for with thousands of filters is small", async () => {
    const styles = Array.from({ length: 1_200 }, (_, at) => `style=s${at}`).join("&");
    const html = await textOf(`/en/products?${styles}&category=${"a,".repeat(500)}`);
    expect(html.length).toBeLessThan(250_000);
  });
});

describe("a path", () => {
  const ODD = ["%0d%0aX", "%0aX", "%E2%80%A8", "%00", "%7f", "%zz", "%", "%c0%ae", "%E0%A4%A"];
  const ROUTES = [
    "/en/wishlist/*",
    "/en/products/*",
    "/en/page/*",
    "/en/*",
    "/*",
    "/en/dashboard/orders/*/download",
    "/en/dashboard/offers/*/picture",
    "/en/sandbox-payment/*",
    "/en/staff/verifications/*",
    "/en/staff/offers/*/picture",
    "/en/staff/payouts/files/*",
    "/words/*",
    "/*.xml",
    "/media/*/320.webp",
    "/api/products/*",
    "/api/purchase/*/download",
    "/api/static-pages/*",
    "/api/localization/*/words",
    "/api/*",
  ];
  it.each(ROUTES)("%s with odd characters names nothing", async (route) => {
    for (const odd of ODD) {
      for (const method of ["GET", "POST"]) {
        const path = route.replace("*", odd);
        const response = await fetch(base + path, { method, redirect: "follow" });
        const seen = `${method} ${path}`;
        expect([400, 401, 404, 405, 422], seen).toContain(response.status);
        if (method === "GET") expect(response.status, seen).not.toBe(422);
      }
    }
  });
});

describe("a body that is not read", () => {
  it("closes the connection, and says so", async () => {
    const tooLong = await sendRaw(base, post("/en/login", [FORM, "Content-Length: 9000000"], "a="));
    expect(statusOf(tooLong)).toBe(413);
    expect(tooLong).toMatch(/^connection: close\r$/im);
    const api = await sendRaw(base, post("/api/contact", [FORM, "Content-Length: 9000000"], "a="));
    expect(statusOf(api)).toBe(413);
    expect(api).toMatch(/^connection: close\r$/im);
    const none = await sendRaw(base, post("/en/nowhere", [FORM, "Content-Length: 90000"], "a="));
    expect(statusOf(none)).toBe(302);
    expect(none).toMatch(/^connection: close\r$/im);
  });

  it.each([
    "/en/dashboard/verification",
    "/en/dashboard/offers/create",
    "/en/dashboard/verification.data",
  ])("of a guest's upload to %s is left in the socket", async (path) => {
    const headers = [MULTIPART, "Transfer-Encoding: chunked"];
    // A chunk of one megabyte that begins and never ends.
    const response = await sendRaw(base, post(path, headers, `100000\r\n${"x".repeat(10_000)}`));
    expect(response).toMatch(/\/en\/login\?redirect=/);
    expect(response).toMatch(/^connection: close\r$/im);
  });

  it("is read as far as its text goes when a guest's upload says its length", async () => {
    const boundary = `--${MULTIPART.split("boundary=")[1]}`;
    const text = `${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nA lost fox\r\n`;
    const file = `${boundary}\r\nContent-Disposition: form-data; name="media"; filename="fox.png"\r\n\r\n`;
    const headers = [MULTIPART, "Content-Length: 5000000"];
    const body = text + file + "x".repeat(300_000);
    const response = await sendRaw(base, post("/en/dashboard/offers/create", headers, body));
    expect(statusOf(response)).toBe(401);
    expect(response).toMatch(/^connection: close\r$/im);
    expect(response).toContain('value="A lost fox"');
    expect(response).toContain("fox.png");
  });

  it("is announced and awaited where it is requested", async () => {
    const connection = openRaw(base, post("/en/login", [FORM, "Content-Length: 12"], "email="));
    connection.socket.write("no&x=1");
    await expect.poll(() => statusOf(connection.received())).toBe(400);
    expect(connection.received()).not.toMatch(/^connection: close\r$/im);
    connection.socket.destroy();
  });
});

describe("a form", () => {
  it.each([
    ["/en/login", "a[]&".repeat(250_000), 413],
    ["/en/login", "a[3000000]=1", 400],
    ["/en/login", `a${"[b]".repeat(80_000)}=1`, 400],
    ["/en/newsletter", "email=a&".repeat(100_000), 413],
    ["/en/wishlist/1", "a&".repeat(400_000), 413],
    ["/api/newsletter/subscribe", "a[]&".repeat(250_000), 413],
    ["/api/nope", "a[]=1&".repeat(150_000), 413],
  ])("to %s with hostile fields is rejected: case %#", async (path, body, status) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", connection: "close" };
    const response = await fetch(base + path, { method: "POST", body, headers });
    expect(response.status).toBe(status);
  });

  it.each([
    "/en/wishlist/1",
    "/en/newsletter",
    "/en/cookies-consent",
    "/en/login",
    "/en/products/aurora-over-a-frozen-fjord",
    "/en/products/generate/picture",
    "/en/contact-us",
    "/en/logout",
  ])("to %s that is no form is the sender's error", async (path) => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]) {
      const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
      const response = await fetch(base + path, {
        method: "POST",
        body: Buffer.from("{]"),
        headers,
        redirect: "manual",
      });
      expect(response.status, type).toBeLessThan(500);
    }
  });
});
