import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  offerHistoryResponseSchema,
  staffOfferResponseSchema,
  staffOffersResponseSchema,
} from "#api/contract/offers.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiResponse } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import {
  approve,
  createStaff,
  type Member,
  offerOf,
  paintFile,
  reviewOffer,
  SECRET_WORDS,
  sendOffer,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
});
afterAll(() => test.close());

let maker: Member;
beforeEach(async () => {
  maker = await createMember(test, { name: "Sam", surname: "Seller" });
});
afterEach(async () => {
  expect(await listViolations(test.database)).toEqual([]);
  // Only their own rows: decisions are kept permanently.
  await test.database`DELETE FROM mails`;
});

const send = async (changes: Parameters<typeof sendOffer>[2] = {}) =>
  offerOf(await sendOffer(test, maker.agent, changes));
const listed = async (query = "") => {
  const response = await staff.agent.get(`/api/staff/offers${query}`);
  return response.as(staffOffersResponseSchema);
};
const staffOfferOf = (response: ApiResponse) => response.as(staffOfferResponseSchema).payload;
const lastMail = async () => {
  await sendDueMails(test.deps);
  return (await readOutbox(test.outboxFolder)).at(-1);
};

describe("the staff's offers", () => {
  it("are nothing to anybody else", async () => {
    const { id } = await send({ media: await paintFile("png") });
    const guest = test.createAgent();
    for (const agent of [maker.agent, guest]) {
      for (const path of ["", `/${id}`, `/${id}/original`]) {
        expect((await agent.get(`/api/staff/offers${path}`)).status).toBe(404);
      }
      const body = { decision: "offer", service_price: "1.00" };
      const response = await agent.post(`/api/staff/offers/${id}/answer`, body);
      expect(response.error.code).toBe("not_found");
    }
    const { payload } = (await maker.agent.get("/api/offer/history")).as(
      offerHistoryResponseSchema,
    );
    expect(payload[0]).toMatchObject({ status: "pending" });
  });

  it("say who offers what, in the reader's language", async () => {
    const { id } = await send({ media: await paintFile("gif") });
    const agent = test.createAgent({ locale: "de" });
    await agent.post("/api/login", { email: staff.email, password: staff.password });
    expect(staffOfferOf(await agent.get(`/api/staff/offers/${id}`))).toMatchObject({
      title: "Fog over the bay",
      user: { id: maker.id, email: maker.email, name: "Sam Seller", verification_status: "none" },
      category: "Landscapes",
      styles: ["Nebel", "Bauhaus"],
      status: "pending",
      answered_at: null,
    });
    expect((await staff.agent.get("/api/staff/offers/99999999")).status).toBe(404);
  });

  it("have the seller's contact and payout for those who may see people, and each view is logged", async () => {
    const offer = await send();
    await reviewOffer(staff, offer, { decision: "offer", service_price: "20.00" });
    await approve(maker, offer);
    const views = async () => {
      const rows = await test.database<{ actorId: number }[]>`
        SELECT actor_id AS "actorId" FROM audit_log
        WHERE action = 'offer.view' AND subject_id = ${String(offer.id)} ORDER BY id`;
      return rows.map(({ actorId }) => actorId);
    };
    const path = `/api/staff/offers/${offer.id}`;
    const editor = await createMember(test, { role: "staff", staffRole: "editor" });
    const hidden = staffOfferOf(await editor.agent.get(path));
    expect(hidden.status).toBe("approved");
    for (const name of ["contact_details", "payout"]) expect(hidden).not.toHaveProperty(name);
    expect(await views()).toEqual([]);
    const reviewer = await createMember(test, { role: "staff", staffRole: "reviewer" });
    const details = { address: "Pikk 1", phone: "+372 600 1002" };
    const payout = { full_name: "Sam Seller", iban: "EE38 •••• 5685" };
    for (const { agent } of [staff, reviewer]) {
      const shown = staffOfferOf(await agent.get(path));
      expect(shown).toMatchObject({ contact_details: details, payout });
    }
    expect(await views()).toEqual([staff.id, reviewer.id]);
    // Lists are not logged, so they contain none of it, for any role.
    const list = await listed(`?q=${encodeURIComponent(maker.email)}`);
    expect(list.payload.map(({ id }) => id)).toEqual([offer.id]);
    for (const name of ["contact_details", "payout"]) {
      expect(list.payload[0]).not.toHaveProperty(name);
    }
  });

  it("come with the file as it was sent", async () => {
    const media = await paintFile("jpg");
    const { id } = await send({ media });
    const { original_url: url } = staffOfferOf(await staff.agent.get(`/api/staff/offers/${id}`));
    const file = await staff.agent.get(url ?? "");
    expect(file.bytes).toEqual(Buffer.from(await media.arrayBuffer()));
    expect(file.bytes.toString("latin1")).toContain(SECRET_WORDS);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="offer-${id}.jpg"`);
    expect(file.headers.get("cache-control")).toBe("private, no-store");
  });

  it("are listed by status and key, who has waited longest first", async () => {
    const titles = ["One", "Two", "Three", "Four", "Five"];
    for (const title of titles) await send({ title: `${maker.email} ${title}` });
    const ofMaker = `?status=pending&limit=2&q=${encodeURIComponent(maker.email)}`;
    const namesOf = (list: Awaited<ReturnType<typeof listed>>) =>
      list.payload.map(({ title }) => title.split(" ").at(-1));
    const first = await listed(ofMaker);
    expect([namesOf(first), first.meta?.newer]).toEqual([["One", "Two"], null]);
    const second = await listed(`${ofMaker}&before=${first.meta?.older}`);
    expect(namesOf(second)).toEqual(["Three", "Four"]);
    const last = await listed(`${ofMaker}&before=${second.meta?.older}`);
    expect([namesOf(last), last.meta?.older]).toEqual([["Five"], null]);
    const back = await listed(`${ofMaker}&after=${last.meta?.newer}`);
    expect(back).toEqual(second);
    for (const query of ["?before=x", "?sort=title", "?status=gone"]) {
      expect((await staff.agent.get(`/api/staff/offers${query}`)).status).toBe(422);
    }
  });

  it("are found by number, address and any part of the title, and sorted by the price asked", async () => {
    const prices = ["30.00", "10.00", "20.00", "20.00"];
    const ids: (number | string)[] = [];
    for (const price of prices) {
      ids.push((await send({ title: `Rare 100% O'Hara_${maker.id}`, price })).id);
    }
    const find = async (q: string, more = "") =>
      (await listed(`?q=${encodeURIComponent(q)}${more}`)).payload.map(({ id }) => id);
    expect(await find(`100% o'hara_${maker.id}`)).toEqual(ids);
    expect(await find(maker.email.toUpperCase())).toEqual(ids);
    expect(await find(`#${ids[1]}`)).toContain(ids[1]);
    expect(await find(`100%%o'hara_${maker.id}`)).toEqual([]);
    const [dear, cheap, one, other] = ids;
    expect(await find(maker.email, "&sort=amount")).toEqual([cheap, one, other, dear]);
    expect(await find(maker.email, "&sort=-amount")).toEqual([dear, other, one, cheap]);
    // Equal prices on both sides of a page boundary: none is missed, none is shown twice.
    const behind = `&sort=amount&limit=2&before=${one}`;
    expect(await find(maker.email, behind)).toEqual([other, dear]);
    expect(await find(maker.email, `&sort=amount&limit=2&after=${other}`)).toEqual([cheap, one]);
    expect(await find(maker.email, "&sort=-date")).toEqual(ids.toReversed());
  });
});

