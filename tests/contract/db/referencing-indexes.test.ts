import type { PendingQuery, Row } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#api/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

type Reference = { table: string; column: string };

/** Tables whose rows are deleted by jobs and members, thousands at a time. */
const DELETED_FROM = [
  "contact_messages",
  "content_notices",
  "generations",
  "imports",
  "mails",
  "newsletter_subscribers",
  "offers",
  "payout_cards",
  "pictures",
  "products",
  "verifications",
];

/** Tables with members' rows that only the member reads or changes. */
const OF_MEMBERS = ["contact_messages", "content_notices", "deposits", "documents", "generations"];

/** Lists the references that are not the first column of any index of all non-null rows. */
const listMissing = (database: Database, which: PendingQuery<Row[]>) => database<Reference[]>`
  SELECT conrelid::regclass::text AS "table", attname AS "column"
  FROM pg_constraint AS reference
  JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
  WHERE contype = 'f' AND ${which} AND NOT EXISTS (
    SELECT 1 FROM pg_index AS i
    WHERE i.indrelid = conrelid AND i.indkey[0] = ANY(conkey) AND (i.indpred IS NULL
      OR pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', attname)))
  ORDER BY 1, 2`;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

// Postgres looks up rows that reference a deleted one by `column = value` alone, so it can use a
// partial index only if that leaves out nothing but nulls.
it("each row to be deleted finds those that refer to it by an index", async () => {
  const { database } = test;
  const isDeletedFrom = database`confrelid = ANY(${DELETED_FROM}::regclass[])`;
  expect(await listMissing(database, isDeletedFrom)).toEqual([]);
});

it("a member's rows are found by an index", async () => {
  const { database } = test;
  const isOfMember = database`conrelid = ANY(${OF_MEMBERS}::regclass[]) AND attname = 'user_id'`;
  expect(await listMissing(database, isOfMember)).toEqual([]);
});
