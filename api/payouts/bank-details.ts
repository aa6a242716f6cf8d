import { maskIban } from "#domain/iban.ts";
import type { ApiDeps } from "../http/context.ts";
import { createByteSealer } from "../http/seal.ts";

/** Bank accounts, and the files that list them, at rest: readable with our secrets alone. */
export type BankSealer = {
  /** Bound to its owner: on somebody else's payout it does not open. */
  sealIban(userId: number, iban: string): { ibanSealed: Buffer; ibanMasked: string };
  /** Null when none of our secrets has sealed it: one was taken away. */
  openIban(payout: { userId: number; ibanSealed: Buffer }): string | null;
  sealFile(messageId: string, text: string): Buffer;
  openFile(messageId: string, sealed: Buffer): Buffer | null;
};

export function createBankSealer(deps: Pick<ApiDeps, "config">): BankSealer {
  const sealer = createByteSealer(deps.config.sessionSecrets, "promptory bank details v1");
  const ibanOf = (userId: number) => `iban of user ${userId}`;
  return {
    sealIban: (userId, iban) => ({
      ibanSealed: sealer.seal(ibanOf(userId), Buffer.from(iban)),
      ibanMasked: maskIban(iban),
    }),
    openIban: ({ userId, ibanSealed }) =>
      sealer.open(ibanOf(userId), ibanSealed)?.toString("utf8") ?? null,
    sealFile: (messageId, text) => sealer.seal(`file ${messageId}`, Buffer.from(text)),
    openFile: (messageId, sealed) => sealer.open(`file ${messageId}`, sealed),
  };
}
