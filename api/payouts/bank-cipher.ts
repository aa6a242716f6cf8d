import { maskIban } from "#domain/iban.ts";
import type { ApiDeps } from "../http/context.ts";
import { createByteCipher, createKeyedHash } from "../http/encryption.ts";
import type { ShownCard } from "./payout-cards.queries.ts";

/** Encryption at rest of bank accounts and bank files. */
export type BankCipher = {
  /** Bound to the owner: it cannot be decrypted for another user's payout. */
  encryptIban(userId: number, iban: string): { ibanEncrypted: Buffer; ibanMasked: string };
  /** Null when none of the configured secrets decrypts it, because its secret was removed. */
  decryptIban(payout: { userId: number; ibanEncrypted: Buffer | null }): string | null;
  encryptFile(messageId: string, text: string): Buffer;
  decryptFile(messageId: string, encrypted: Buffer): Buffer | null;
};

/** The cipher with the configured secrets: it encrypts with the first and decrypts with any. */
export function createBankCipher(deps: Pick<ApiDeps, "config">): BankCipher {
  const cipher = createByteCipher(deps.config.sessionSecrets, "promptory bank details v1");
  const ibanOf = (userId: number) => `iban of user ${userId}`;
  return {
    encryptIban: (userId, iban) => ({
      ibanEncrypted: cipher.encrypt(ibanOf(userId), Buffer.from(iban)),
      ibanMasked: maskIban(iban),
    }),
    decryptIban: ({ userId, ibanEncrypted }) =>
      ibanEncrypted && (cipher.decrypt(ibanOf(userId), ibanEncrypted)?.toString("utf8") ?? null),
    encryptFile: (messageId, text) => cipher.encrypt(`file ${messageId}`, Buffer.from(text)),
    decryptFile: (messageId, encrypted) => cipher.decrypt(`file ${messageId}`, encrypted),
  };
}

/** A bank account; or a card, of which only its provider knows the number. */
type HashedAccount = { iban: string } | { provider: string; card: ShownCard };

/**
 * Hashes an account: equal for payouts of different sellers to the same one. Two cards that look
 * alike count as one, so a second person may be asked without need. Changes with the newest secret.
 */
export function hashAccount(deps: Pick<ApiDeps, "config">, account: HashedAccount): Buffer {
  const hash = createKeyedHash(deps.config.sessionSecrets, "promptory payout accounts v1");
  if ("iban" in account) return hash(`iban ${account.iban}`);
  const { brand, last4, expMonth, expYear } = account.card;
  return hash(`card ${JSON.stringify([account.provider, brand, last4, expMonth, expYear])}`);
}
