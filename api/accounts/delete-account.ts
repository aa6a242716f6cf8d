import { DomainError, fieldError } from "#domain/errors.ts";
import { parseAmount } from "#domain/money.ts";
import type { DeleteAccountBody } from "../contract/accounts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { forgetSubject, subjectOfUser } from "../http/rate-limit.ts";
import { deleteSessionsOf } from "../http/session.queries.ts";
import type { RequestSession } from "../http/session.ts";
import { removeOfferFiles } from "../offers/offer-files.ts";
import { forgetOffers } from "../offers/offers.queries.ts";
import { deleteVerifications } from "../verification/verification.queries.ts";
import { lockBalance, post } from "../wallet/wallet.service.ts";
import { queueAccountMail } from "./account-mails.ts";
import { checkCurrentPassword, wrongPassword } from "./current-password.ts";
import {
  anonymiseUser,
  deleteBelongings,
  lockDeposits,
  thinOutContacts,
} from "./deletion.queries.ts";
import { findDeletionBlock } from "./deletion-blocks.ts";
import { forgetFailures } from "./login-limits.ts";
import { lockUser } from "./profile.queries.ts";

/**
 * Deletes an account (spec §7 DELETE user/delete, facts of money I18, docs/decisions/0013): the
 * person goes, the books stay. Throws validation_failed on `password` when it is wrong and on
 * `forfeit_balance` while money is left that is not given up; what findDeletionBlock says;
 * unauthenticated when the account is gone already.
 */
export async function deleteAccount(
  deps: ApiDeps,
  session: RequestSession,
  user: { id: number },
  body: DeleteAccountBody,
  request: { locale: string; clientIp: string },
): Promise<void> {
  const check = { password: body.password, field: "password" };
  const checkedHash = await checkCurrentPassword(deps, user.id, check);
  const fileKeys = await inTransaction(deps.database, async (sql) => {
    // In the order of settling and buying: deposits, wallet, user.
    await lockDeposits(sql, user.id);
    const balanceCents = await lockBalance(sql, user.id);
    const account = await lockUser(sql, user.id);
    if (!account) throw new DomainError("unauthenticated");
    if (account.passwordHash !== checkedHash) throw wrongPassword(check.field);
    const block = await findDeletionBlock(sql, user.id);
    if (block) throw new DomainError(block);
    await forfeit(sql, user.id, balanceCents, body);
    await queueAccountMail(deps, sql, {
      to: account.email,
      kind: "deleted",
      locale: request.locale,
    });
    await anonymiseUser(sql, user.id, deps.now());
    await thinOutContacts(sql, user.id);
    await deleteBelongings(sql, { id: user.id, email: account.email });
    await deleteVerifications(sql, user.id);
    await deleteSessionsOf(sql, user.id);
    await session.signOut(sql);
    await forgetSubject(sql, subjectOfUser(user.id));
    await forgetFailures(sql, { email: account.email, clientIp: request.clientIp });
    return forgetOffers(sql, user.id);
  });
  await removeOfferFiles(deps, fileKeys);
}

/** Books the whole balance to the house, if its owner said so knowing how much it is. */
async function forfeit(
  sql: Sql,
  userId: number,
  balanceCents: number,
  body: DeleteAccountBody,
): Promise<void> {
  if (balanceCents === 0) return;
  const field = "forfeit_balance";
  if (!body.forfeit_balance) {
    throw fieldError(field, "Please confirm that you give up your balance");
  }
  const { expected_balance: expected } = body;
  if (expected !== undefined && parseAmount(expected) !== balanceCents) {
    throw fieldError(field, "Your balance has changed. Please look at it again.");
  }
  await post(sql, {
    kind: "forfeit",
    sourceId: String(userId),
    from: { wallet: userId },
    to: { house: "revenue" },
    amountCents: balanceCents,
  });
}
