import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staffOfferResponseSchema, staffOffersResponseSchema } from "#api/contract/offers.ts";
import { auditResponseSchema } from "#api/contract/staff/audit.ts";
import { reasonResponseSchema, reasonsResponseSchema } from "#api/contract/staff/reviews.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  createStaff,
  type Member,
  offerOf,
  reviewOffer,
  sendOffer,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 10 });
  staff = await createStaff(test);
});
afterAll(() => test.close());

const PATH = "/api/staff/reasons";
const SMALL = { kind: "offer", locale: "de", title: "Zu klein", body: "Bitte größer senden." };
/** Saves a reason with the version that was read. */
const save = ({ id, version }: { id: number | string; version?: string }, body: object) =>
  staff.agent.request("PUT", `${PATH}/${id}`, { ...body, version });
const listed = async () => (await staff.agent.get(PATH)).as(reasonsResponseSchema).payload;

describe("the reasons of the shop", () => {
  it("are added, reworded and deleted, each with a line in the log", async () => {
    const { payload: added } = (await staff.agent.post(PATH, SMALL)).as(reasonResponseSchema);
    expect(added).toMatchObject(SMALL);
    const reworded = { ...SMALL, body: "Bitte mit 2048 Pixeln senden." };
    await save(added, reworded);
    expect(await listed()).toMatchObject([{ id: added.id, ...reworded }]);
    expect((await staff.agent.request("DELETE", `${PATH}/${added.id}`, {})).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await staff.agent.request("DELETE", `${PATH}/${added.id}`, {})).status).toBe(200);
    expect((await save(added, SMALL)).status).toBe(404);
    const log = (await staff.agent.get("/api/staff/audit?kind=reason")).as(auditResponseSchema);
    expect(log.payload.map(({ action }) => action).sort()).toEqual([
      "reason.create",
      "reason.delete",
      "reason.update",
    ]);
  });

  it("have a name that is theirs within a kind and a language", async () => {
    const add = (changes: object) => staff.agent.post(PATH, { ...SMALL, ...changes });
    const { payload: first } = (await add({})).as(reasonResponseSchema);
    const { payload: second } = (await add({ title: "Unscharf" })).as(reasonResponseSchema);
    expect((await add({ kind: "verification" })).status).toBe(200);
    expect((await add({ locale: "en" })).status).toBe(200);
    for (const response of [await add({}), await save(second, SMALL)]) {
      expect(response.status).toBe(422);
      expect(response.error.error_codes?.title?.[0]?.code).toBe("title_taken");
    }
    expect((await save(first, SMALL)).status).toBe(200);
  });

  it("are not saved over the words of a colleague", async () => {
    const { payload: read } = (
      await staff.agent.post(PATH, { ...SMALL, title: "Two colleagues" })
    ).as(reasonResponseSchema);
    const by = (body: string) => save(read, { ...SMALL, title: "Two colleagues", body });
    const saved = await Promise.all([by("Mine"), by("Yours")]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = await by("Late");
    expect(late.rejection).toEqual([409, "text_changed"]);
    const [current] = (await listed()).filter(({ id }) => id === read.id);
    expect(["Mine", "Yours"]).toContain(current?.body);
    expect((await save({ ...read, ...current }, { ...SMALL, title: "Again" })).status).toBe(200);
    // Without a version, a stale save cannot be detected.
    expect((await save({ id: read.id }, SMALL)).status).toBe(422);
  });

  it("of two that are renamed to one name at once, one is", async () => {
    const titles = Array.from({ length: 8 }, (_, index) => `Before ${index}`);
    const made = await Promise.all(
      titles.map((title) => staff.agent.post(PATH, { ...SMALL, title })),
    );
    const reasons = made.map((response) => response.as(reasonResponseSchema).payload);
    const renamed = await Promise.all(
      reasons.map((reason) => save(reason, { ...SMALL, title: "The one name" })),
    );
    const rejected = renamed.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(titles.length - 1);
    for (const response of rejected) {
      expect(response.error.error_codes?.title?.[0]?.code).toBe("title_taken");
    }
  });

  it.each([
    { kind: "payout" },
    { locale: "xx" },
    { title: " " },
    { title: "x".repeat(81) },
    { body: "" },
    { body: "x".repeat(501) },
  ])("are not written with %j", async (wrong) => {
    expect((await staff.agent.post(PATH, { ...SMALL, ...wrong })).status).toBe(422);
  });
});

describe("the queue of offers", () => {
  it("says what is beside an offer, and who decided what", async () => {
    const maker = await createMember(test, { name: "Sam", surname: "Seller" });
    const send = async (title: string) => offerOf(await sendOffer(test, maker.agent, { title }));
    const [first, second, third] = [await send("One"), await send("Two"), await send("Three")];
    const read = async ({ id }: { id: number | string }) =>
      (await staff.agent.get(`/api/staff/offers/${id}`)).as(staffOfferResponseSchema).payload;
    expect((await read(first)).queue).toEqual({
      previous: null,
      next: second.id,
      position: 1,
      total: 3,
    });
    await reviewOffer(staff, second, { decision: "offer", service_price: "10", message: "Nice" });
    expect((await read(first)).queue).toMatchObject({ next: third.id, total: 2 });
    expect((await read(third)).queue).toMatchObject({ previous: first.id, position: 2 });
    const priced = await read(second);
    expect(priced.queue).toEqual({ previous: null, next: null, position: 1, total: 1 });
    expect(priced.history).toEqual([
      { at: expect.any(Number), actor: "Sam Seller", status: "pending", amount: null, note: null },
      {
        at: expect.any(Number),
        actor: staff.email,
        status: "offer",
        amount: "10.00",
        note: "Nice",
      },
    ]);
    const list = (await staff.agent.get("/api/staff/offers?status=offer")).as(
      staffOffersResponseSchema,
    );
    expect(list.counts).toEqual({
      pending: 2,
      offer: 1,
      approved: 0,
      declined_by_service: 0,
      declined_by_user: 0,
    });
  });
});
