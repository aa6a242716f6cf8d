import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** The balance and all its changes. */
export const ownWalletData: OwnData["lists"] = {
  ledger_accounts: (sql, user, page) => sql`
    SELECT id, kind, currency, balance_cents FROM ledger_accounts
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
  balance_changes: (sql, user, page) => sql`
    SELECT id, transaction_id, kind, amount_cents, balance_cents, at FROM balance_changes
    WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
