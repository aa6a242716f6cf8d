import { describe, expect, it } from "vitest";
import { offerHistoryResponseSchema } from "#api/contract/offers.ts";
import { staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import { settingsResponseSchema } from "#api/contract/site.ts";
import { cardPayoutJobs, recordTransfer, sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { releasePayouts } from "#api/payouts/payouts.service.ts";
import { ANY_KEY } from "#api/providers/provider-modules.ts";
import { createMember } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  CARDS,
  confirmCard,
  createCardSeller,
  giveCard,
  givenCardOf,
  offerCards,
  pageOf,
  startCard,
  stateOf,
  typeCard,
} from "#tests/setup/money/cards.ts";
import { mailsTo, payDeposit, playSandbox } from "#tests/setup/money/refunds.ts";
import {
  approve,
  createPayout,
  createPricedOffer,
  exportPayouts,
  fillApproval,
  type Member,
  offerOf,
} from "#tests/setup/records/offers.ts";

// Payouts to cards with the sandbox provider: its page, the way back, the transfer.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const createSeller = () => createCardSeller(test, staff);

/** Creates a seller who has accepted, paid to a card with this number's behaviour. */
async function createCardPayout(number: string = CARDS.pays) {
  const { maker, offer } = await createSeller();
  const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer, number));
  return { maker, offer: offerOf(confirmed), payoutId: Number(offerOf(confirmed).payout?.id) };
}

async function payoutOf(maker: Member, offerId: number | string) {
  const { payload } = (await maker.agent.get(`/api/offer/history?id=${offerId}`)).as(
    offerHistoryResponseSchema,
  );
  return payload[0]?.payout;
}

function sandboxPayouts() {
  const [provider] = test.deps.cardPayouts.all;
  if (!provider) throw new Error("the sandbox is missing");
  return provider;
}

const transfers = async () => {
  const rows = await test.database<{ payoutId: number; outcome: string }[]>`
    SELECT payout_id AS "payoutId", outcome FROM sandbox_transfers ORDER BY payout_id`;
  return rows.map(({ payoutId, outcome }) => [payoutId, outcome]);
};
const balances = async () => {
  const rows = await test.database<{ kind: string; cents: number }[]>`
    SELECT kind, (SELECT coalesce(sum(CASE WHEN destination_account_id = a.id THEN amount_cents
        ELSE -amount_cents END), 0)::int FROM ledger_postings
      WHERE a.id IN (source_account_id, destination_account_id)) AS cents
    FROM ledger_accounts AS a WHERE currency = 'EUR'`;
  return Object.fromEntries(rows.map((row) => [row.kind, row.cents]));
};
/** Runs everything that is due: the provider's work, its reports, our job. */
async function work(seconds = 0) {
  test.clock.advance(seconds);
  for (const provider of test.deps.cardPayouts.all) {
    for (const job of provider.jobs ?? []) await job.run();
  }
  await sendCardPayouts(test.deps);
}

it("has the jobs of each provider that has some, and its own", () => {
  const [provider] = test.deps.cardPayouts.all;
  if (!provider) throw new Error("no provider");
  const jobs = [{ name: "a provider's", everyMs: 1_000, run: () => Promise.resolve() }];
  const all = [
    { ...provider, jobs },
    { ...provider, jobs: undefined },
  ];
  const cardPayouts = { ...test.deps.cardPayouts, all };
  expect(cardPayoutJobs({ ...test.deps, cardPayouts }).map(({ name }) => name)).toEqual([
    "a provider's",
    "pay out to cards",
    "delete unused card visits",
    "delete unowned cards at their providers",
    "forget who got old payouts",
  ]);
});

