import { describe, expect, it } from "vitest";
import type { Context } from "#app/middleware/web-context.ts";
import { ODD_SUCCESSES } from "#tests/mocks/odd-responses.ts";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { CONTACT } from "#tests/setup/records/contact.ts";
import { startCard, submitBankDetails, submitDecline } from "./offer-actions.server.ts";

// The texts of spec §8 Bank step and Offer defaults, and writes whose outcome is unclear.

const FORM = {
  ...CONTACT,
  full_name: "Ada Byron",
  iban: "EE382200221020145685",
  terms: "on",
};
const OFFER = { id: 9, title: "Fog", user_price: "20.00", service_price: "15.00", created_at: 1 };
const SERVER = "Server error occurred. Please try again later or contact support.";
const RETURNED = { id: 1, status: "returned", amount: "15.00" };

/**
 * An API whose offer is `before`, and `after` once the write was sent; `respond` handles the write.
 */
function offerApi(before: object, after: object, respond: () => Response): FakeApi {
  let isSent = false;
  return (request) => {
    if (request.method === "POST") {
      isSent = true;
      return respond();
    }
    const offer = { ...OFFER, ...(isSent ? after : before) };
    return Response.json({ payload: [offer], message: null });
  };
}

const OPEN = { status: "offer" };
const BACK = { status: "approved", payout: RETURNED };

async function confirm(api: FakeApi, seen: Record<string, string> = {}) {
  const path = "/en/dashboard/offers?offer=9&step=bank&confirm=1";
  const request = postForm(path, { ...FORM, ...seen });
  return (await runInWebTier(request, api, (context) => submitBankDetails(request, context, "9")))
    .result;
}

async function decline(api: FakeApi, fields: Record<string, string> = {}) {
  const request = postForm("/en/dashboard/offers?offer=9&step=decline", fields);
  return (await runInWebTier(request, api, (context) => submitDecline(request, context, "9")))
    .result;
}

const RESULT = "/en/dashboard/offers?offer=9&step=result";
const locationOf = (result: unknown) =>
  result instanceof Response ? result.headers.get("location") : null;

describe("an acceptance", () => {
  it.each(ODD_SUCCESSES)("is done when the server says %s", async (_name, respond) => {
    expect(locationOf(await confirm(offerApi(OPEN, OPEN, respond)))).toBe(RESULT);
    expect(locationOf(await decline(offerApi(OPEN, OPEN, respond)))).toBe(RESULT);
  });

  it("of an offer that a server counts from zero names that version", async () => {
    const sent: unknown[] = [];
    const api: FakeApi = async (request) => {
      if (request.method === "POST") sent.push(await request.clone().json());
      return Response.json({ payload: [{ ...OFFER, ...OPEN }], message: null });
    };
    expect(locationOf(await confirm(api, { version: "0" }))).toBe(RESULT);
    expect(sent).toMatchObject([{ version: 0 }]);
  });

  it("whose outcome is unclear is done when the offer says so", async () => {
    const lost = () => new Response("", { status: 504 });
    const approved = { status: "approved", payout: { ...RETURNED, status: "ready" } };
    expect(locationOf(await confirm(offerApi(OPEN, approved, lost)))).toBe(RESULT);
    expect(locationOf(await confirm(offerApi(BACK, approved, lost)))).toBe(RESULT);
    const declined = { status: "declined_by_user" };
    expect(locationOf(await decline(offerApi(OPEN, declined, lost)))).toBe(RESULT);
  });

  it.each([
    ["500", () => Response.json({ message: "Server Error" }, { status: 500 }), OPEN, SERVER],
    ["no response", lostConnection, OPEN, "Failed to process bank details. Please try again."],
    [
      "504",
      () => new Response("", { status: 504 }),
      OPEN,
      "An error occurred while approving the offer",
    ],
    [
      "504",
      () => new Response("", { status: 504 }),
      BACK,
      "An error occurred while processing the withdrawal.",
    ],
    ["ERROR", () => Response.json({ status: "ERROR" }), OPEN, "Failed to approve offer"],
    ["ERROR", () => Response.json({ status: "ERROR" }), BACK, "Failed to process withdrawal"],
    [
      "400",
      () => Response.json({}, { status: 400 }),
      OPEN,
      "An unexpected error occurred. Please try again.",
    ],
    [
      "a message",
      () => Response.json({ message: "Bank closed." }, { status: 400 }),
      OPEN,
      "Bank closed.",
    ],
  ])("that meets %s says what spec §8 says", async (_name, respond, offer, text) => {
    expect(await confirm(offerApi(offer, offer, respond))).toMatchObject({
      data: {
        step: "bank",
        form: { reply: { error: { form: [text] }, initialValue: { iban: FORM.iban } } },
      },
    });
  });
});

