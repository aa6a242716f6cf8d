import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import {
  type Offer,
  offerHistoryResponseSchema,
  offerResponseSchema,
  staffOfferResponseSchema,
} from "#api/contract/offers.ts";
import { inTransaction } from "#api/db/client.ts";
import { hasOpenPayout } from "#api/payouts/payouts.queries.ts";
import { releasePayouts } from "#api/payouts/payouts.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiResponse } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  approve,
  createPricedOffer,
  createStaff,
  fillApproval,
  IBAN,
  type Member,
  offerOf,
  reviewOffer,
  sendOffer,
} from "#tests/setup/records/offers.ts";
import { lastMailTo } from "#tests/setup/records/queued-mails.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
});
afterAll(() => test.close());

let maker: Member;
beforeEach(async () => {
  maker = await createMember(test);
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const lastMailOf = ({ email }: { email: string }) => lastMailTo(test, email);

const priced = (servicePrice: string, owner = maker) =>
  createPricedOffer(test, { staff, maker: owner }, servicePrice);
const decline = (owner: Member, id: unknown, seen: Record<string, unknown> = {}) =>
  owner.agent.post("/api/offer/decline", { id, ...seen });
const withdraw = (owner: Member, offer: Offer, changes: Record<string, unknown> = {}) =>
  owner.agent.post("/api/offer/withdraw/sepa", fillApproval(offer, changes));
const errorOf = (response: ApiResponse) => {
  const { code, status } = response.error;
  expect(status).toBe("ERROR");
  return [response.status, code];
};
const lastOf = async (owner: Member) => {
  const { payload } = (await owner.agent.get("/api/offer/history")).as(offerHistoryResponseSchema);
  return payload[0];
};
const countOf = async (userId: number) => {
  const [row] = await test.database<{ payouts: number; posted: number }[]>`
    SELECT count(*)::int AS payouts, (SELECT count(*)::int FROM ledger_transactions
      WHERE kind = 'offer' AND source_id IN
        (SELECT id::text FROM offers WHERE user_id = ${userId})) AS posted
    FROM payouts WHERE user_id = ${userId}`;
  return row;
};
const verify = (userId: number) =>
  inTransaction(test.database, async (sql) => {
    await sql`UPDATE users SET verification_status = 'approved' WHERE id = ${userId}`;
    await releasePayouts(sql, userId, test.clock.now());
  });

describe("accepting our price", () => {
  it("completes the deal: what is owed, and a payout that is ready", async () => {
    await verify(maker.id);
    const response = await approve(maker, await priced("200.00"));
    expect(response.status).toBe(200);
    expect(response.as(offerResponseSchema).message).toBe("Deal is completed");
    const offer = offerOf(response);
    expect(offer).toMatchObject({
      status: "approved",
      service_price: "200.00",
      contact_details: { first_name: "Sam", country: "EE" },
      payout: {
        status: "ready",
        amount: "200.00",
        currency: "EUR",
        iban: "EE38 •••• 5685",
        full_name: "Sam Seller",
      },
    });
    expect(await lastOf(maker)).toEqual(offer);
    expect(await countOf(maker.id)).toEqual({ payouts: 1, posted: 1 });
  });

  it("below 150.00 waits with the payout for the verification", async () => {
    const offer = offerOf(await approve(maker, await priced("149.99")));
    expect(offer).toMatchObject({
      status: "approved",
      payout: { status: "awaiting_verification", amount: "149.99" },
    });
    const once = "The money is transferred as soon as your profile is verified.";
    // The introduction of the account is followed by the account.
    const mail = (await lastMailOf(maker)) ?? "";
    expect(mail).toMatch(/The money goes to this bank account:\n\nAmount: €149.99\n/);
    expect(mail.indexOf(once)).toBeGreaterThan(mail.indexOf("EE38"));
    await verify(maker.id);
    expect((await lastOf(maker))?.payout?.status).toBe("ready");
  });

  it("from 150.00 on is for verified people", async () => {
    const offer = await priced("150.00");
    const needed = "An offer of this size can be accepted once your profile is verified.";
    expect(await lastMailOf(maker)).toContain(needed);
    expect(errorOf(await approve(maker, offer))).toEqual([403, "verification_required"]);
    expect(await lastOf(maker)).toMatchObject({ status: "offer", payout: null });
    expect(await countOf(maker.id)).toEqual({ payouts: 0, posted: 0 });
    await verify(maker.id);
    expect(offerOf(await approve(maker, offer)).payout?.status).toBe("ready");
    expect(await lastMailOf(maker)).not.toContain("verified");
  });

  it.each(["in_progress", "rejected"] as const)("while %s is not verified", async (status) => {
    await test.database`
      UPDATE users SET verification_status = ${status} WHERE id = ${maker.id}`;
    const response = await approve(maker, await priced("150.00"));
    expect(errorOf(response)).toEqual([403, "verification_required"]);
  });

  it("once more returns the same payout", async () => {
    const offer = await priced("20.00");
    const first = offerOf(await approve(maker, offer));
    const again = await approve(maker, offer, { iban: IBAN.replaceAll(" ", "") });
    expect(again.status).toBe(200);
    expect(offerOf(again)).toEqual(first);
    expect(await countOf(maker.id)).toEqual({ payouts: 1, posted: 1 });
  });

  it("once more with another address is rejected, and leaves both addresses", async () => {
    const offer = await priced("20.00");
    const first = offerOf(await approve(maker, offer));
    const response = await approve(maker, offer, { address: "Corrected Street 9", city: "Tartu" });
    expect(errorOf(response)).toEqual([409, "offer_approved"]);
    expect(await lastOf(maker)).toEqual(first);
    const profile = (await maker.agent.get("/api/user/profile")).as(profileResponseSchema);
    expect(profile.payload).toMatchObject({ address: "Pikk 1", city: "Tallinn" });
    await verify(maker.id);
    const again = await withdraw(maker, offer, { address: "Corrected Street 9" });
    expect(errorOf(again)).toEqual([409, "payout_underway"]);
  });

  it("once more with another account is rejected", async () => {
    const offer = await priced("20.00");
    await approve(maker, offer);
    const response = await approve(maker, offer, { iban: "DE89370400440532013000" });
    expect(errorOf(response)).toEqual([409, "offer_approved"]);
    expect((await lastOf(maker))?.payout?.iban).toBe("EE38 •••• 5685");
  });

  it("200 times at once is one payout", async () => {
    const offer = await priced("20.00");
    const responses = await Promise.all(Array.from({ length: 200 }, () => approve(maker, offer)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => offerOf(response).payout?.id)).size).toBe(1);
    expect(await countOf(maker.id)).toEqual({ payouts: 1, posted: 1 });
  });

  it("and declining at once is one of the two", async () => {
    for (let round = 0; round < 6; round++) {
      const offer = await priced("20.00");
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index + round) % 2 === 0 ? approve(maker, offer) : decline(maker, offer.id),
        ),
      );
      const last = await lastOf(maker);
      const [done, undone] =
        last?.status === "approved"
          ? ["approved", "offer_approved"]
          : ["declined", "offer_declined"];
      expect(["approved", "declined_by_user"]).toContain(last?.status);
      expect(last?.payout === null).toBe(done === "declined");
      const rejected = responses.filter((response) => response.status !== 200);
      expect(rejected).toHaveLength(5);
      for (const response of rejected) expect(errorOf(response)).toEqual([409, undone]);
      test.clock.advance(61);
    }
  });

  it("is possible with the id in every way it is written", async () => {
    for (const id of [(id: number) => id, String, (id: number) => ({ id: String(id) })]) {
      const offer = await priced("20.00");
      const response = await approve(maker, offer, { id: id(Number(offer.id)) });
      expect(response.status).toBe(200);
    }
    for (const id of [0, -1, "x", "1e3", {}, null, [1], { id: { id: 1 } }]) {
      const response = await approve(maker, { id: 1 }, { id });
      expect(response.error.errors).toEqual({ id: ["This offer does not exist."] });
    }
  });

  it("is of the price that was seen", async () => {
    const offer = await priced("20.00");
    await reviewOffer(staff, offer, { decision: "offer", service_price: "30.00", version: 1 });
    for (const seen of [{ version: 1 }, { service_price: "20.00" }, { service_price: 20 }]) {
      const response = await approve(maker, offer, seen);
      expect(errorOf(response)).toEqual([409, "offer_changed"]);
      expect(response.error.details).toEqual({ service_price: "30.00", version: 2 });
    }
    const right = await approve(maker, offer, { version: 2, service_price: "30.00" });
    expect(offerOf(right).payout?.amount).toBe("30.00");
  });

  it("is of one's own offers, by their maker alone", async () => {
    const offer = await priced("20.00");
    const other = await createMember(test);
    for (const person of [other, staff]) {
      expect(errorOf(await approve(person, offer))).toEqual([404, "offer_not_found"]);
      expect(errorOf(await decline(person, offer.id))).toEqual([404, "offer_not_found"]);
      expect(errorOf(await withdraw(person, offer))).toEqual([404, "offer_not_found"]);
    }
    expect((await test.createAgent().post("/api/offer/approve", fillApproval(offer))).status).toBe(
      401,
    );
    expect(await lastOf(maker)).toMatchObject({ status: "offer" });
  });

  it("needs a price of ours", async () => {
    const pending = offerOf(await sendOffer(test, maker.agent));
    expect(errorOf(await approve(maker, pending))).toEqual([409, "offer_not_priced"]);
    expect(errorOf(await decline(maker, pending.id))).toEqual([409, "offer_not_priced"]);
    await verify(maker.id);
    expect(errorOf(await withdraw(maker, pending))).toEqual([409, "offer_not_accepted"]);
    await reviewOffer(staff, pending, { decision: "declined" });
    expect(errorOf(await approve(maker, pending))).toEqual([409, "offer_declined"]);
  });

  it("waits for a verified address where the settings ask for one", async () => {
    const offer = await priced("20.00");
    await test.database`UPDATE settings SET is_email_verification_enabled = true`;
    const response = await approve(maker, offer);
    await test.database`UPDATE settings SET is_email_verification_enabled = false`;
    expect(errorOf(response)).toEqual([403, "email_unverified"]);
  });

  it("keeps the account encrypted, and shows its ends alone", async () => {
    const response = await approve(maker, await priced("20.00"));
    expect(response.text).not.toContain("2200221020145685");
    const [row] = await test.database<{ stored: string }[]>`
      SELECT row_to_json(payouts)::text || encode(iban_sealed, 'escape') AS stored
      FROM payouts WHERE user_id = ${maker.id}`;
    expect(row?.stored).toContain("Sam Seller");
    expect(row?.stored).not.toContain("2200221020145685");
  });
});

