import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { viewResponseSchema, viewsResponseSchema } from "#api/contract/staff/views.ts";
import { VIEWS_MAX } from "#domain/saved-views.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import type { Member } from "#tests/setup/records/offers.ts";

// Filters of the staff's lists, saved by each person under their own names (design §4).

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const PATH = "/api/staff/views";
const VIEW = { list: "/staff/orders", name: "Refunded", query: "state=refunded" };

const createReviewer = () => createMember(test, { role: "staff", staffRole: "reviewer" });
const save = (staff: Member, changes: Partial<typeof VIEW> = {}) =>
  staff.agent.post(PATH, { ...VIEW, ...changes });
const listOf = async (staff: Member) =>
  (await staff.agent.get(PATH)).as(viewsResponseSchema).payload;

describe("saved views", () => {
  it("are found again by the person who saved them, and by nobody else", async () => {
    const [one, other] = [await createReviewer(), await createReviewer()];
    const query = "?sort=-amount&q=a%26b&before=99&page=3&state=";
    const { payload: saved } = (await save(one, { query, name: " Dear ones " })).as(
      viewResponseSchema,
    );
    expect(saved).toMatchObject({ name: "Dear ones", query: "q=a%26b&sort=-amount" });
    expect(await listOf(one)).toEqual([saved]);
    expect(await listOf(other)).toEqual([]);
    expect((await other.agent.put(`${PATH}/${saved.id}`, { name: "Mine" })).status).toBe(404);
    expect((await other.agent.delete(`${PATH}/${saved.id}`)).status).toBe(200);
    expect(await listOf(one)).toEqual([saved]);
    const member = await createMember(test);
    for (const agent of [member.agent, test.createAgent()]) {
      expect((await agent.get(PATH)).status).toBe(404);
      expect((await agent.post(PATH, VIEW)).status).toBe(404);
    }
  });

  it("are renamed and deleted, and a name is one list's once", async () => {
    const staff = await createReviewer();
    const { payload: first } = (await save(staff)).as(viewResponseSchema);
    const { payload: second } = (await save(staff, { name: "Paid" })).as(viewResponseSchema);
    expect((await save(staff, { list: "/staff/deposits" })).status).toBe(200);
    const taken = [
      await save(staff, { name: "REFUNDED" }),
      await staff.agent.put(`${PATH}/${second.id}`, { name: "refunded" }),
    ];
    for (const response of taken) {
      expect(response.status).toBe(422);
      expect(response.invalidFields).toEqual(["name"]);
    }
    const renamed = await staff.agent.put(`${PATH}/${first.id}`, { name: "REFUNDED" });
    expect(renamed.as(viewResponseSchema).payload.name).toBe("REFUNDED");
    expect((await staff.agent.delete(`${PATH}/${second.id}`)).status).toBe(200);
    expect((await listOf(staff)).map(({ list, name }) => [list, name])).toEqual([
      ["/staff/deposits", "Refunded"],
      ["/staff/orders", "REFUNDED"],
    ]);
  });

  it.each([
    ["a list that is none", { list: "//evil.example" }],
    ["a page outside of the desk", { list: "/dashboard" }],
    ["no filter", { query: "page=2" }],
    ["a filter without end", { query: `q=${"x".repeat(1_000)}` }],
    ["no name", { name: "  " }],
    ["a name without end", { name: "x".repeat(61) }],
  ])("are not saved for %s", async (_title, changes) => {
    const staff = await createReviewer();
    expect((await save(staff, changes)).status).toBe(422);
    expect(await listOf(staff)).toEqual([]);
  });

  it("have an end, also for requests that come at once", async () => {
    const staff = await createReviewer();
    await test.database`
      INSERT INTO saved_views (user_id, list, name, query, created_at)
      SELECT ${staff.id}, '/staff/orders', 'View ' || n, 'q=' || n, now()
      FROM generate_series(1, ${VIEWS_MAX - 2}) n`;
    const names = ["One", "Two", "Three", "Four"];
    const responses = await Promise.all(names.map((name) => save(staff, { name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
    expect(await listOf(staff)).toHaveLength(VIEWS_MAX);
  });
});