it("an acceptance that another page has decided says the first error of its fields", async () => {
  const respond = () =>
    Response.json({ message: "Conflict.", errors: { id: ["Too late."] } }, { status: 409 });
  expect(await confirm(offerApi(OPEN, OPEN, respond))).toMatchObject({
    data: { step: "details", note: "Too late." },
    init: { status: 409 },
  });
});

describe("a payout to a card", () => {
  const start = async (respond: () => Response) => {
    const { full_name: _name, iban: _iban, terms: _terms, ...contact } = FORM;
    const fields = { ...contact, type: "card" };
    const request = postForm("/en/dashboard/offers?offer=9&step=card", fields);
    const run = (context: Context) => startCard(request, context, "9");
    return (await runInWebTier(request, offerApi(OPEN, OPEN, respond), run)).result;
  };

  it("leads to the page that the server names, where payments may lead", async () => {
    const page = "/en/sandbox-card/a-token";
    const own = await start(() => Response.json({ status: "OK", redirect_url: page }));
    expect(locationOf(own)).toBe(page);
    const away = await start(() => Response.json({ redirect_url: "https://evil.test/card" }));
    expect(away).toMatchObject({ data: { step: "contact" }, init: { status: 422 } });
  });

  it("of a server that needs no page is done", async () => {
    expect(locationOf(await start(() => Response.json({ status: "OK" })))).toBe(RESULT);
  });

  it.each([
    ["no card payouts", 404, "details"],
    ["a payout under way", 409, "details"],
    ["an error of its own", 422, "contact"],
  ])("that meets %s keeps the seller at the offer", async (_name, status, step) => {
    expect(await start(() => Response.json({ message: "No." }, { status }))).toMatchObject({
      data: { step },
      init: { status },
    });
  });
});

describe("a rejection of the price", () => {
  it("names the price and version that were shown", async () => {
    const sent: unknown[] = [];
    const api: FakeApi = async (request) => {
      if (request.method === "POST") sent.push(await request.clone().json());
      return Response.json({ payload: [{ ...OFFER, ...OPEN }], message: null });
    };
    await decline(api, { decision: "decline", version: "3", service_price: "15.00" });
    await decline(api, { decision: "decline", version: "0", service_price: "15.00" });
    await decline(api, { decision: "decline" });
    expect(sent).toEqual([
      { id: "9", version: 3, service_price: "15.00" },
      { id: "9", version: 0, service_price: "15.00" },
      { id: "9" },
    ]);
  });

  it("of a form that none of our pages sent is not passed on", async () => {
    const sent = decline(offerApi(OPEN, OPEN, lostConnection), { version: "old" });
    await expect(sent).rejects.toMatchObject({ init: { status: 400 } });
  });

  it.each([
    ["504", () => new Response("", { status: 504 }), "errors.offer_decline_failed"],
    [
      "ERROR",
      () => Response.json({ status: "ERROR", message: null }),
      "errors.offer_decline_rejected",
    ],
    ["a message", () => Response.json({ message: "Too late." }, { status: 409 }), "Too late."],
    ["an error in a field", () => rejected({ id: ["Too late.", "Gone."] }), "Too late."],
    ["a field without errors", () => rejected({ id: [], price: ["Too late."] }), "Too late."],
    ["errors without texts", () => rejected({ id: [] }), "The given data was invalid."],
  ])("that meets %s says what spec §8 says", async (_name, respond, note) => {
    const result = await decline(offerApi(OPEN, OPEN, respond));
    expect(result).toMatchObject({ data: { step: "details", note } });
  });
});

/** An error in Laravel's format, with its generic message. */
const rejected = (errors: Record<string, string[]>) =>
  Response.json({ message: "The given data was invalid.", errors }, { status: 422 });

function lostConnection(): Response {
  throw new TypeError("fetch failed");
}
