import { describe, expect, it } from "vitest";
import { toCheckoutPath } from "#app/i18n/paths.ts";
import en from "#locales/en.json" with { type: "json" };
import { ODD_SUCCESSES } from "#tests/mocks/odd-responses.ts";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { purchase } from "./purchase.server.ts";
import { AFTER_UNCLEAR } from "./repeated-purchase.ts";

const ORDER = {
  id: 31,
  prompt_id: 7,
  slug: "fox",
  title: "Fox",
  price: "2.90",
  currency: "EUR",
  created_at: "2026-11-22T00:00:00Z",
};

/** An API with these orders, whose purchase call `respond` handles. */
function shopApi(orders: unknown[] | null, respond: () => Response, sent: string[] = []): FakeApi {
  return (request, path) => {
    if (request.method === "POST") {
      sent.push(path);
      return respond();
    }
    if (orders === null) return new Response("", { status: 503 });
    return Response.json({ payload: orders, message: null });
  };
}

async function submit(
  api: FakeApi,
  fields: Record<string, string> = {},
  path = "/en/products/fox?buy=1",
) {
  const request = postForm(path, {
    prompt_id: "7",
    expected_price: "2.90",
    ...fields,
  });
  return (await runInWebTier(request, api, (context) => purchase(request, context, "fox"))).result;
}

/** The same after a click whose outcome is unclear. */
const repeat = (api: FakeApi, fields = {}) =>
  submit(api, fields, `/en${toCheckoutPath("fox")}${AFTER_UNCLEAR}`);

function whereTo(result: Awaited<ReturnType<typeof submit>>): string | null {
  return result instanceof Response ? result.headers.get("location") : null;
}

describe("a purchase that the server has made", () => {
  it("in two tabs is said to be one in the first, whichever response comes last", async () => {
    const buy = (already_owned: boolean) =>
      submit(shopApi([ORDER], () => Response.json({ payload: { order: ORDER, already_owned } })));
    const [first, second] = [await buy(false), await buy(true)];
    const cookieOf = (result: typeof first) =>
      result instanceof Response ? result.headers.get("set-cookie") : null;
    expect(whereTo(first)).toBe("/en/dashboard?order=31");
    expect(cookieOf(first)).toContain("toast=");
    // A toast would replace that of the first tab, whose page is not loaded yet.
    expect(whereTo(second)).toBe("/en/dashboard?order=31&owned=before");
    expect(cookieOf(second)).toBeNull();
  });

  it.each([
    [59_000, "now"],
    [-59_000, "now"],
    [61_000, "before"],
    [-61_000, "before"],
  ])("%i ms ago is said by its repetition to be one of %s", async (ageMs, since) => {
    const order = { ...ORDER, created_at: new Date(Date.now() - ageMs).toISOString() };
    const api = shopApi([order], () => Response.json({ payload: { order, already_owned: true } }));
    expect(whereTo(await submit(api))).toBe(`/en/dashboard?order=31&owned=${since}`);
  });

  it.each(ODD_SUCCESSES)("leads to its order when it says %s", async (_name, respond) => {
    expect(whereTo(await submit(shopApi([ORDER], respond)))).toBe("/en/dashboard?order=31");
  });

  it.each(ODD_SUCCESSES)("is unclear where no order shows it, at %s", async (_name, respond) => {
    for (const orders of [[], null]) {
      const api = shopApi(orders, respond);
      expect(whereTo(await submit(api))).toBe("/en/products/fox?buy=1&unclear=1");
    }
  });

  it.each([
    ["the order in the payload", { status: "OK", payload: ORDER }],
    ["the order inside it", { status: "OK", payload: { order: ORDER } }],
    ["the order beside it", { order: ORDER }],
    ["the order's id", { status: "OK", payload: { id: 31 } }],
    ["the order's id by name", { status: "OK", payload: { order_id: "31" } }],
  ])("is found by %s where orders do not name their product", async (_name, body) => {
    const { prompt_id: _, slug: __, ...plain } = ORDER;
    const api = shopApi([{ ...plain, id: 30 }, plain], () => Response.json(body));
    expect(whereTo(await submit(api))).toBe("/en/dashboard?order=31");
  });
});

describe("a purchase while the API has no files", () => {
  it("is known not to have been made, since the API looks for them ahead of it", async () => {
    const body = { status: "ERROR", message: "Later.", code: "storage_unavailable" };
    const respond = () => Response.json(body, { status: 503, headers: { "retry-after": "5" } });
    expect(await submit(shopApi([], respond))).toMatchObject({
      data: {
        code: "storage_unavailable",
        text: expect.stringMatching(/^Our file storage is not available/),
      },
      init: { status: 503 },
    });
    // The effect of an earlier click is as unknown as before.
    expect(await repeat(shopApi([], respond))).toMatchObject({
      data: { isUnclear: true, text: expect.stringMatching(/^Our file storage/) },
      init: { status: 503 },
    });
  });
});

const UNCLEAR: [string, () => Response][] = [
  ["an error of the server", () => Response.json({ message: "Server Error" }, { status: 500 })],
  ["a gateway that timed out", () => new Response("", { status: 504 })],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } })],
  [
    "no response",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
];

