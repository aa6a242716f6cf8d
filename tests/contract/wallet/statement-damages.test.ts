import { afterAll, beforeAll, expect, it } from "vitest";
import { statementResponseSchema } from "#api/contract/staff/statements.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { debit, returned, writeCamt } from "#tests/setup/money/camt.ts";
import { type Damage, expectFound, withoutTriggers } from "#tests/setup/money/damages.ts";
import {
  configureDebtor,
  createPayout,
  createStaff,
  exportPayouts,
  referenceOf,
} from "#tests/setup/records/offers.ts";

// Payouts marked by a bank statement: damages that the check must find.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  const staff = await createStaff(test);
  await configureDebtor(test);
  const { payoutId } = await createPayout(test, staff, "99.50");
  await exportPayouts(staff);
  const reference = await referenceOf(test, payoutId);
  const form = new FormData();
  const text = writeCamt([debit(reference, 99_50), returned(reference, 99_50)]);
  form.set("file", new File([text], "statement.xml"));
  const path = "/api/staff/payouts/statements";
  const { id } = (await staff.agent.post(path, form)).as(statementResponseSchema).payload;
  const expected = { sent: 1, returned: 1 };
  expect((await staff.agent.post(`${path}/${id}/mark`, { expected })).status).toBe(200);
});
afterAll(() => test.close());

it("a payout that was sent and came back by a statement is found right", async () => {
  expect(await listViolations(test.database)).toEqual([]);
});

const FOUND = ["marked as the bank booked it"];
const entries =
  (change: Damage[2]): Damage[2] =>
  (sql) =>
    withoutTriggers(sql, "bank_statement_entries", () => change(sql));

it.each<Damage>([
  [
    "a mark by a statement that nobody confirmed",
    ["marked as the bank booked it", "marked as the bank booked it"],
    (sql) => sql`UPDATE bank_statements SET marked_by = NULL, marked_at = NULL`,
  ],
  [
    "a mark by an entry of another sum",
    FOUND,
    entries(
      (sql) => sql`
      UPDATE bank_statement_entries SET amount_cents = amount_cents - 1 WHERE position = 0`,
    ),
  ],
  [
    "a mark by an entry in another currency",
    FOUND,
    entries(
      (sql) => sql`
      UPDATE bank_statement_entries SET currency = 'USD' WHERE position = 0`,
    ),
  ],
  [
    "a mark by an entry of another transfer",
    FOUND,
    entries(
      (sql) => sql`
      UPDATE bank_statement_entries SET end_to_end_id = 'PAYOUT-0' WHERE position = 0`,
    ),
  ],
  [
    "a mark by an entry that the bank only expects",
    FOUND,
    entries(
      (sql) => sql`
      UPDATE bank_statement_entries SET is_posted = false WHERE position = 0`,
    ),
  ],
  [
    "a payout that was sent by money that came in",
    FOUND,
    entries(
      (sql) => sql`
      UPDATE bank_statement_entries SET direction = 'credit' WHERE position = 0`,
    ),
  ],
  [
    "a payout that came back by an entry that is no return",
    FOUND,
    entries(
      (sql) => sql`
      UPDATE bank_statement_entries SET return_reason = NULL WHERE position = 1`,
    ),
  ],
])("%s is found", (...damage) => expectFound(test.database, damage));
