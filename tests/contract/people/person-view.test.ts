import { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endedViewResponseSchema } from "#api/contract/staff/people.ts";
import { PERSON_VIEW_MINUTES } from "#domain/person-views.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import type { Member } from "#tests/setup/records/offers.ts";

// Staff view the shop as a person: read-only, logged, and for half an hour.

let test: TestApi;
let owner: Member;
let person: Member;
beforeAll(async () => {
  test = await createTestApi();
  owner = await createMember(test, { role: "staff" });
  person = await createMember(test, { name: "Ada" });
  await giveCredits(test.database, person.id, 5_000);
});
afterAll(() => test.close());

const start = (id = person.id, body: unknown = { reason: "Cannot find an order" }) =>
  owner.agent.post(`/api/staff/people/${id}/view`, body);
const end = async () =>
  (await owner.agent.post("/api/view/end")).as(endedViewResponseSchema).payload.person;

/** Returns every row of every table, except session times and rate counters. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await test.database<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('sessions', 'rate_limits') ORDER BY 1`;
  const prints = tables.map(async ({ name }): Promise<[string, string]> => {
    const [row] = await test.database<{ print: string }[]>`
      SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print
      FROM ${test.database(name)} AS t`;
    return [name, row?.print ?? ""];
  });
  return Object.fromEntries(await Promise.all(prints));
}

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ security: z.array(z.unknown()).optional(), tags: z.array(z.string()) }),
    ),
  ),
});

async function listOperations() {
  const { paths } = documentSchema.parse((await owner.agent.get("/api/openapi.json")).body);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, tags }]) => ({
      method: method.toUpperCase(),
      path,
      isMembersOnly: security !== undefined && !tags.includes("staff"),
      isStaffOnly: tags.includes("staff"),
    })),
  );
}

/** The members' reads that a view may make; a new one is rejected until it is added here. */
const READS = [
  "/api/deposit/history",
  "/api/documents",
  "/api/email/verify",
  "/api/offer/history",
  "/api/payment/history",
  "/api/purchase/history",
  "/api/user/billing",
  "/api/user/profile",
  "/api/user/prompts",
  "/api/wishlist",
  "/api/withdrawals/options",
];

describe("seeing the shop as a person", () => {
  it("shows what is theirs, says so, and leads back", async () => {
    const endsAt = () => Math.floor(test.clock.now().getTime() / 1000) + PERSON_VIEW_MINUTES * 60;
    const earliest = endsAt();
    expect((await start()).status).toBe(200);
    const latest = endsAt();
    const seen = await readProfile(owner.agent);
    expect(seen).toMatchObject({ email: person.email, balance: "50.00" });
    expect(seen.viewed_until).toBeGreaterThanOrEqual(earliest);
    expect(seen.viewed_until).toBeLessThanOrEqual(latest);
    expect([seen.role, seen.staff_role]).toEqual(["member", undefined]);
    const own = await readProfile(person.agent);
    expect(own).not.toHaveProperty("viewed_until");
    expect(await end()).toBe(person.id);
    expect(await readProfile(owner.agent)).toMatchObject({
      email: owner.email,
      staff_role: "owner",
    });
    expect(await end()).toBeNull();
    const log = await test.database`
      SELECT actor_id, action, reason FROM audit_log WHERE subject_id = ${String(person.id)}
      ORDER BY id`;
    expect(log).toEqual([
      { actor_id: owner.id, action: "user.view_shop", reason: "Cannot find an order" },
      { actor_id: owner.id, action: "user.view_shop_end", reason: null },
    ]);
  });

  it("rejects every write there is, and changes nothing", async () => {
    const { id: productId } = await createProduct(test);
    await start();
    const before = await fingerprint();
    const writes = (await listOperations()).filter(
      ({ method, path }) => method !== "GET" && !path.startsWith("/webhooks/"),
    );
    expect(writes.length).toBeGreaterThan(60);
    const rightBodies: Record<string, unknown> = {
      "/api/purchase/prompt": { prompt_id: productId, ...CONSENT },
      "/api/user/profile": { name: "Eve" },
      "/api/user/delete": { password: person.password, forfeit_balance: true },
    };
    for (const { method, path } of writes) {
      if (path === "/api/view/end" || path === "/api/logout") continue;
      const target = path.replace("{productId}", String(productId)).replace(/\{\w+\}/g, "7");
      const response = await owner.agent.request(method, target, rightBodies[path] ?? {});
      expect([method, path, response.status]).toEqual([method, path, 403]);
      expect(response.error).toMatchObject({ code: "view_only" });
    }
    expect(await fingerprint()).toEqual(before);
    expect(await end()).toBe(person.id);
    const toggled = await owner.agent.post(`/api/wishlist/toggle/${productId}`);
    expect(toggled.status).toBe(200);
    expect(await fingerprint()).not.toEqual(before);
  });

  it("reads what is listed and nothing else: no identity, no cards, no files", async () => {
    await start();
    const operations = (await listOperations()).filter(({ method }) => method === "GET");
    const readable: string[] = [];
    for (const { path, isMembersOnly, isStaffOnly } of operations) {
      if (!isMembersOnly && !isStaffOnly) continue;
      const response = await owner.agent.get(path.replace(/\{\w+\}/g, "7"));
      if (isStaffOnly) expect([path, response.status]).toEqual([path, 404]);
      else if (response.status === 200) readable.push(path);
      else expect([path, response.error.code]).toEqual([path, "view_only"]);
    }
    expect(readable.sort()).toEqual(READS);
    await end();
  });

  it("ends by itself, with its right, and with the person's account", async () => {
    await start();
    test.clock.advance(PERSON_VIEW_MINUTES * 60 - 60);
    expect((await readProfile(owner.agent)).email).toBe(person.email);
    test.clock.advance(60);
    expect((await readProfile(owner.agent)).email).toBe(owner.email);
    // The shop keeps an owner, even if this one loses the role.
    await createMember(test, { role: "staff" });

    await start();
    await test.database`UPDATE users SET staff_role = 'reviewer' WHERE id = ${owner.id}`;
    expect((await readProfile(owner.agent)).email).toBe(owner.email);
    await test.database`UPDATE users SET staff_role = 'owner' WHERE id = ${owner.id}`;
    expect((await readProfile(owner.agent)).email).toBe(person.email);
    await test.database`
      UPDATE users SET role = 'staff', staff_role = 'editor' WHERE id = ${person.id}`;
    expect((await readProfile(owner.agent)).email).toBe(owner.email);
    await test.database`
      UPDATE users SET role = 'member', staff_role = NULL WHERE id = ${person.id}`;
    expect(await end()).toBe(person.id);
  });

  it("needs a reason, and somebody who is there and no staff", async () => {
    const finance = await createMember(test, { role: "staff", staffRole: "finance" });
    expect((await start(person.id, { reason: " " })).status).toBe(422);
    expect((await start(999_999)).status).toBe(404);
    expect((await start(owner.id)).status).toBe(403);
    expect((await start(finance.id)).status).toBe(403);
    const body = { reason: "curious" };
    const denied = await finance.agent.post(`/api/staff/people/${person.id}/view`, body);
    expect(denied.status).toBe(404);
    expect((await readProfile(owner.agent)).email).toBe(owner.email);
  });

  it("is signed out of as one's own session", async () => {
    const { agent } = await createMember(test, { role: "staff" });
    await agent.post(`/api/staff/people/${person.id}/view`, { reason: "Cannot pay" });
    expect((await agent.post("/api/logout")).status).toBe(200);
    expect(await agent.isSignedIn()).toBe(false);
    expect(await person.agent.isSignedIn()).toBe(true);
  });
});