describe("a payout to a card", () => {
  it("is chosen where the settings have it", async () => {
    const settings = async () =>
      (await test.createAgent().get("/api/settings")).as(settingsResponseSchema).payload;
    expect((await settings()).payout_methods).toEqual(["sepa"]);
    const { maker, offer } = await createSeller();
    expect((await settings()).payout_methods).toEqual(["sepa", "card"]);
    await test.database`UPDATE settings SET payout_methods = '{sepa}'`;
    expect((await startCard(maker.agent, offer)).rejection).toEqual([
      422,
      "card_payout_unavailable",
    ]);
  });

  it("accepts the offer, and is sent by the job: brand and last digits are all that is kept", async () => {
    const { maker, offer } = await createSeller();
    const state = await giveCard(maker, offer);
    expect(await givenCardOf(maker, state)).toMatchObject({
      offer_id: offer.id,
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
      contact_details: { first_name: "Sam", city: "Tallinn" },
    });
    const { status, payout } = offerOf(await confirmCard(maker, offer, state));
    expect(status).toBe("approved");
    expect(payout).toMatchObject({
      type: "card",
      status: "ready",
      amount: "99.50",
      iban: null,
      card: { brand: "visa", last4: "4242" },
    });
    await work();
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "sent" });
    expect(await balances()).toMatchObject({ payouts_payable: 0, card_out: 9950, bank_out: 0 });
    await work(61);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "settled" });
    expect(await mailsTo(test, maker.email)).toEqual(
      expect.arrayContaining([
        "Agreed: €99.50 for Fog over the bay",
        "Your money is on its way to your card: €99.50",
      ]),
    );
    const [paper] = await test.database<{ account: string }[]>`
      SELECT data->'references'->>'account' AS account FROM documents WHERE kind = 'self_billing'`;
    expect(paper?.account).toBe("Visa •••• 4242");
  });

  it("leaves no number and no token anywhere that can be read", async () => {
    const { maker, offer } = await createSeller();
    const token = pageOf(await startCard(maker.agent, offer));
    await typeCard(maker.agent, token, { exp_month: "13" });
    await typeCard(maker.agent, token, { number: "4111 1111 1111 1111" });
    const state = stateOf(await typeCard(maker.agent, token));
    await confirmCard(maker, offer, state);
    await work();
    const tables = await test.database<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    const rows = await Promise.all(
      tables.map(({ name }) => test.database`SELECT t::text FROM ${test.database(name)} AS t`),
    );
    const everything = JSON.stringify([rows, test.logged]);
    expect(everything).not.toMatch(/4242 ?4242 ?4242|4111 ?1111/);
    const [card] = await test.database<{ token: string }[]>`SELECT token FROM sandbox_cards`;
    const ours = await test.database`SELECT t::text FROM payout_cards AS t`;
    for (const secret of [card?.token, state]) {
      expect(JSON.stringify([ours, test.logged])).not.toContain(secret);
    }
  });

  it("is the type where the path names none", async () => {
    const { maker, offer } = await createSeller();
    const body = { id: offer.id, card: await giveCard(maker, offer), terms: true };
    const confirmed = await maker.agent.post("/api/offer/withdraw", body);
    expect(offerOf(confirmed).payout?.type).toBe("card");
  });

  it("is in no file for the bank, and in the staff's list", async () => {
    const { payoutId } = await createCardPayout();
    expect((await exportPayouts(staff)).rejection).toEqual([409, "payouts_none_ready"]);
    const listed = (await staff.agent.get("/api/staff/payouts")).as(staffPayoutsResponseSchema);
    expect(listed.ready).toEqual({ count: 0, total: "0.00" });
    expect(listed.payload).toMatchObject([{ id: payoutId, type: "card", card: { last4: "4242" } }]);
  });

  it("waits for the verification, and while a payment is disputed", async () => {
    await offerCards(test);
    const maker = await createMember(test);
    const offer = await createPricedOffer(test, { staff, maker }, "10.00");
    await confirmCard(maker, offer, await giveCard(maker, offer));
    await work();
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "awaiting_verification" });
    const { token } = await payDeposit(maker.agent);
    await playSandbox(maker.agent, token, "dispute");
    await releasePayouts(test.database, maker.id, test.clock.now());
    await work();
    expect(await transfers()).toEqual([]);
    await playSandbox(maker.agent, token, "dispute_won");
    await work();
    expect(await transfers()).toEqual([[expect.any(Number), "sent"]]);
  });

  it("of a disabled account waits until it is enabled again", async () => {
    const { maker } = await createCardPayout();
    await test.database`UPDATE users SET disabled_at = now() WHERE id = ${maker.id}`;
    await work();
    expect(await transfers()).toEqual([]);
    await test.database`UPDATE users SET disabled_at = NULL WHERE id = ${maker.id}`;
    await work();
    expect(await transfers()).toEqual([[expect.any(Number), "sent"]]);
  });
});

