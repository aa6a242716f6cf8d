import type { Sql } from "../db/client.ts";

export type HashKeyRow = { id: number; keyEncrypted: Buffer };

/** The stored keys, oldest first. */
export async function listHashKeys(sql: Sql): Promise<HashKeyRow[]> {
  return sql<HashKeyRow[]>`
    SELECT id, key_sealed AS "keyEncrypted" FROM account_hash_keys ORDER BY id`;
}

export async function insertHashKey(sql: Sql, keyEncrypted: Buffer): Promise<void> {
  await sql`INSERT INTO account_hash_keys (key_sealed) VALUES (${keyEncrypted})`;
}

/** Replaces a key's encryption. */
export async function updateHashKey(sql: Sql, key: HashKeyRow): Promise<void> {
  await sql`UPDATE account_hash_keys SET key_sealed = ${key.keyEncrypted} WHERE id = ${key.id}`;
}