describe("a purchase whose outcome is unclear", () => {
  it.each(UNCLEAR)("by %s leads to its order when there is one", async (_name, respond) => {
    expect(whereTo(await submit(shopApi([ORDER], respond)))).toBe("/en/dashboard?order=31");
  });

  it.each(UNCLEAR)("by %s says that it is unclear when there is none", async (_name, respond) => {
    for (const orders of [[], null]) {
      const api = shopApi(orders, respond);
      // A reload of that page does not send the purchase again.
      expect(whereTo(await submit(api))).toBe("/en/products/fox?buy=1&unclear=1");
      expect(await repeat(api)).toMatchObject({
        data: { code: "unclear", isUnclear: true, text: "Failed to purchase prompt" },
        init: { status: expect.toSatisfy((status) => status === 502 || status === 503) },
      });
    }
  });

  it.each([
    [402, "balance_insufficient"],
    [404, "product_not_found"],
    [409, "price_changed"],
    [409, "rate_changed"],
    [410, "product_withdrawn"],
    [422, "wallet_on_hold"],
    [429, "too_many_attempts"],
  ] as const)("stays unclear when its repetition is rejected with %i %s, and says why", async (status, code) => {
    const body = { status: "ERROR", message: "Not now.", code };
    const rejected = await repeat(shopApi([], () => Response.json(body, { status })));
    const text = en[`errors.${code}`];
    expect(rejected).toMatchObject({ data: { code, isUnclear: true, text }, init: { status } });
  });

  it("stays unclear when its repetition is no purchase at all", async () => {
    const fields = { expected_price: "much" };
    const rejected = (isUnclear: boolean) => ({ data: { code: "validation_failed", isUnclear } });
    expect(await repeat(shopApi([], Response.error), fields)).toMatchObject(rejected(true));
    expect(await submit(shopApi([], Response.error), fields)).toMatchObject(rejected(false));
  });

  it("is not sent again while there is an order", async () => {
    const sent: string[] = [];
    const api = shopApi([ORDER], () => Response.json({ status: "OK" }), sent);
    expect(whereTo(await repeat(api))).toBe("/en/dashboard?order=31");
    expect(sent).toEqual([]);
  });

  it("is not sent again while the orders cannot be read", async () => {
    const sent: string[] = [];
    const api = shopApi(null, () => Response.json({ status: "OK" }), sent);
    expect(await repeat(api)).toMatchObject({ data: { code: "unclear" } });
    expect(sent).toEqual([]);
  });

  it("is sent again when there is no order", async () => {
    const sent: string[] = [];
    const api = shopApi([], () => Response.json({ payload: ORDER }), sent);
    expect(whereTo(await repeat(api))).toBe("/en/dashboard?order=31");
    expect(sent).toEqual(["/purchase/prompt"]);
  });
});

describe("the price in euros", () => {
  const sendAnd = async (fields: Record<string, string>, response: Response) => {
    const sent: unknown[] = [];
    const api: FakeApi = async (request) => {
      if (request.method === "POST") sent.push(await request.json());
      return response.clone();
    };
    return { result: await submit(api, fields), sent };
  };

  it("is sent as the rate that was shown, and not at all where none was", async () => {
    const bought = Response.json({ payload: ORDER });
    const { sent } = await sendAnd({ expected_rate: "0.5" }, bought);
    expect(sent).toMatchObject([{ expected_price: "2.90", expected_rate: "0.5" }]);
    const plain = await sendAnd({}, bought);
    expect(plain.sent[0]).not.toHaveProperty("expected_rate");
  });

  it("that has changed is said, and nothing is unclear", async () => {
    const body = { status: "ERROR", message: "Changed.", code: "rate_changed", details: {} };
    const changed = Response.json(body, { status: 409 });
    const { result } = await sendAnd({ expected_rate: "1" }, changed);
    expect(result).toMatchObject({ data: { code: "rate_changed" }, init: { status: 409 } });
  });
});

describe("a purchase that was rejected", () => {
  it.each([
    [200, { status: "ERROR", message: "This prompt is sold out." }, "This prompt is sold out."],
    [422, { message: "Not enough coins." }, "Not enough coins."],
    [404, { message: "Your wallet was not found." }, "Your wallet was not found."],
    [
      404,
      { message: "The route api/purchase/prompt could not be found." },
      en["errors.purchase_failed"],
    ],
    [404, { message: "Gone.", code: "product_not_found" }, en["errors.product_not_found"]],
    [410, { message: "Sold out since noon." }, "Sold out since noon."],
    [429, { message: "Two a day at most." }, "Two a day at most."],
    [200, { status: "ERROR" }, "Failed to purchase prompt"],
    [200, { status: "ERROR", message: null }, "Failed to purchase prompt"],
    [400, null, "Failed to purchase prompt"],
  ])("with %i %j shows %j", async (status, body, text) => {
    const result = await submit(shopApi([], () => Response.json(body, { status })));
    expect(result).toMatchObject({ data: { text } });
    expect(result).toMatchObject({ data: { isUnclear: false } });
  });

  // The checkout has texts of its own for codes.
  it.each([
    ["a text", { message: "Two a day at most." }, {}, "other"],
    ["the time to wait", {}, { "retry-after": "90" }, "other"],
    ["nothing else", {}, {}, "too_many_attempts"],
    ["our code", { message: "Too many.", code: "too_many_attempts" }, {}, "too_many_attempts"],
  ])("too often has the code of its reason where the server says %s", async (_name, body, headers, code) => {
    const respond = () => Response.json(body, { status: 429, headers: { ...headers } });
    expect(await submit(shopApi([], respond))).toMatchObject({ data: { code } });
  });
});
