import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Database, inTransaction } from "#api/db/client.ts";
import { type Movement, post } from "#api/wallet/wallet.service.ts";
import { createUser } from "#tests/factories.ts";
import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";

type TestLedger = {
  readonly database: Database;
  /** A new user with an empty wallet for each test. */
  readonly userId: number;
  /** A grant to that user, which needs no order or deposit. */
  grant(amountCents: number, sourceId?: string): Movement;
  /** The reverse of a grant. */
  revoke(amountCents: number, sourceId?: string): Movement;
  /** Posts in its own transaction; returns false if the same movement was posted before. */
  post(movement: Movement): Promise<boolean>;
};

let sources = 0;
/** Returns a source that no earlier movement has. */
export const newSourceId = () => `test-${++sources}`;

/** Creates a database for the tests of a file, with the movements that they post. */
export function setUpLedger(): TestLedger {
  let test: TestDatabase;
  let userId: number;
  beforeAll(async () => {
    test = await createTestDatabase({ connectionsMax: 20 });
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    userId = (await createUser(test.database)).id;
  });
  const grant = (amountCents: number, sourceId = newSourceId()): Movement => ({
    kind: "grant",
    sourceId,
    from: { platform: "promotion" },
    to: { wallet: userId },
    amountCents,
  });
  return {
    get database() {
      return test.database;
    },
    get userId() {
      return userId;
    },
    grant,
    revoke: (amountCents, sourceId) => ({
      ...grant(amountCents, sourceId),
      from: { wallet: userId },
      to: { platform: "promotion" },
    }),
    post: (movement) => inTransaction(test.database, (sql) => post(sql, movement)),
  };
}