describe("the bank form", () => {
  it("asks for everything, in its own words", async () => {
    const response = await maker.agent.post("/api/offer/approve", { id: 1 });
    expect(response.error.errors).toEqual({
      first_name: ["First name is required"],
      last_name: ["Last name is required"],
      email: ["Email is required"],
      phone: ["Phone number is required"],
      address: ["Address is required"],
      city: ["City is required"],
      post_code: ["Post code is required"],
      country: ["Country is required"],
      full_name: ["Full name is required"],
      iban: ["IBAN is required"],
      terms: ["You must agree to the terms"],
    });
  });

  it.each([
    ["iban", "ee382200221020145685", "Invalid IBAN format"],
    [
      "iban",
      "EE382200221020145686",
      "The check digits of this IBAN are wrong. Please check it for typos.",
    ],
    ["iban", "EE38220022102014568", "An IBAN from EE has 20 characters, this one has 19."],
    ["iban", "XX11AAAA", "SEPA transfers do not reach accounts in XX."],
    ["iban", "9".repeat(10_000), "Invalid IBAN format"],
    ["full_name", "李小龙", "Please write your name in Latin letters, as your bank does."],
    ["full_name", "x".repeat(71), "At most 70 characters."],
    ["country", "XX", "Country is required"],
    ["terms", false, "You must agree to the terms"],
  ])("rejects %s %j", async (field, value, message) => {
    const offer = await priced("20.00");
    const response = await approve(maker, offer, { [field]: value });
    expect(response.status).toBe(422);
    expect(response.error.errors?.[field]).toContain(message);
    expect(await lastOf(maker)).toMatchObject({ status: "offer" });
  });
});

