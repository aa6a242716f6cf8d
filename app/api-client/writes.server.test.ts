import fc from "fast-check";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isOutcomeUnclear, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { createLaravelState, laravelHandlers, REMOTE_API } from "#tests/mocks/laravel-api.ts";
import { ODD_REJECTIONS, ODD_SUCCESSES } from "#tests/mocks/odd-responses.ts";
import { CONTACT } from "#tests/setup/records/contact.ts";
import * as accounts from "./accounts.server.ts";
import { sendContactMessage } from "./contact.server.ts";
import { resendEmailLink } from "./email-verification.server.ts";
import * as newsletter from "./newsletter.server.ts";
import { buyPrompt } from "./purchases.server.ts";
import * as offers from "./selling/offers.server.ts";
import * as payouts from "./selling/payouts.server.ts";
import { decideVerification, sendVerification } from "./selling/verification.server.ts";
import * as deposits from "./wallet/deposits.server.ts";
import { addToWishlist, removeFromWishlist } from "./wishlist.server.ts";

// Combines every write call of the web tier with every acknowledgement that a server may send (spec
// §7).

const BANK = {
  ...CONTACT,
  id: { id: "9" },
  full_name: "Ada Byron",
  iban: "EE382200221020145685",
  terms: true as const,
};
const PASSWORDS = { password: "a long password", password_confirmation: "a long password" };
const DEPOSIT = {
  ...CONTACT,
  amount: "20.00",
  payment_method: "card" as const,
  operation_id: "7f9d2d34-6a35-4a62-9c8e-0d6f4f6f2f11",
};
const PURCHASE = {
  promptId: "7",
  slug: "fox",
  expectedPriceCents: 290,
  expectedRate: null,
  consent: null,
};

type Write = [path: string, run: (api: ApiClient) => Promise<unknown>];
const WRITES: Write[] = [
  ["/register", (api) => accounts.register(api, { email: "a@b.test", ...PASSWORDS, terms: true })],
  ["/login", (api) => accounts.login(api, { email: "a@b.test", password: "a long password" })],
  ["/logout", (api) => accounts.logout(api)],
  ["/user/reset-password", (api) => accounts.requestReset(api, { email: "a@b.test" })],
  [
    "/reset-password",
    (api) => accounts.resetPassword(api, { token: "t", email: "a@b.test", ...PASSWORDS }),
  ],
  ["/user/profile", (api) => accounts.updateProfile(api, { name: "Ada" })],
  [
    "/user/change-password",
    (api) => accounts.changePassword(api, { current_password: "old one", ...PASSWORDS }),
  ],
  ["/user/delete", (api) => accounts.deleteAccount(api, { password: "a long password" })],
  ["/email/verify/resend", (api) => resendEmailLink(api, "/en/products")],
  ["/contact", (api) => sendContactMessage(api, { ...CONTACT, message: "Hello" })],
  ["/newsletter/subscribe", (api) => newsletter.subscribe(api, "a@b.test")],
  ["/newsletter/confirm", (api) => newsletter.confirmSubscription(api, "token")],
  ["/newsletter/unsubscribe", (api) => newsletter.unsubscribe(api, "token")],
  ["/purchase/prompt", (api) => buyPrompt(api, PURCHASE)],
  ["/deposit/validate-amount", (api) => deposits.validateAmount(api, "20.00")],
  ["/deposit/validate", (api) => deposits.validateDeposit(api, DEPOSIT)],
  ["/deposit/checkout", (api) => deposits.checkout(api, DEPOSIT)],
  ["/deposit/7/continue", (api) => deposits.continueDeposit(api, "7")],
  ["/deposit/7/cancel", (api) => deposits.cancelDeposit(api, "7")],
  [
    "/sandbox/payments/token-12345",
    (api) => deposits.decideSandboxPayment(api, "token-12345", "pay"),
  ],
  ["/offer/create", (api) => offers.createOffer(api, new FormData())],
  ["/offer/approve", (api) => offers.approveOffer(api, BANK)],
  ["/offer/decline", (api) => offers.declineOffer(api, { id: "9" })],
  ["/offer/withdraw/sepa", (api) => offers.payOutOffer(api, "sepa", BANK)],
  ["/staff/offers/9/answer", (api) => offers.reviewOffer(api, "9", { decision: "declined" })],
  [
    "/staff/payouts/batches",
    (api) => payouts.createPayoutBatch(api, { operation_id: DEPOSIT.operation_id }),
  ],
  [
    "/staff/payouts/9/mark",
    (api) =>
      payouts.markPayout(api, "9", { state: "settled", evidence: "statement", seen: "sent" }),
  ],
  [
    "/user/verification",
    (api) => sendVerification(api, {} as Parameters<typeof sendVerification>[1]),
  ],
  [
    "/staff/verifications/9/decide",
    (api) => decideVerification(api, "9", { decision: "approved" }),
  ],
  ["/wishlist/toggle/7", (api) => addToWishlist(api, "7")],
  ["/wishlist/7", (api) => removeFromWishlist(api, "7")],
];

