import { describe, expect, it } from "vitest";
import { checkApi } from "./check.ts";
import { formatReport } from "./format-report.ts";

/** The remark about a call to which the server responds in this way; all others are missing. */
async function check(call: string, respond: () => Response) {
  const { calls } = await checkApi({
    isRemote: true,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (`${request.method} ${pathname.replace(/^\/api/, "")}` === call) return respond();
      return Response.json({ message: "Not found." }, { status: 404 });
    },
    baseUrl: "https://backend.example/api",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  });
  return calls.find(({ method, path }) => `${method} ${path}` === call);
}

const PAGE = { "content-type": "text/html" };
const fox = { id: 1, title: "Fox", price: "2.90", slug: "fox" };

describe("the checker, of a response that cannot be read", () => {
  it.each<[string, () => Response, string]>([
    [
      "a redirect",
      () =>
        new Response("Moved", { status: 301, headers: { ...PAGE, location: "https://b.test/" } }),
      "301 to https://b.test/: redirects are not followed",
    ],
    [
      "a page",
      () => new Response("<h1>Sign in</h1>", { headers: PAGE }),
      "200 with an HTML page instead of JSON; a call that is missing needs a 404",
    ],
    ["nothing", () => new Response(null, { status: 204 }), "204 without a body"],
    ["other text", () => new Response("OK"), "200, but the body is not JSON"],
    ["a failure", () => new Response("<h1>Oops</h1>", { status: 500 }), "status 500"],
    [
      "no response",
      () => {
        const cause = Object.assign(new Error("reset"), { code: "ECONNRESET" });
        throw new TypeError("fetch failed", { cause });
      },
      "no response: ECONNRESET",
    ],
    [
      "a time limit that was exceeded",
      () => {
        throw new DOMException("aborted", "TimeoutError");
      },
      "no response in time (8 seconds for a read)",
    ],
    [
      "a bare list",
      () => Response.json([{ code: "en" }]),
      'no "payload" in the body (spec §3), which is a bare list',
    ],
    [
      "another envelope",
      () => Response.json({ data: [], links: {} }),
      'no "payload" in the body (spec §3), which is an object with data, links',
    ],
  ])("says what came instead: %s", async (_name, respond, remark) => {
    expect(await check("GET /languages", respond)).toMatchObject({ outcome: "failed", remark });
  });

  it("expects the other envelope of products", async () => {
    const swapped = () => Response.json({ status: "OK", payload: [fox] });
    expect(await check("GET /products", swapped)).toMatchObject({
      remark: 'no "data" in the body (spec §3), which is an object with status, payload',
    });
  });
});

describe("the checker, of a list of products", () => {
  const list = (count: number, more = {}) =>
    check("GET /products", () =>
      Response.json({ data: Array.from({ length: count }, (_, id) => ({ ...fox, id })), ...more }),
    );

  it("says that later pages cannot be reached, where nothing says how many there are", async () => {
    expect(await list(15)).toMatchObject({
      outcome: "partial",
      remark: expect.stringContaining("no meta.last_page: only these 15 products are shown"),
    });
    expect(await list(14)).toMatchObject({ outcome: "ok" });
    expect(await list(15, { meta: { last_page: "3" } })).toMatchObject({
      outcome: "ok",
      remark: "15 rows of page 1 of 3",
    });
  });

  it("names the hosts of pictures that browsers are not allowed to load", async () => {
    const of = (...urls: string[]) =>
      check("GET /products", () =>
        Response.json({ data: urls.map((image_url, id) => ({ ...fox, id, image_url })) }),
      );
    const own = ["https://backend.example/1.png", "/2.png", "3.png", "https://shop.example/4.png"];
    expect((await of(...own))?.remark).toBe("4 rows of page 1 of 1");
    expect(
      (await of(...own, "https://cdn.example/5.png", "https://cdn.example/6.png"))?.remark,
    ).toBe("6 rows of page 1 of 1; IMAGE_HOSTS has to list cdn.example");
  });
});

it("the checker says so when the URL is not the API's base", async () => {
  const report = await checkApi({
    fetch: async () => new Response("<h1>Not found</h1>", { status: 404 }),
    baseUrl: "https://backend.example",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  });
  expect(formatReport(report)).toContain("There is nothing below this URL");
});
