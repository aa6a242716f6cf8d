import { ownPage } from "../db/own-page.ts";
import type { OwnData } from "../noun.ts";

/** Statements of withdrawal that the user sent while signed in. */
export const ownWithdrawalsData: OwnData["lists"] = {
  withdrawals: (sql, user, page) => sql`
    SELECT id, number, status, subject, contract, destination, name, email, locale, note, received_at
    FROM withdrawals WHERE user_id = ${user.id} ${ownPage(sql, sql`id`, page)}`,
};
