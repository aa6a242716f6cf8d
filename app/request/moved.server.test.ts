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
  // If it is renamed back, a redirect kept by browsers would form a loop.
  expect(result.headers.get("cache-control")).toBe("no-cache");
});

/** The names of a record as stated by its server; null if the server does not state them. */
type Names = string[] | null;

/**
 * Reads a slug from a server that finds the records in `finds`, each by its key. Returns the result
 * or the redirect's target, and each call.
 */
async function read(slug: string, finds: Record<string, Names>, method = "GET") {
  const calls: string[] = [];
  const url = `https://shop.example/en/products/${encodeURIComponent(slug)}?buy=1`;
  const { result } = await runInWebTier(
    new Request(url, { method }),
    () => Response.json({}),
    (context) =>
      readBySlug(
        context,
        { folder: "/products", slug },
        async (one) => {
          calls.push(one);
          const names = finds[one];
          return names === undefined ? null : { by: one, names };
        },
        ({ names }) => names ?? [],
      ).catch((thrown: unknown) => thrown),
  );
  if (!(result instanceof Response)) return { result, calls, next: null };
  const location = result.headers.get("location") ?? "";
  const next = decodeURIComponent(/products\/([^?]*)/.exec(location)?.[1] ?? "");
  return { result: `${result.status} ${location}`, calls, next };
}

const found = (by: string, names: Names) => ({ by, names });

describe("a slug in other letter case", () => {
  const fox = { "red-fox": ["red-fox"] };

  it.each<[string, string, Record<string, Names>, unknown]>([
    ["leads to its lower-case form", "Red-Fox", fox, "301 /en/products/red-fox?buy=1"],
    [
      "leads there without a name",
      "Red-Fox",
      { "red-fox": null },
      "301 /en/products/red-fox?buy=1",
    ],
    [
      "leads to letters of any language",
      "ÄPFEL",
      { äpfel: ["äpfel"] },
      "301 /en/products/%C3%A4pfel?buy=1",
    ],
    [
      "is the server's own",
      "Red-Fox",
      { "Red-Fox": ["Red-Fox"], ...fox },
      found("Red-Fox", ["Red-Fox"]),
    ],
    ["names nothing", "Red-Fox", {}, null],
    [
      "stays where the server names it so and finds it in lower case alone",
      "Red-Fox",
      { "red-fox": ["Red-Fox"] },
      found("red-fox", ["Red-Fox"]),
    ],
  ])("%s", async (_name, slug, finds, expected) => {
    expect((await read(slug, finds)).result).toEqual(expected);
  });

  it("is asked for only where it names nothing as it was typed", async () => {
    expect((await read("red-fox", {})).calls).toEqual(["red-fox"]);
    expect((await read("Red-Fox", { "Red-Fox": ["Red-Fox"] })).calls).toEqual(["Red-Fox"]);
  });

  it("stays in a form's reply", async () => {
    expect((await read("Red-Fox", fox, "POST")).result).toEqual(found("red-fox", ["red-fox"]));
  });
});

describe("a slug that is not the present one", () => {
  const renamed = { fox: ["red-fox", "7"], "red-fox": ["red-fox", "7"], "7": ["red-fox", "7"] };

  it("leads to the present one, and an id stays", async () => {
    expect((await read("fox", renamed)).result).toBe("301 /en/products/red-fox?buy=1");
    expect((await read("FOX", renamed)).result).toBe("301 /en/products/red-fox?buy=1");
    expect((await read("7", renamed)).result).toEqual(found("7", ["red-fox", "7"]));
    expect((await read("fox", renamed, "POST")).result).toMatchObject({ by: "fox" });
  });

  it("stays where nothing is found by the present one, or something else is", async () => {
    expect((await read("fox", { fox: ["Fox!"] })).result).toEqual(found("fox", ["Fox!"]));
    const crossed = { fox: ["owl"], owl: ["fox"] };
    expect((await read("fox", crossed)).result).toEqual(found("fox", ["owl"]));
  });
});

it("no address leads on twice, whatever a server finds and however it names it", async () => {
  const slugs = ["rain", "Rain", "RAIN", "fox"];
  const states: (Names | undefined)[] = [undefined, null, ...slugs.map((slug) => [slug])];
  let servers: Record<string, Names>[] = [{}];
  for (const slug of slugs) {
    servers = servers.flatMap((finds) =>
      states.map((names) => (names === undefined ? finds : { ...finds, [slug]: names })),
    );
  }
  const circles: string[] = [];
  for (const finds of servers) {
    for (const slug of slugs) {
      const { next } = await read(slug, finds);
      if (next === null) continue;
      const after = await read(next, finds);
      if (after.next !== null || after.result === null) {
        circles.push(`${slug}, ${next}: ${JSON.stringify(finds)}`);
      }
    }
  }
  expect(servers).toHaveLength(states.length ** slugs.length);
  expect(circles).toEqual([]);
});