const server = setupServer();
let writesSeen: string[];

function createClient(): ApiClient {
  return new ApiClient(
    {
      fetch: (request) => fetch(request),
      baseUrl: REMOTE_API,
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    },
    {
      cookieHeader: "shop_session=s; XSRF-TOKEN=t",
      clientIp: "203.0.113.9",
      requestId: "r-1",
      locale: "en",
    },
  );
}

/** `respond` handles every write of the API; subsequent reads succeed. */
function respondToWrites(respond: () => Response | Promise<Response>) {
  const onWrite = ({ request }: { request: Request }) => {
    writesSeen.push(new URL(request.url).pathname.replace("/api", ""));
    return respond();
  };
  server.use(
    http.get(`${REMOTE_API}/wishlist`, () =>
      HttpResponse.json({ status: "OK", payload: [{ id: 7 }], message: null }),
    ),
    http.get(`${REMOTE_API}/purchase/history`, () =>
      HttpResponse.json({ status: "OK", payload: [], message: null }),
    ),
    http.post(`${REMOTE_API}/*`, onWrite),
    http.put(`${REMOTE_API}/*`, onWrite),
    http.delete(`${REMOTE_API}/*`, onWrite),
  );
}

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  writesSeen = [];
  const state = createLaravelState();
  state.isSignedIn = true;
  server.use(...laravelHandlers(state));
});
afterEach(() => server.resetHandlers());

describe.each(WRITES)("a write to %s", (path, run) => {
  it.each(ODD_SUCCESSES)("that is acknowledged with %s has succeeded", async (_name, respond) => {
    respondToWrites(respond);
    await run(createClient());
    expect(new Set(writesSeen)).toEqual(new Set([path]));
  });

  it("succeeds whatever a 2xx holds that says nothing of it", async () => {
    const bodies = fc.jsonValue().filter((body) => !isJudgement(body));
    let response = (): Response => new HttpResponse(null);
    respondToWrites(() => response());
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(200, 201, 202), async (body, status) => {
        response = () => Response.json(body, { status });
        await run(createClient());
      }),
      { numRuns: 12 },
    );
  });

  it.each(
    ODD_REJECTIONS,
  )("that is rejected inside a 200 with %s has failed, with the message", async (_name, toBody) => {
    respondToWrites(() => Response.json(toBody("Not today")));
    const error = await run(createClient()).catch((reason: unknown) => reason);
    expect(reasonOf(error)).toEqual({ text: "Not today" });
  });

  it.each([
    ["500", () => HttpResponse.json({ message: "Server Error" }, { status: 500 })],
    ["503", () => new HttpResponse("", { status: 503 })],
    ["a redirect", () => new HttpResponse(null, { status: 302, headers: { location: "/login" } })],
    ["a connection that breaks", () => HttpResponse.error()],
    ["a body that is cut off", () => brokenBody()],
    [
      "a body that is no gzip",
      () => new HttpResponse("plain", { headers: { "content-encoding": "gzip" } }),
    ],
  ])("whose outcome is unclear says so: %s", async (_name, respond) => {
    respondToWrites(respond);
    const error = await run(createClient()).catch((reason: unknown) => reason);
    expect(isOutcomeUnclear(error)).toBe(true);
    expect(error).toMatchObject({ init: { status: expect.any(Number) } });
  });
});

