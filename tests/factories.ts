import { randomBytes } from "node:crypto";
import { insertUser, insertWallet, type NewUser } from "#api/accounts/accounts.queries.ts";
import { hashPassword } from "#api/accounts/passwords.ts";
import { type Database, inTransaction } from "#api/db/client.ts";
import { normalizeEmail } from "#domain/accounts.ts";
import type { ApiAgent } from "./setup/api-agent.ts";

/** Things that tests and the seed need to exist. Every value not given is made up, and unique. */

export const PASSWORD = "correct horse battery";

export type MadeUser = { id: number; email: string; password: string };

/** A user with an empty wallet. Throws when the e-mail is taken. */
export async function createUser(
  database: Database,
  given: Partial<Omit<NewUser, "passwordHash">> & { password?: string } = {},
): Promise<MadeUser> {
  const password = given.password ?? PASSWORD;
  const email = normalizeEmail(given.email ?? `user-${randomBytes(6).toString("hex")}@example.com`);
  const passwordHash = await hashPassword(password);
  const id = await inTransaction(database, async (sql) => {
    const userId = await insertUser(sql, { ...given, email, passwordHash });
    if (userId === null) throw new Error(`the e-mail is taken: ${email}`);
    await insertWallet(sql, userId);
    return userId;
  });
  return { id, email, password };
}

/** What a test API offers that signing in needs. */
type Signs = { database: Database; createAgent(): ApiAgent };

/** A user of the given kind, signed in: their browser beside their data. */
export async function createMember(
  test: Signs,
  given: Parameters<typeof createUser>[1] = {},
): Promise<MadeUser & { agent: ApiAgent }> {
  const user = await createUser(test.database, given);
  const agent = test.createAgent();
  const answer = await agent.post("/api/login", { email: user.email, password: user.password });
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`);
  return { ...user, agent };
}
