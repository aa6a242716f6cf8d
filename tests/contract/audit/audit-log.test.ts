import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordAction } from "#api/audit/audit.service.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/test-api.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const read = (subjectId: number) => test.database`
  SELECT actor_id, action, before, after, reason FROM audit_log
  WHERE subject_id = ${String(subjectId)} ORDER BY id`;

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
      // What it says of a person may go, but only with the account.
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
