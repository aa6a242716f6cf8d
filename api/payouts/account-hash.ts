import { createHmac } from "node:crypto";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { createByteCipher, deriveKey } from "../http/encryption.ts";
import { insertHashKey, listHashKeys, updateHashKey } from "./account-hash.queries.ts";
import type { ShownCard } from "./payout-cards.queries.ts";

/** A bank account; or a card, of which only its provider knows the number. */
type HashedAccount = { iban: string } | { provider: string; card: ShownCard };

/**
 * Hashes an account: equal for payouts of different sellers to the same one. Two cards that look
 * alike count as one, so a second person may be asked without need. Nobody can try out accounts
 * without the key, which is stored encrypted, so that hashes stay comparable when secrets rotate.
 */
export async function hashAccount(deps: Deps, sql: Sql, account: HashedAccount): Promise<Buffer> {
  const key = (await findKey(deps, sql)) ?? (await addKey(deps, sql));
  return createHmac("sha256", key).update(describe(account)).digest();
}

function describe(account: HashedAccount): string {
  if ("iban" in account) return `iban ${account.iban}`;
  const { brand, last4, expMonth, expYear } = account.card;
  return `card ${JSON.stringify([account.provider, brand, last4, expMonth, expYear])}`;
}

/** Encrypts the keys with the newest secret, so that older ones can be removed after a start. */
export async function renewHashKeys(deps: Deps & Pick<ApiDeps, "database">): Promise<void> {
  const { database } = deps;
  const [newest] = deps.config.sessionSecrets;
  const [all, current] = [createKeyCipher(deps.config.sessionSecrets), createKeyCipher([newest])];
  for (const { id, keyEncrypted } of await listHashKeys(database)) {
    const key = all.decrypt(PURPOSE, keyEncrypted);
    if (key === null || current.decrypt(PURPOSE, keyEncrypted) !== null) continue;
    await updateHashKey(database, { id, keyEncrypted: all.encrypt(PURPOSE, key) });
  }
}

type Deps = Pick<ApiDeps, "config">;
type Secrets = ApiDeps["config"]["sessionSecrets"];

const PURPOSE = "key of account hashes";
const createKeyCipher = (secrets: Secrets) =>
  createByteCipher(secrets, "promptory account hash keys v1");

/**
 * The oldest key that a configured secret decrypts, so that a key added by a start with another
 * secret by mistake is not used once the right one is back; null if there is none.
 */
async function findKey({ config }: Deps, sql: Sql): Promise<Buffer | null> {
  const cipher = createKeyCipher(config.sessionSecrets);
  for (const { keyEncrypted } of await listHashKeys(sql)) {
    const key = cipher.decrypt(PURPOSE, keyEncrypted);
    if (key !== null) return key;
  }
  return null;
}

/** Stores the key that releases before migration 0098 use, so that their hashes stay comparable. */
async function addKey({ config }: Deps, sql: Sql): Promise<Buffer> {
  const key = deriveKey(config.sessionSecrets[0], "promptory payout accounts v1");
  await insertHashKey(sql, createKeyCipher(config.sessionSecrets).encrypt(PURPOSE, key));
  return key;
}
