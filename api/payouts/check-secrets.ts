import type { ApiDeps } from "../http/context.ts";
import { createBankCipher } from "./bank-cipher.ts";
import { findNewestBankPayout } from "./payouts.queries.ts";

/**
 * Logs an error at startup if no configured secret decrypts the newest bank account, so that a
 * wrong SESSION_SECRET or a new DATA_DIR is noticed. Startup continues: an operator may have
 * removed or lost a secret.
 */
export async function checkSecrets(
  deps: Pick<ApiDeps, "database" | "config" | "log">,
): Promise<void> {
  const payout = await findNewestBankPayout(deps.database);
  if (!payout || createBankCipher(deps).decryptIban(payout) !== null) return;
  deps.log.error(
    { payoutId: payout.id },
    "the newest bank account cannot be decrypted: SESSION_SECRET, or the secret in DATA_DIR, is not " +
      "what this database's shop had last",
  );
}
