import { maskIban } from "#domain/iban.ts";
import type { ApiDeps } from "../http/context.ts";
import { createByteCipher } from "../http/encryption.ts";

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
