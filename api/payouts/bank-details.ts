import { maskIban } from "#domain/iban.ts";
import type { ApiDeps } from "../http/context.ts";
import { createByteCipher } from "../http/encryption.ts";

/** Bank accounts, and the files that list them, at rest: readable with our secrets alone. */
export type BankCipher = {
  /** Bound to its owner: on somebody else's payout it does not open. */
  encryptIban(userId: number, iban: string): { ibanEncrypted: Buffer; ibanMasked: string };
  /** Null when none of our secrets has encrypted it: one was taken away. */
  decryptIban(payout: { userId: number; ibanEncrypted: Buffer | null }): string | null;
  encryptFile(messageId: string, text: string): Buffer;
  decryptFile(messageId: string, encrypted: Buffer): Buffer | null;
};

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
