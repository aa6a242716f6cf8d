import { createHmac } from "node:crypto";
import dns from "node:dns";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { toUnixSeconds } from "#domain/dates.ts";
import { createStripePayments, type StripeOptions } from "./stripe-payments.ts";

const SECRET = "whsec_0123456789abcdefghijklmn";
const NOW = new Date("2026-11-22T12:00:00Z");
const SECONDS = toUnixSeconds(NOW);

const options: StripeOptions = {
  secretKey: "sk_test_0123456789abcdefghijklmn",
  webhookSecrets: ["whsec_other", SECRET],
  isLive: false,
  methods: ["card"],
  apiUrl: null,
  now: () => NOW,
};
const provider = createStripePayments(options);

const read = (body: string, header: string) =>
  provider.readWebhook(body, new Headers({ "stripe-signature": header }));

const sign = (body: string) =>
  createHmac("sha256", SECRET).update(`${SECONDS}.${body}`).digest("hex");

describe("the signature of a webhook", () => {
  const event = { id: "evt_1", type: "plan.created", created: 1_700_000_000, livemode: false };
  const body = JSON.stringify({ ...event, data: { object: { id: "plan_1" } } });

  /** What a header can contain: bytes, each as one character. */
  const byte = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f);
  const character = byte.map((code) => String.fromCharCode(code));
  const text = fc.string({ unit: character });
  const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef") });
  const signature = fc.oneof(
    text,
    hex,
    fc.constant(""),
    fc.string({ unit: character, minLength: 64, maxLength: 64 }),
  );
  const part = fc.oneof(
    text,
    fc.constantFrom(`t=${SECONDS}`, "t=", "t", "v1", "v1="),
    signature.map((value) => `v1=${value}`),
  );
  const header = fc.oneof(
    text,
    fc.array(part).map((parts) => parts.join()),
    fc.array(part).map((parts) => [`t=${SECONDS}`, ...parts].join()),
  );

  it("is rejected, whatever it and the body are, unless it is the body's", async () => {
    await fc.assert(
      fc.asyncProperty(header, fc.oneof(fc.constant(body), fc.string()), async (given, sent) => {
        await expect(read(sent, given)).rejects.toMatchObject({ code: "signature_invalid" });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    "",
    "v1=",
    `v1=${"\u00e9".repeat(64)}`,
    "v0=abc",
  ])("is found beside %j, in any order", async (other) => {
    const signed = `v1=${sign(body)}`;
    expect(await read(body, `t=${SECONDS},${other},${signed}`)).toBeNull();
    expect(await read(body, `t=${SECONDS},${signed},${other}`)).toBeNull();
    await expect(read(body, `t=${SECONDS},${other}`)).rejects.toMatchObject({
      code: "signature_invalid",
    });
  });
});

describe("an event", () => {
  const readSigned = (type: string, object: unknown) => {
    const event = { id: "evt_1", type, created: 1_700_000_000, livemode: false };
    const body = JSON.stringify({ ...event, data: { object } });
    return read(body, `t=${SECONDS},v1=${sign(body)}`);
  };

  it.each([
    ["balance.available", { object: "balance" }],
    ["invoice.upcoming", { object: "invoice" }],
    ["plan.created", { id: "gold-plan" }],
  ])("of a type that is not used is ignored, whatever it is about: %s", async (type, object) => {
    expect(await readSigned(type, object)).toBeNull();
  });

  it.each([
    "checkout.session.completed",
    "refund.created",
    "charge.dispute.closed",
  ])("of a type that is used needs an id of Stripe's: %s", async (type) => {
    for (const object of [{}, { id: "../refunds" }, { id: "" }, null]) {
      await expect(readSigned(type, object)).rejects.toMatchObject({ code: "malformed_body" });
    }
  });
});

describe("a call", () => {
  it("ends in time while no connection is made, its retries included", async () => {
    // As with a host that drops packets: the steps before the connection never end.
    const lookup = vi.spyOn(dns, "lookup").mockImplementation((() => {}) as never);
    const apiUrl = new URL("http://payments.invalid:8443");
    const unreachable = createStripePayments({ ...options, apiUrl, attemptTimeoutMs: 50 });
    try {
      await expect(unreachable.fetchReport("cs_test_1")).rejects.toThrow("Request aborted due to");
      expect(lookup).toHaveBeenCalledTimes(3);
    } finally {
      lookup.mockRestore();
    }
  }, 20_000);
});