describe("the way back from the provider's page", () => {
  it("is of one member, one session and one offer", async () => {
    const { maker, offer } = await createSeller();
    const state = await giveCard(maker, offer);
    const other = await createMember(test, { verificationStatus: "approved" });
    const second = await createPricedOffer(test, { staff, maker }, "10.00");
    const wrong = [
      confirmCard(other, offer, state),
      confirmCard(maker, second, state),
      confirmCard(maker, offer, "a-state-that-never-was"),
      other.agent.get(`/api/offer/withdraw/card/${state}`),
    ];
    for (const response of await Promise.all(wrong)) {
      expect(response.rejection).toEqual([404, "payout_card_not_found"]);
    }
    const elsewhere = test.createAgent();
    await elsewhere.post("/api/login", { email: maker.email, password: maker.password });
    expect((await confirmCard({ agent: elsewhere }, offer, state)).rejection).toEqual([
      404,
      "payout_card_not_found",
    ]);
    expect(await payoutOf(maker, offer.id)).toBeNull();
  });

  it("counts once: two presses are one payout, and later it is used", async () => {
    const { maker, offer } = await createSeller();
    const state = await giveCard(maker, offer);
    const presses = await Promise.all(
      Array.from({ length: 8 }, () => confirmCard(maker, offer, state)),
    );
    const ids = new Set(presses.map((response) => offerOf(response).payout?.id));
    expect(ids.size).toBe(1);
    expect((await maker.agent.get(`/api/offer/withdraw/card/${state}`)).rejection).toEqual([
      409,
      "payout_card_used",
    ]);
    expect((await startCard(maker.agent, offer)).rejection).toEqual([409, "payout_underway"]);
  });

  it("is over once the money came back and went somewhere else", async () => {
    const { maker, offer } = await createSeller();
    const state = await giveCard(maker, offer, CARDS.fails);
    await confirmCard(maker, offer, state);
    await work();
    const again = offerOf(await confirmCard(maker, offer, state));
    expect(again.payout).toMatchObject({ type: "card", status: "returned" });
    await maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer));
    expect((await confirmCard(maker, offer, state)).rejection).toEqual([409, "payout_card_used"]);
  });

  it("with two cards at once pays to one of them", async () => {
    const { maker, offer } = await createSeller();
    const states = [await giveCard(maker, offer), await giveCard(maker, offer)];
    const responses = await Promise.all([
      ...states.map((state) => confirmCard(maker, offer, state)),
      approve(maker, offer),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  it("without a card, too late, and with a price that rose pays nothing", async () => {
    const { maker, offer } = await createSeller();
    const canceled = pageOf(await startCard(maker.agent, offer));
    await typeCard(maker.agent, canceled, { decision: "cancel" });
    expect((await typeCard(maker.agent, canceled)).rejection).toEqual([409, "payout_card_used"]);
    const started = await startCard(maker.agent, offer, { service_price: "99.50" });
    const token = pageOf(started);
    const page = await maker.agent.get(`/api/sandbox/cards/${token}`);
    expect((await confirmCard(maker, offer, stateOf(page))).rejection).toEqual([
      409,
      "payout_card_missing",
    ]);
    const state = stateOf(await typeCard(maker.agent, token));
    const price = { decision: "offer", service_price: "120.00", version: offer.version };
    await staff.agent.post(`/api/staff/offers/${offer.id}/answer`, price);
    expect((await confirmCard(maker, offer, state)).rejection).toEqual([409, "offer_changed"]);
    test.clock.advance(3_601);
    expect((await confirmCard(maker, offer, state)).rejection).toEqual([
      409,
      "payout_card_expired",
    ]);
    expect(await payoutOf(maker, offer.id)).toBeNull();
  });

  it("pays nothing once cards are turned off; what was paid before is the same again", async () => {
    const { maker, offer } = await createSeller();
    const state = await giveCard(maker, offer);
    const turnOff = () => test.database`UPDATE settings SET payout_methods = '{sepa}'`;
    await turnOff();
    const rejected = await confirmCard(maker, offer, state);
    expect(rejected.rejection).toEqual([422, "card_payout_unavailable"]);
    expect(await test.database`SELECT 1 FROM payouts`).toEqual([]);
    await offerCards(test);
    const { payout } = offerOf(await confirmCard(maker, offer, state));
    expect(payout).toMatchObject({ type: "card", status: "ready" });
    await turnOff();
    expect(offerOf(await confirmCard(maker, offer, state)).payout).toEqual(payout);
  });

  it("asks for contact details first, and for the terms in the end", async () => {
    const { maker, offer } = await createSeller();
    const without = await maker.agent.post("/api/offer/withdraw/card", { id: offer.id });
    expect(without.invalidFields.sort()).toEqual([
      "address",
      "city",
      "country",
      "email",
      "first_name",
      "last_name",
      "phone",
      "post_code",
    ]);
    const card = await giveCard(maker, offer);
    const untouched = await maker.agent.post("/api/offer/withdraw/card", { id: offer.id, card });
    expect(untouched.invalidFields).toEqual(["terms"]);
    expect((await maker.agent.post("/api/offer/withdraw/gold", {})).status).toBe(404);
  });
});

describe("the sandbox's page", () => {
  it("is of the member who was sent there, takes test cards alone, and expires", async () => {
    const { maker, offer } = await createSeller();
    const token = pageOf(await startCard(maker.agent, offer));
    const other = await createMember(test);
    expect((await other.agent.get(`/api/sandbox/cards/${token}`)).rejection[0]).toBe(404);
    expect((await typeCard(other.agent, token)).status).toBe(404);
    const empty = { number: "", holder: "", exp_month: "", exp_year: "" };
    expect((await typeCard(maker.agent, token, empty)).invalidFields).toEqual([
      "number",
      "holder",
      "exp_month",
      "exp_year",
    ]);
    for (const number of [CARDS.rejected, "4111111111111111", "4242424242424241"]) {
      const response = await typeCard(maker.agent, token, { number });
      expect([response.status, response.invalidFields]).toEqual([422, ["number"]]);
      expect(response.text).not.toContain(number);
    }
    test.clock.advance(3_601);
    expect((await typeCard(maker.agent, token)).rejection).toEqual([404, "payout_card_not_found"]);
  });
});

const eventsOf = (payoutId: number) => test.database<{ status: string; evidence: string }[]>`
  SELECT status, evidence FROM payout_events WHERE payout_id = ${payoutId} ORDER BY id`;

describe("a transfer to a card", () => {
  it("that fails is owed again, to another card or to a bank account", async () => {
    const { maker, offer, payoutId } = await createCardPayout(CARDS.fails);
    await work();
    expect((await eventsOf(payoutId)).at(-1)).toEqual({
      status: "returned",
      evidence: "sandbox reported failed: card_payout_declined",
    });
    expect(await payoutOf(maker, offer.id)).toMatchObject({
      status: "returned",
      failure: "card_payout_declined",
    });
    expect(await balances()).toMatchObject({ payouts_payable: 9950, card_out: 0 });
    expect(await mailsTo(test, maker.email)).toContain("Payment to your card failed: €99.50");
    const again = await confirmCard(maker, offer, await giveCard(maker, offer, CARDS.fails));
    expect(offerOf(again).payout).toMatchObject({ type: "card", status: "ready" });
    await work();
    const toBank = await maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer));
    expect(offerOf(toBank).payout).toMatchObject({ type: "sepa", status: "ready" });
    await work(3_600);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ type: "sepa", status: "ready" });
  });

  it("that is repeated keeps the contact details that came with the new card", async () => {
    const { maker, offer } = await createCardPayout(CARDS.fails);
    await work();
    const place = { address: "New Street 99", city: "Riga", post_code: "LV-1010", country: "LV" };
    const again = await confirmCard(maker, offer, await giveCard(maker, offer, CARDS.pays, place));
    expect(offerOf(again).contact_details).toMatchObject(place);
  });

  it("is asked for once, with its sum and what it is for", async () => {
    const { offer, payoutId } = await createCardPayout();
    const calls: unknown[] = [];
    const provider = sandboxPayouts();
    const { pay, findTransfer } = provider;
    provider.pay = async (request) => {
      calls.push(request);
      return pay(request);
    };
    provider.findTransfer = async (id) => {
      calls.push(id);
      return findTransfer(id);
    };
    await sendCardPayouts(test.deps);
    const token = expect.any(String);
    const description = `Promptory, offer ${offer.id}`;
    const named = { payoutId, payoutKey: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    const request = { ...named, token, amountCents: 9_950, currency: "EUR", description };
    expect(calls).toEqual([request]);
    test.clock.advance(61);
    await sendCardPayouts(test.deps);
    expect(calls).toEqual([request, named]);
  });

  it("that fails for the provider's own reason fails with ours, and that one as evidence", async () => {
    const { maker, offer, payoutId } = await createCardPayout();
    await work();
    const reason = "x".repeat(201);
    const report = { payoutId, payoutKey: ANY_KEY, outcome: "failed", reason } as const;
    expect(await recordTransfer(test.deps, "sandbox", report)).toBe(true);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ failure: "card_payout_failed" });
    expect((await eventsOf(payoutId)).at(-1)).toEqual({
      status: "returned",
      evidence: `sandbox reported failed: ${"x".repeat(200)}`,
    });
    const log = "a payout that had come back was paid all the same";
    const logged = () => test.logged.filter(({ msg }) => msg === log);
    expect(logged()).toEqual([]);
    const late = { payoutId, payoutKey: ANY_KEY, outcome: "sent", reason: null } as const;
    expect(await recordTransfer(test.deps, "sandbox", late)).toBe(true);
    expect(logged()).toMatchObject([{ payoutId }]);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "returned" });
  });

  it("that comes back later is posted back, once", async () => {
    const { maker, offer } = await createCardPayout(CARDS.returns);
    await work();
    await work(61);
    await work(61);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "returned", failure: null });
    expect(await balances()).toMatchObject({ payouts_payable: 9950, card_out: 0 });
    expect(await mailsTo(test, maker.email)).toContain("Your card has sent the money back: €99.50");
  });

  it("whose response is lost is unknown, asked about, and never sent twice", async () => {
    const { maker, offer, payoutId } = await createCardPayout(CARDS.unknown);
    await sendCardPayouts(test.deps);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "unknown" });
    const events = await eventsOf(payoutId);
    expect(events.map(({ status }) => status)).toEqual(["ready", "sending", "unknown"]);
    expect(events.at(-1)?.evidence).toBe("The payout provider did not respond");
    const provider = sandboxPayouts();
    const { findTransfer } = provider;
    provider.findTransfer = async () => {
      throw new Error("no response");
    };
    test.clock.advance(61);
    await sendCardPayouts(test.deps);
    provider.findTransfer = findTransfer;
    expect(await eventsOf(payoutId)).toEqual(events);
    expect((await startCard(maker.agent, offer)).rejection).toEqual([409, "payout_underway"]);
    test.clock.advance(121);
    await sendCardPayouts(test.deps);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "settled" });
    expect((await eventsOf(payoutId)).at(-1)?.evidence).toBe("sandbox reported settled");
    expect(await transfers()).toEqual([[payoutId, "settled"]]);
  });

  it("whose request did not arrive is sent once the provider says that it knows none", async () => {
    const { maker, offer, payoutId } = await createCardPayout();
    const provider = sandboxPayouts();
    const { pay } = provider;
    provider.pay = async () => {
      throw new Error("no route");
    };
    await sendCardPayouts(test.deps);
    provider.pay = pay;
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "unknown" });
    test.clock.advance(61);
    await sendCardPayouts(test.deps);
    expect(await transfers()).toEqual([[payoutId, "sent"]]);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "sent" });
  });

  it("by a process that died between the call and its record is found, not sent again", async () => {
    const { maker, offer, payoutId } = await createCardPayout();
    const provider = sandboxPayouts();
    const { pay } = provider;
    let calls = 0;
    provider.pay = async (request) => {
      calls += 1;
      await pay(request);
      throw new Error("killed");
    };
    await sendCardPayouts(test.deps);
    // A process that died recorded nothing after the call.
    provider.pay = async (request) => {
      calls += 1;
      return pay(request);
    };
    await test.database`UPDATE payouts SET status = 'sending'`;
    test.clock.advance(61);
    await Promise.all([sendCardPayouts(test.deps), sendCardPayouts(test.deps)]);
    expect([calls, await transfers()]).toEqual([1, [[payoutId, "settled"]]]);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "settled" });
  });

  it("by a process that died before the call is sent once", async () => {
    const { payoutId } = await createCardPayout();
    await test.database`UPDATE payouts SET status = 'sending', attempts = 1, due_at = ${test.clock.now()}`;
    await Promise.all([
      sendCardPayouts(test.deps),
      sendCardPayouts(test.deps),
      sendCardPayouts(test.deps),
    ]);
    expect(await transfers()).toEqual([[payoutId, "sent"]]);
  });

  it.each([
    "failed",
    "sent",
  ] as const)("that is reported as %s while it is asked about is not sent", async (outcome) => {
    const { maker, offer, payoutId } = await createCardPayout();
    await test.database`UPDATE payouts SET status = 'sending', attempts = 1, due_at = ${test.clock.now()}`;
    sandboxPayouts().findTransfer = async () => {
      const report = { payoutId, payoutKey: ANY_KEY, outcome, reason: null };
      await recordTransfer(test.deps, "sandbox", report);
      return null;
    };
    await sendCardPayouts(test.deps);
    expect(await transfers()).toEqual([]);
    const status = outcome === "failed" ? "returned" : "sent";
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status });
  });

  it("by a process that died before the call waits while a payment is disputed since", async () => {
    const { maker, payoutId } = await createCardPayout();
    await test.database`UPDATE payouts SET status = 'sending', attempts = 1, due_at = ${test.clock.now()}`;
    const { token } = await payDeposit(maker.agent);
    await playSandbox(maker.agent, token, "dispute");
    await work();
    expect(await transfers()).toEqual([]);
    await playSandbox(maker.agent, token, "dispute_won");
    await work(3_600);
    expect(await transfers()).toEqual([[payoutId, "sent"]]);
  });

  it("is asked about although the database's clock was a year ahead when it was sent", async () => {
    const { maker, offer } = await createCardPayout(CARDS.unknown);
    await sendCardPayouts(test.deps);
    await test.database`UPDATE payouts SET due_at = due_at + interval '1 year'`;
    await sendCardPayouts(test.deps);
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "sent" });
  });

  it("is reported by its own provider alone", async () => {
    const { maker, offer, payoutId } = await createCardPayout();
    await work();
    const report = { payoutId, payoutKey: ANY_KEY, outcome: "returned", reason: null } as const;
    expect(await recordTransfer(test.deps, "another", report)).toBe(false);
    const { payoutId: toBank } = await createPayout(test, staff);
    for (const other of [toBank, 999_999_999]) {
      const about = { ...report, payoutId: other };
      expect(await recordTransfer(test.deps, "sandbox", about)).toBe(false);
    }
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "sent" });
  });

  it("is reported by a signed webhook, however often and late", async () => {
    const { maker, offer, payoutId } = await createCardPayout();
    const unsigned = await test.api.fetch(
      new Request("http://localhost:3000/webhooks/payouts/sandbox", {
        method: "POST",
        body: JSON.stringify({ payout_id: payoutId, outcome: "settled", reason: null }),
      }),
    );
    expect(unsigned.status).toBe(400);
    await work();
    await work(61);
    await work();
    expect(await payoutOf(maker, offer.id)).toMatchObject({ status: "settled" });
    const events = await test.database`
      SELECT status FROM payout_events WHERE payout_id = ${payoutId} ORDER BY id`;
    expect(events.map(({ status }) => status)).toEqual(["ready", "sending", "sent", "settled"]);
  });
});
