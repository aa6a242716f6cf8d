import { describe, expect, it } from "vitest";
import {
  isPaymentToken,
  ownReturnPath,
} from "#app/wallet/sandbox-payment/sandbox-payment.server.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loadFailure, readReason } from "./fail-payment.server.ts";
import { loadPaymentProgress, readOrderId, readWaited } from "./payment-status.server.ts";

describe("what a link can make the payment pages say and do", () => {
  it.each([
    "payment_canceled",
    "payment_expired",
    "card_declined",
  ])("names the known reason %s", (reason) => {
    expect(readReason(reason)).toBe(reason);
  });

  it.each([
    null,
    "",
    "Call +1 555 0100 to get your money back",
    "<script>alert(1)</script>",
    "constructor",
    "CANCELED",
    "unauthenticated",
    "errors.payment_canceled",
  ])("says only that the reason is not known to %j", (query) => {
    expect(readReason(query)).toBe("unknown_failed");
  });

  it.each(["7", "9f0c-uuid", "a".repeat(64)])("asks about the order %s", (id) => {
    expect(readOrderId(id)).toBe(id);
  });

  it.each([
    null,
    "",
    "../7",
    "7 OR 1=1",
    "a".repeat(65),
    "7\u0000",
  ])("does not ask about the order %j", (id) => {
    expect(readOrderId(id)).toBeNull();
  });

  it.each([
    ["1", 1],
    ["24", 24],
  ])("has waited %j times", (text, waited) => {
    expect(readWaited(text)).toBe(waited);
  });

  it.each([
    null,
    "",
    "0",
    "25",
    "99",
    "100",
    "-1",
    "+1",
    "1.5",
    "1e1",
    "007",
    " 3",
    "٣",
    "soon",
  ])("has not waited %j", (text) => {
    expect(readWaited(text)).toBe(0);
  });

  it("goes back to our own pages only", () => {
    expect(ownReturnPath("/en/processing-payment?order_id=7")).toBe(
      "/en/processing-payment?order_id=7",
    );
    expect(ownReturnPath("https://evil.example/")).toBeNull();
    expect(ownReturnPath("//evil.example/")).toBeNull();
  });

  it("asks about tokens that can be one", () => {
    expect(isPaymentToken("wv3Ojt9Zk2-_A1b2C3d4E5")).toBe(true);
    expect(isPaymentToken("..")).toBe(false);
    expect(isPaymentToken("a".repeat(65))).toBe(false);
  });
});

describe("the page of a payment that failed", () => {
  async function open(respond: () => Response, query = "order_id=7&error=payment_expired") {
    const request = new Request(`${SHOP_URL}/en/fail-payment?${query}`);
    return (await runInWebTier(request, respond, (context) => loadFailure(context))).result;
  }
  const withStatus = (status: string) => () =>
    Response.json({ status: "OK", message: null, order: { status } });

  it("says why, of a deposit that has failed", async () => {
    for (const status of ["failed", "error", "cancelled", "canceled", "Expired"]) {
      expect(await open(withStatus(status)), status).toEqual({
        reason: "errors.payment_expired",
        retryTo: "/dashboard/deposits/create?again=7",
        open: null,
      });
    }
  });

  it("offers to go on where only the page was left, and to try again where the server does not say", async () => {
    const left = (order: Record<string, unknown>) =>
      open(() => Response.json({ status: "OK", order }), "error=payment_canceled&again=7");
    const state = { status: "processing", can_continue: true, can_cancel: true };
    expect((await left(state)).open).toEqual({ id: "7", canContinue: true, canCancel: true });
    for (const order of [{ status: "processing" }, { status: "failed", can_continue: false }]) {
      expect(await left(order)).toEqual({
        reason: "errors.payment_canceled",
        retryTo: "/dashboard/deposits/create?again=7",
        open: null,
      });
    }
  });

  /** The page without an order id, for a member whose newest deposit has this status. */
  async function openUnnamed(status: string | null, query: string) {
    const request = new Request(`${SHOP_URL}/en/fail-payment?${query}`);
    const row = { id: 7, amount: "20.00", status, created_at: "2026-11-21T12:00:00.000Z" };
    const api: FakeApi = (_request, path) =>
      path === "/deposit/history"
        ? Response.json({ payload: status === null ? [] : [row], message: null })
        : Response.json({ status: "OK", message: null, order: { status } });
    const opened = runInWebTier(request, api, (context) => loadFailure(context));
    return opened.then(
      ({ result }) => result.reason,
      (thrown: unknown) => thrown instanceof Response && thrown.headers.get("location"),
    );
  }

  it.each([
    [null, "error=payment_expired", "errors.payment_expired"],
    ["failed", "error=payment_expired", "errors.payment_expired"],
    ["processing", "error=payment_expired", "/en/processing-payment?order_id=7"],
    // It may be an earlier one: the list shows the outcome of each.
    ["completed", "error=payment_expired", "/en/dashboard/deposits"],
    ["completed", "error=payment_canceled&again=7", "/en/success-payment?order_id=7"],
  ])("of a link that names none, says of the newest deposit, which is %s, what is true (%s)", async (status, query, shown) => {
    expect(await openUnnamed(status, query)).toBe(shown);
  });

  it.each([
    ["that is still being paid", withStatus("pending"), "/en/processing-payment?order_id=7"],
    ["in a state we do not know", withStatus("on hold"), "/en/processing-payment?order_id=7"],
    [
      "that cannot be asked about",
      () => new Response("", { status: 503 }),
      "/en/processing-payment?order_id=7",
    ],
    ["that was paid after all", withStatus("completed"), "/en/success-payment?order_id=7"],
  ])("does not offer to try again for a deposit %s", async (_name, respond, location) => {
    const thrown: unknown = await open(respond).catch((error: unknown) => error);
    expect(thrown instanceof Response && thrown.headers.get("location")).toBe(location);
  });
});

describe("the page that waits for a payment", () => {
  const HERE = "/en/processing-payment?order_id=7";
  async function open(path: string, order: Record<string, unknown>) {
    const request = new Request(SHOP_URL + path);
    const api = () => Response.json({ status: "OK", message: null, order });
    return (await runInWebTier(request, api, (context) => loadPaymentProgress(context))).result
      .data;
  }

  it.each(["cancelled", "canceled", "expired"])("ends for one that was %s", async (status) => {
    const thrown: unknown = await open(HERE, { status }).catch((error: unknown) => error);
    expect(thrown instanceof Response && thrown.headers.get("location")).toBe(
      "/en/fail-payment?error=payment_failed&order_id=7",
    );
  });

  it("knows how often it has loaded itself, and how the deposit is paid", async () => {
    const progress = { state: "waiting", orderId: "7", waited: 3, method: "sepa" };
    const order = { status: "processing", method: "sepa" };
    expect(await open(`${HERE}&waited=3`, order)).toEqual({ progress });
    expect(await open(`${HERE}&waited=-3`, { status: "processing" })).toEqual({
      progress: { ...progress, waited: 0, method: null },
    });
  });

  it("counts on where a server sends payers to this very page", async () => {
    const order = { status: "processing", redirect_url: HERE };
    expect(await open(`${HERE}&waited=3`, order)).toMatchObject({ progress: { waited: 3 } });
  });
});
