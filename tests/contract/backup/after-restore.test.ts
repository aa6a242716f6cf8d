import { afterAll, beforeAll, expect, it } from "vitest";
import { adjustRestoredDatabase } from "#api/backup/after-restore.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { inTransaction } from "#api/db/client.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// Actions that a restored shop must not repeat.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const year = () => test.clock.now().getUTCFullYear();
const settle = (
  documentGap: number,
  { dropsMails = false, backedUpAt = test.clock.now().toISOString() } = {},
) =>
  inTransaction(test.database, (sql) =>
    adjustRestoredDatabase(sql, backedUpAt, { documentGap, dropsMails }),
  );

/** Creates an order and returns its invoice number. */
async function buy(): Promise<string> {
  const buyer = await createMember(test);
  const product = await createProduct(test, { priceCents: 250 });
  await giveCredits(test.database, buyer.id, 250);
  const body = { prompt_id: product.id, consent: CONSENT };
  const response = await buyer.agent.post("/api/purchase/prompt", body);
  const orderId = response.as(purchaseResponseSchema).payload.order.id;
  const [row] = await test.database<{ number: string }[]>`
    SELECT number FROM documents WHERE kind = 'invoice' AND order_id = ${orderId}`;
  return row?.number ?? "";
}

it("gives no number again that the original may have given since, and says which go unused", async () => {
  expect(await buy()).toBe(`INV-${year()}-000001`);
  const { unusedNumbers } = await settle(500);
  expect(unusedNumbers).toContain(`INV-${year()}-000002 to INV-${year()}-000501`);
  expect(unusedNumbers).toContain(`CN-${year()}-000001 to CN-${year()}-000500`);
  expect(await listViolations(test.database)).toEqual([]);
  expect(await buy()).toBe(`INV-${year()}-000502`);
  expect(await listViolations(test.database)).toEqual([]);
  const logged = await test.database<{ subject_id: string; actor_id: number | null }[]>`
    SELECT subject_id, actor_id FROM audit_log WHERE action = 'restore.unused-numbers'`;
  expect(logged.map((row) => row.subject_id).sort()).toEqual([...unusedNumbers].sort());
  expect(logged.every((row) => row.actor_id === null)).toBe(true);
});

it("leaves a gap in each year since the backup", async () => {
  const { unusedNumbers } = await settle(5, { backedUpAt: `${year() - 1}-07-01T00:00:00Z` });
  expect(unusedNumbers).toContain(`SB-${year() - 1}-000001 to SB-${year() - 1}-000005`);
  expect(await listViolations(test.database)).toEqual([]);
});

it("leaves a gap this year when the clock of the backup was ahead", async () => {
  const { unusedNumbers } = await settle(5, { backedUpAt: `${year() + 2}-07-01T00:00:00Z` });
  expect(unusedNumbers.some((numbers) => numbers.startsWith(`INV-${year()}-`))).toBe(true);
  expect(await listViolations(test.database)).toEqual([]);
});

it("leaves no gap in a shop that only moves, and everybody signed in", async () => {
  const before = await buy();
  expect(await settle(0)).toMatchObject({ unusedNumbers: [], sessions: null });
  expect(Number((await buy()).slice(-6))).toBe(Number(before.slice(-6)) + 1);
});

it("signs everybody out, and drops what may have been mailed only when it is to", async () => {
  const member = await createMember(test);
  await buy();
  const [before] = await test.database<{ count: number }[]>`SELECT count(*)::int FROM mails`;
  const settled = await settle(1);
  expect(settled.mails).toBeNull();
  expect(settled.sessions).toBeGreaterThan(0);
  expect((await member.agent.get("/api/user/profile")).status).toBe(401);
  expect([...(await test.database`SELECT count(*)::int FROM mails`)]).toEqual([before]);
  expect(await settle(0, { dropsMails: true })).toMatchObject({ mails: before?.count });
  expect(before?.count).toBeGreaterThan(0);
  expect([...(await test.database`SELECT id FROM mails`)]).toEqual([]);
});
