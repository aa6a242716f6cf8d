import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { StaticFiles } from "./static-files.ts";

const folder = mkdtempSync(join(tmpdir(), "promptory-static-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "assets", "app-1a2b.js"), "go()");
writeFileSync(join(folder, "assets", "app-1a2b.js.br"), "packed");
writeFileSync(join(folder, "icon.svg"), "<svg/>");
afterAll(() => rmSync(folder, { recursive: true }));

const files = new StaticFiles(folder, { isHttps: true });
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  files.get(new Request(`http://localhost${path}`, { headers, method }), path);

describe("static files", () => {
  it("come packed to those who take it, and say so to caches", async () => {
    const packed = get("/assets/app-1a2b.js", { "accept-encoding": "gzip, br" });
    expect(await packed?.text()).toBe("packed");
    expect(packed?.headers.get("content-encoding")).toBe("br");
    expect(packed?.headers.get("vary")).toBe("Accept-Encoding");
    const plain = get("/assets/app-1a2b.js");
    expect(await plain?.text()).toBe("go()");
    expect(plain?.headers.get("content-encoding")).toBeNull();
  });

  it("are kept for good under the name of their content, else asked about again", () => {
    const control = (path: string) => get(path)?.headers.get("cache-control");
    expect(control("/assets/app-1a2b.js")).toBe("public, max-age=31536000, immutable");
    expect(control("/icon.svg")).toBe("public, max-age=3600");
    const etag = get("/icon.svg")?.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const known of [etag, etag.slice("W/".length), `"other", ${etag}`, "*"]) {
      expect(get("/icon.svg", { "if-none-match": known })?.status, known).toBe(304);
    }
    for (const other of ['"other"', etag.slice(3, -1), ""]) {
      expect(get("/icon.svg", { "if-none-match": other })?.status, other).toBe(200);
    }
  });

  it("have the headers of every response, and a drawing may load nothing", () => {
    const drawing = Object.fromEntries(get("/icon.svg")?.headers ?? []);
    expect(drawing).toMatchObject({
      "content-type": "image/svg+xml",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "strict-transport-security": expect.stringContaining("max-age="),
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    // A worker would inherit the policy of its own file.
    expect(get("/assets/app-1a2b.js")?.headers.get("content-security-policy")).toBeNull();
  });

  it("are read only, and nothing but files", async () => {
    expect(await get("/icon.svg", {}, "HEAD")?.text()).toBe("");
    for (const path of ["/icon.svg.br", "/assets", "/../package.json", "/constructor", ""]) {
      expect(get(path || "/")).toBeNull();
    }
    expect(get("/icon.svg", {}, "POST")).toBeNull();
  });
});