describe("what a response lacks", () => {
  const ODD_LOGINS = ODD_SUCCESSES.filter(
    ([name]) => !/status alone|payload|message null|202/.test(name),
  );

  it.each(
    ODD_LOGINS,
  )("a login that says %s is one only if somebody is signed in", async (_n, it) => {
    respondToWrites(it);
    server.use(
      http.get(`${REMOTE_API}/user/profile`, () =>
        HttpResponse.json({ message: "Unauthenticated." }, { status: 401 }),
      ),
    );
    const attempt = accounts.login(createClient(), { email: "a@b.test", password: "long enough" });
    await expect(attempt).rejects.toMatchObject({ status: 422, reason: null });
  });

  it("is the server's message of a newsletter, in whatever envelope", async () => {
    for (const body of [
      { message: "Thanks." },
      { status: "OK", payload: { message: "Thanks." } },
    ]) {
      respondToWrites(() => HttpResponse.json(body));
      expect(await newsletter.subscribe(createClient(), "a@b.test")).toEqual({ text: "Thanks." });
    }
  });

  it.each([
    ["a success", 200, {}],
    ["an error", 422, {}],
    ["an error of the field", 422, { errors: { email: ["It must be a valid email address."] } }],
    ["an ERROR", 200, { status: "ERROR" }],
  ])("is none for the newsletter where %s rejects the address (spec §5)", async (_what, status, more) => {
    const body = { message: "The email must be a valid email address.", ...more };
    respondToWrites(() => HttpResponse.json(body, { status }));
    const attempt = newsletter.subscribe(createClient(), "a@b.test");
    await expect(attempt).rejects.toMatchObject({
      status: 422,
      reason: { code: "email_invalid" },
      fields: { email: [{ code: "email_invalid" }] },
    });
  });

  it("keeps any other error of the newsletter", async () => {
    respondToWrites(() => HttpResponse.json({ message: "Full." }, { status: 422 }));
    const attempt = newsletter.subscribe(createClient(), "a@b.test");
    await expect(attempt).rejects.toMatchObject({ reason: { text: "Full." }, fields: {} });
  });

  it("is asked of the wishlist: a toggle that took the product off is turned back", async () => {
    let isOn = true;
    respondToWrites(() => {
      isOn = !isOn;
      return HttpResponse.json({ status: "OK", payload: { message: "Turned." } });
    });
    server.use(
      http.get(`${REMOTE_API}/wishlist`, () =>
        HttpResponse.json({ payload: isOn ? [{ id: "7" }] : [{ id: 8 }] }),
      ),
    );
    expect(await addToWishlist(createClient(), "7")).toEqual({ text: "Turned." });
    expect([isOn, writesSeen.length]).toEqual([true, 2]);
  });

  it("is asked of the wishlist, and is a success only where the server has no such list", async () => {
    respondToWrites(() => HttpResponse.json({ status: "OK", payload: { message: "Turned." } }));
    const add = (status: number) => {
      server.use(
        http.get(`${REMOTE_API}/wishlist`, () => HttpResponse.json({ message: "No." }, { status })),
      );
      return addToWishlist(createClient(), "7");
    };
    expect(await add(404)).toEqual({ text: "Turned." });
    await expect(add(503)).rejects.toMatchObject({ init: { status: 503 } });
  });

  it.each([
    [{ redirect_url: "/en/pay", order_id: 7 }, "/en/pay", "7"],
    [
      { payload: { redirect_url: "https://shop.example/en/pay", order_id: "a-b" } },
      "/en/pay",
      "a-b",
    ],
    [{ status: "OK", message: null, order_id: null }, null, null],
    [{ status: "OK", order_id: "a\ud800" }, null, null],
    [{ status: "OK", order_id: { id: 7 } }, null, null],
  ])("is null in a checkout that returns %j", async (body, redirectUrl, orderId) => {
    respondToWrites(() => HttpResponse.json(body));
    const opened = await deposits.checkout(createClient(), DEPOSIT);
    expect(opened).toEqual({ redirectUrl, orderId, rejectedOrigin: null });
  });

  it("is no way to a site that is not listed", async () => {
    respondToWrites(() => HttpResponse.json({ redirect_url: "https://evil.test/x", order_id: 7 }));
    const opened = await deposits.checkout(createClient(), DEPOSIT);
    expect(opened).toMatchObject({ redirectUrl: null, rejectedOrigin: "https://evil.test" });
  });

  it("counts as an error where a check lists errors, whatever its status is", async () => {
    respondToWrites(() => HttpResponse.json({ status: "OK", errors: { amount: ["Too much."] } }));
    const attempt = deposits.validateAmount(createClient(), "20.00");
    await expect(attempt).rejects.toMatchObject({ fields: { amount: [{ text: "Too much." }] } });
  });
});

function isJudgement(body: unknown): boolean {
  const names = ["status", "success", "errors"];
  return typeof body === "object" && body !== null && names.some((name) => name in body);
}

function brokenBody(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"status":'));
      controller.error(new Error("cut off"));
    },
  });
  return new HttpResponse(body, { headers: { "content-type": "application/json" } });
}