describe("the staff's review", () => {
  it("is a price, which is mailed to the seller with the staff's message", async () => {
    const agent = test.createAgent({ locale: "fr" });
    await agent.post("/api/login", { email: maker.email, password: maker.password });
    const offer = offerOf(await sendOffer(test, agent));
    const body = { decision: "offer", service_price: "150,5", message: "Lovely light." };
    expect(staffOfferOf(await reviewOffer(staff, offer, body))).toMatchObject({
      status: "offer",
      service_price: "150.50",
      user_price: "120.00",
      message: "Lovely light.",
      version: 1,
      reply_by: null,
    });
    const mail = await lastMail();
    expect(mail?.headers.to).toBe(maker.email);
    expect(mail?.headers.subject).toBe("Notre prix pour Fog over the bay\u00a0: 150,50\u00a0€");
    expect(mail?.text).toContain("Lovely light.");
    expect(mail?.text).toContain("/fr/dashboard/offers");
  });

  it("is a rejection, which is mailed to the seller too", async () => {
    const offer = await send();
    expect(staffOfferOf(await reviewOffer(staff, offer, { decision: "declined" }))).toMatchObject({
      status: "declined_by_service",
      service_price: null,
    });
    const mail = await lastMail();
    expect(mail?.headers).toMatchObject({
      to: maker.email,
      subject: "About your offer: Fog over the bay",
    });
    const price = { decision: "offer", service_price: "5.00", version: 1 };
    const late = await reviewOffer(staff, offer, price);
    expect(late.error.code).toBe("offer_answered");
  });

  it.each([
    { decision: "offer", service_price: "50.00" },
    { decision: "declined" },
  ])("once more changes nothing and writes no second mail: $decision", async (body) => {
    const offer = await send();
    await test.database`DELETE FROM mails`;
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => reviewOffer(staff, offer, body)),
    );
    for (const response of responses) expect(staffOfferOf(response)).toMatchObject({ version: 1 });
    expect(await test.database`SELECT 1 FROM mails`).toHaveLength(1);
  });

  it("is the first one of two colleagues'", async () => {
    const colleague = await createStaff(test);
    const offer = await send();
    const responses = await Promise.all(
      [staff, colleague].map((one, index) =>
        reviewOffer(one, offer, { decision: "offer", service_price: `${index + 1}0.00` }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    const rejected = responses.find((response) => response.status === 409);
    const done = responses.find((response) => response.status === 200);
    expect(rejected?.error).toMatchObject({
      code: "offer_answered",
      details: {
        status: "offer",
        version: 1,
        service_price: done && staffOfferOf(done).service_price,
      },
    });
  });

  it("may correct its price by naming what it corrects, until somebody agreed", async () => {
    const offer = await send();
    await reviewOffer(staff, offer, { decision: "offer", service_price: "1500.00" });
    const right = { decision: "offer", service_price: "140.00" };
    expect((await reviewOffer(staff, offer, right)).status).toBe(409);
    expect((await reviewOffer(staff, offer, { ...right, version: 0 })).status).toBe(409);
    const response = await reviewOffer(staff, offer, { ...right, version: 1 });
    expect(staffOfferOf(response)).toMatchObject({ service_price: "140.00", version: 2 });
    const no = await reviewOffer(staff, offer, { decision: "declined", version: 2 });
    expect(no.error.code).toBe("offer_answered");
    await approve(maker, offer);
    const late = { decision: "offer", service_price: "1.00", version: 2 };
    expect((await reviewOffer(staff, offer, late)).error.code).toBe("offer_answered");
    expect(staffOfferOf(await staff.agent.get(`/api/staff/offers/${offer.id}`))).toMatchObject({
      status: "approved",
      service_price: "140.00",
      payout: { amount: "140.00" },
    });
  });

  it.each([
    [{ decision: "offer" }, { service_price: ["Price is required"] }],
    [
      { decision: "offer", service_price: "0.00" },
      { service_price: ["The lowest price is 0.01 EUR."] },
    ],
    [
      { decision: "offer", service_price: "1.005" },
      { service_price: ["Please enter an amount such as 12.50."] },
    ],
    [{ decision: "maybe" }, { decision: ["Please choose an answer."] }],
    [{}, { decision: ["Please choose an answer."] }],
  ])("is rejected as %j", async (body, errors) => {
    const offer = await send();
    const response = await reviewOffer(staff, offer, body);
    expect(response.error.errors).toEqual(errors);
  });

  it("is nobody's own", async () => {
    const own = offerOf(await sendOffer(test, staff.agent));
    const response = await reviewOffer(staff, own, { decision: "offer", service_price: "900.00" });
    expect(response.status).toBe(403);
    expect(staffOfferOf(await staff.agent.get(`/api/staff/offers/${own.id}`)).status).toBe(
      "pending",
    );
  });

  it("to an offer that is not there is not found", async () => {
    const body = { decision: "declined" };
    expect((await reviewOffer(staff, { id: 99999999 }, body)).status).toBe(404);
  });
});

it("the database keeps what was decided", async () => {
  const offer = await send();
  await reviewOffer(staff, offer, { decision: "declined" });
  const id = Number(offer.id);
  await expect(
    test.database`
      UPDATE offers SET status = 'offer', service_price_cents = 1 WHERE id = ${id}`,
  ).rejects.toThrow("is decided");
});
