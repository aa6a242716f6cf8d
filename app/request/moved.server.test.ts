import { describe, expect, it } from "vitest";
import { runInWebTier } from "#tests/setup/api/web-request.ts";
import { readBySlug, toMoved } from "./moved.server.ts";

it("leads on from a former address for good, but is asked for again each time", async () => {
  const request = new Request("https://shop.example/en/products/fox");
  const { result } = await runInWebTier(
    request,
    () => Response.json({}),
    async (context) => toMoved(context, "/products/red-fox?buy=1"),
  );
  expect(result.status).toBe(301);
  expect(result.headers.get("location")).toBe("/en/products/red-fox?buy=1");
  // Renamed back, a redirect that browsers keep would lead in a circle.
  expect(result.headers.get("cache-control")).toBe("no-cache");
});

/** Reads a slug of a server that has these; what is returned, or where it leads, and each call. */
async function read(slug: string, has: string[], method = "GET") {
  const calls: string[] = [];
  const url = `https://shop.example/en/products/${encodeURIComponent(slug)}?buy=1`;
  const { result } = await runInWebTier(
    new Request(url, { method }),
    () => Response.json({}),
    (context) =>
      readBySlug(context, { folder: "/products", slug }, async (one) => {
        calls.push(one);
        return has.includes(one) ? one : null;
      }).catch((thrown: unknown) => thrown),
  );
  if (!(result instanceof Response)) return { result, calls };
  const { status, headers } = result;
  return { result: `${status} ${headers.get("location")}`, calls };
}

describe("a slug in other letter case", () => {
  it.each([
    ["leads to its lower-case form", "Red-Fox", ["red-fox"], "301 /en/products/red-fox?buy=1"],
    ["leads to letters of any language", "ÄPFEL", ["äpfel"], "301 /en/products/%C3%A4pfel?buy=1"],
    ["is the server's own", "Red-Fox", ["Red-Fox", "red-fox"], "Red-Fox"],
    ["names nothing", "Red-Fox", [], null],
  ])("%s", async (_name, slug, has, expected) => {
    expect((await read(slug, has)).result).toBe(expected);
  });

  it("is asked for only where it names nothing as it was typed", async () => {
    expect((await read("red-fox", [])).calls).toEqual(["red-fox"]);
    expect((await read("Red-Fox", ["Red-Fox"])).calls).toEqual(["Red-Fox"]);
  });
});