describe("declining our price", () => {
  it("is final, and once more changes nothing", async () => {
    const offer = await priced("20.00");
    const response = await decline(maker, { id: offer.id });
    expect(response.as(offerResponseSchema).message).toBe("Deal is declined");
    expect(offerOf(response)).toMatchObject({ status: "declined_by_user", service_price: "20.00" });
    expect((await decline(maker, String(offer.id))).status).toBe(200);
    expect(errorOf(await approve(maker, offer))).toEqual([409, "offer_declined"]);
    expect(errorOf(await withdraw(maker, offer))).toEqual([409, "offer_declined"]);
    expect(await countOf(maker.id)).toEqual({ payouts: 0, posted: 0 });
  });

  it("declines only the price that the owner saw", async () => {
    const offer = await priced("50.00");
    const corrected = { decision: "offer", service_price: "95.00", version: offer.version };
    const response = await reviewOffer(staff, offer, corrected);
    const { version } = response.as(staffOfferResponseSchema).payload;
    for (const seen of [
      { version: offer.version },
      { service_price: "50.00" },
      { version, service_price: 50 },
    ]) {
      const rejected = await decline(maker, { id: offer.id }, seen);
      expect(errorOf(rejected)).toEqual([409, "offer_changed"]);
      expect(rejected.error.details).toEqual({ service_price: "95.00", version });
    }
    const malformed = await decline(maker, offer.id, { service_price: "much" });
    expect(malformed.status).toBe(422);
    expect(await lastOf(maker)).toMatchObject({ status: "offer", service_price: "95.00" });
    const seen = { version, service_price: "95.00" };
    for (const _time of ["first", "again"]) {
      const declined = await decline(maker, offer.id, seen);
      expect(offerOf(declined)).toMatchObject({ status: "declined_by_user" });
    }
  });

  it("comes too late once it was accepted", async () => {
    const offer = await priced("20.00");
    await approve(maker, offer);
    expect(errorOf(await decline(maker, offer.id))).toEqual([409, "offer_approved"]);
    expect(await lastOf(maker)).toMatchObject({ status: "approved" });
  });
});

