import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "#api/db/client.ts";
import { readConnectionBudget } from "#api/db/connection-budget.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";

let test: TestDatabase;
let administrator: postgres.Sql;
beforeAll(async () => {
  test = await createTestDatabase();
  const { host, user } = test.connection;
  // The product's own role may not create databases.
  const superuser = host.startsWith("/") ? "postgres" : user;
  administrator = postgres({ ...test.connection, user: superuser, max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await administrator.end();
  await test.drop();
});

it("counts with the limit of the role that signs in, not of the one that it acts as", async () => {
  const login = `login_${process.pid}`;
  const { user } = test.connection;
  const password = "of-the-new-role";
  await administrator.unsafe(
    `CREATE ROLE ${login} LOGIN PASSWORD '${password}' CONNECTION LIMIT 7 IN ROLE ${user};
     ALTER ROLE ${login} SET role = '${user}'`,
  );
  const database = openDatabase({ ...test.connection, user: login, password });
  try {
    expect((await readConnectionBudget(test.database)).allowed).toBeGreaterThan(7);
    expect((await readConnectionBudget(database)).allowed).toBe(7);
  } finally {
    await database.end({ timeout: 1 });
    await administrator.unsafe(`DROP ROLE ${login}`);
  }
});
