import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { inTransaction, type Sql } from "#api/db/client.ts";
import { getSession, insertSession } from "#api/http/session.queries.ts";
import { createTestDatabase } from "#tests/setup/database/test-database.ts";

// Every request of a member reads its session.

const USERS = 5_000;
const NOW = new Date("2026-03-01T12:00:00Z");

async function signIn(sql: Sql, email: string): Promise<Buffer> {
  const idHash = randomBytes(32);
  const [user] = await sql<[{ id: number }]>`SELECT id FROM users WHERE email = ${email}`;
  const dates = { now: NOW, expiresAt: new Date(NOW.getTime() + 60_000) };
  await insertSession(sql, {
    idHash,
    userId: user.id,
    csrfToken: "token",
    isRemembered: false,
    ...dates,
  });
  return idHash;
}

it("a session is read with its user alone, also if others had signed in before", async () => {
  const test = await createTestDatabase();
  try {
    await test.database`
      INSERT INTO users (email, password_hash)
      SELECT 'user-' || n || '@example.com', 'none' FROM generate_series(1, ${USERS}::int) AS n`;
    // As after restoring a backup: the team, whose ids are the lowest, comes back first.
    for (const n of [1, 1, 3, 4]) await signIn(test.database, `user-${n}@example.com`);
    await test.database`ANALYZE`;
    const idHash = await signIn(test.database, `user-${USERS}@example.com`);
    const read = await inTransaction(test.database, async (sql) => {
      const session = await getSession(sql, idHash, NOW);
      expect(session?.user.email).toBe(`user-${USERS}@example.com`);
      const [row] = await sql<[{ count: number }]>`
        SELECT (seq_tup_read + idx_tup_fetch)::int AS count FROM pg_stat_xact_user_tables
        WHERE relname = 'users'`;
      return row.count;
    });
    // Besides the row, the planner probes the ends of an index.
    expect(read).toBeLessThan(USERS / 100);
  } finally {
    await test.drop();
  }
});
