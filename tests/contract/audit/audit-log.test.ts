import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORT_BATCH, recordAction } from "#api/audit/audit.service.ts";
import { auditResponseSchema } from "#api/contract/staff/audit.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const read = (subjectId: number) => test.database`
  SELECT actor_id, action, before, after, reason FROM audit_log
  WHERE subject_id = ${String(subjectId)} AND subject_kind <> 'listed' ORDER BY id`;

describe("the audit log on screen", () => {
  it("is searched, paged by key, and exported; the export is logged", async () => {
    const { agent, id, email } = await createMember(test, { role: "staff" });
    const record = (n: number) =>
      recordAction(test.database, {
        actorId: id,
        action: n % 2 === 0 ? "listed.view" : "listed.change",
        subject: { kind: "listed", id: n },
        before: { price: "1.00" },
        after: { price: `${n}.00` },
        reason: n === 3 ? "100%_sure" : undefined,
      });
    for (let n = 1; n <= 5; n++) await record(n);
    const list = async (query: string) => {
      const response = await agent.get(`/api/staff/audit?kind=listed&${query}`);
      const { payload, meta, kinds } = response.as(auditResponseSchema);
      expect(kinds).toContain("listed");
      return { ids: payload.map(({ subject }) => subject.id), meta, payload };
    };
    expect((await list("q=listed.change")).ids).toEqual(["5", "3", "1"]);
    expect((await list("q=4")).ids).toEqual(["4"]);
    expect((await list(`q=${email}`)).ids).toEqual(["5", "4", "3", "2", "1"]);
    expect((await list("q=100%25_s")).ids).toEqual(["3"]);
    expect((await list("q=%25")).ids).toEqual(["3"]);
    expect((await list("from=2999-01-01")).ids).toEqual([]);
    expect((await list("from=0000-01-01&to=9999-12-31")).ids).toHaveLength(5);
    const first = await list("limit=2");
    expect(first.ids).toEqual(["5", "4"]);
    const second = await list(`limit=2&before=${first.meta?.older}`);
    expect(second.ids).toEqual(["3", "2"]);
    expect((await list(`limit=2&after=${second.meta?.newer}`)).ids).toEqual(["5", "4"]);
    expect(second.payload[0]).toMatchObject({
      actor: { id, email },
      before: { price: "1.00" },
      after: { price: "3.00" },
      reason: "100%_sure",
    });
    const csv = (await agent.get("/api/staff/audit/export?kind=listed&q=3")).text.split("\r\n");
    expect(csv.length).toBe(3);
    expect(csv[1]).toContain(`${email},listed.change,listed,3,"{""price"":""1.00""}"`);
    const log = await agent.get("/api/staff/audit?q=audit.export");
    expect(log.as(auditResponseSchema).payload[0]).toMatchObject({
      actor: { id },
      after: { kind: "listed", isSearch: true },
    });
  });

  it("does not keep the search text of an export, which may name a person", async () => {
    const { agent } = await createMember(test, { role: "staff" });
    const search = "q=mari.tamm%40example.com&from=2026-01-01";
    expect((await agent.get(`/api/staff/audit/export?${search}`)).status).toBe(200);
    expect((await agent.get("/api/staff/audit/export")).status).toBe(200);
    const log = (await agent.get("/api/staff/audit?q=audit.export")).as(auditResponseSchema);
    const [all, searched] = log.payload.map(({ after }) => after);
    expect(all).toEqual({ isSearch: false });
    expect(searched).toEqual({ isSearch: true, from: "2026-01-01" });
  });

  it("is exported to its end, in batches", async () => {
    const { agent } = await createMember(test, { role: "staff" });
    const total = 2 * EXPORT_BATCH + 1;
    await test.database`
      INSERT INTO audit_log (action, subject_kind, subject_id)
      SELECT 'exported.change', 'exported', 'row ' || n FROM generate_series(1, ${total}) AS n`;
    for (const query of ["kind=exported", "q=exported.change"]) {
      const { text } = await agent.get(`/api/staff/audit/export?${query}`);
      const rows = text.trim().split("\r\n").slice(1);
      const exported = rows.map((row) => row.split(",")[5]);
      expect(exported).toEqual(Array.from({ length: total }, (_, index) => `row ${total - index}`));
    }
  });
});

describe("the audit log", () => {
  it("keeps what was done: nothing changes or leaves it", async () => {
    const { id } = await createMember(test);
    const action = { actorId: id, action: "user.view", subject: { kind: "user", id } };
    await recordAction(test.database, { ...action, before: { a: 1 }, after: null, reason: "why" });
    const { database: sql } = test;
    for (const change of [
      sql`UPDATE audit_log SET action = 'user.edit' WHERE subject_id = ${String(id)}`,
      sql`UPDATE audit_log SET actor_id = NULL WHERE subject_id = ${String(id)}`,
      sql`UPDATE audit_log SET reason = 'another' WHERE subject_id = ${String(id)}`,
      // Personal data in it may be cleared, but only together with the account.
      sql`UPDATE audit_log SET before = NULL, after = NULL, reason = NULL
        WHERE subject_id = ${String(id)}`,
      sql`DELETE FROM audit_log`,
    ]) {
      await expect(change).rejects.toThrow("the audit log is append-only");
    }
    expect(await read(id)).toEqual([
      { actor_id: id, action: "user.view", before: { a: 1 }, after: null, reason: "why" },
    ]);
  });

  it("logs an operation that is repeated once", async () => {
    const { id } = await createMember(test);
    const subject = { kind: "order", id };
    const action = { actorId: id, action: "order.refund", subject, operationId: `once ${id}` };
    await recordAction(test.database, action);
    await recordAction(test.database, action);
    expect((await read(id)).length).toBe(1);
  });

  it("forgets what it says of a person when the account is deleted", async () => {
    const { agent, id, password } = await createMember(test);
    await recordAction(test.database, {
      actorId: null,
      action: "user.email",
      subject: { kind: "user", id },
      before: { email: "old@example.com" },
      after: { email: "new@example.com" },
      reason: "a typo",
    });
    expect((await agent.request("DELETE", "/api/user/delete", { password })).status).toBe(200);
    expect(await read(id)).toEqual([
      { actor_id: null, action: "user.email", before: null, after: null, reason: null },
    ]);
  });
});