describe("withdrawing", () => {
  it("to a card is not available by itself, and a number is never looked at", async () => {
    const offer = await priced("20.00");
    const { iban: _, ...contact } = fillApproval(offer);
    for (const path of ["/api/offer/withdraw/card", "/api/offer/withdraw"]) {
      const body = { ...contact, card_number: "4242424242424242", cvc: "123" };
      const response = await maker.agent.post(path, body);
      expect(errorOf(response)).toEqual([422, "card_payout_unavailable"]);
      expect((await test.createAgent().post(path, body)).status).toBe(401);
    }
    expect(JSON.stringify(test.logged)).not.toContain("4242424242424242");
    expect((await maker.agent.post("/api/offer/withdraw/gold", {})).status).toBe(404);
  });

  it("to a bank never makes a second payout", async () => {
    await verify(maker.id);
    const offer = await priced("20.00");
    expect(errorOf(await withdraw(maker, offer))).toEqual([409, "offer_not_accepted"]);
    const { payout } = offerOf(await approve(maker, offer));
    const responses = await Promise.all(Array.from({ length: 20 }, () => withdraw(maker, offer)));
    for (const response of responses) expect(offerOf(response).payout).toEqual(payout);
    const other = await withdraw(maker, offer, { full_name: "Somebody Else" });
    expect(errorOf(other)).toEqual([409, "payout_underway"]);
    expect(await countOf(maker.id)).toEqual({ payouts: 1, posted: 1 });
  });

  it("needs a verified profile", async () => {
    const offer = await priced("20.00");
    await approve(maker, offer);
    expect(errorOf(await withdraw(maker, offer))).toEqual([403, "verification_required"]);
  });
});

describe("what others ask about payouts", () => {
  it("knows whether somebody is owed money", async () => {
    const isOpen = () => hasOpenPayout(test.database, maker.id);
    expect(await isOpen()).toBe(false);
    const offer = await priced("20.00");
    expect(await isOpen()).toBe(false);
    await approve(maker, offer);
    expect(await isOpen()).toBe(true);
    await verify(maker.id);
    expect(await isOpen()).toBe(true);
  });

  it("lets waiting payouts go on when their owner was verified at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await createMember(test);
      const offer = await priced("20.00", person);
      await Promise.all([approve(person, offer), verify(person.id)]);
      expect((await lastOf(person))?.payout?.status).toBe("ready");
    }
  });

  it("lets them go on when the staff approves the verification", async () => {
    await approve(maker, await priced("20.00"));
    const [row] = await test.database<{ id: number }[]>`
      INSERT INTO verifications (user_id, operation_id, body_hash, full_name, nationality, phone,
        date_of_birth, address, city, country, document_type, address_document_type, locale,
        created_at)
      VALUES (${maker.id}, gen_random_uuid(), '', 'Sam Seller', 'EE', '+372 600 1002',
        '1990-01-01', 'Pikk 1', 'Tallinn', 'EE', 'passport', 'utility_bill', 'en', now())
      RETURNING id`;
    await test.database`
      UPDATE users SET verification_status = 'in_progress' WHERE id = ${maker.id}`;
    const path = `/api/staff/verifications/${row?.id}/decide`;
    expect((await staff.agent.post(path, { decision: "approved" })).status).toBe(200);
    expect((await lastOf(maker))?.payout?.status).toBe("ready");
  });

  it("releases nobody else's", async () => {
    await approve(maker, await priced("20.00"));
    const other = await createMember(test);
    await verify(other.id);
    expect((await lastOf(maker))?.payout?.status).toBe("awaiting_verification");
  });
});
