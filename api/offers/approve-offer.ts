import { fieldError } from "#domain/errors.ts";
import { compactIban } from "#domain/iban.ts";
import type { ApproveOfferBody, Offer, PayOutOfferBody } from "../contract/offers.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import type { PayoutAccount } from "../payouts/payouts.service.ts";
import { isSepaName } from "../payouts/sepa-text.ts";
import {
  accept,
  lockOwnOffer,
  payAgain,
  readContact,
  rememberContact,
  repeatResponse,
  requireAcceptable,
  requirePayableAgain,
} from "./accept-offer.ts";
import { readOfferId } from "./offers.service.ts";
import { readSeen } from "./seen-offer.ts";

/**
 * Accepts our price (spec §4 Approve, §7 offer/approve): sets the status, posts the debt and
 * creates the payout, atomically and at most once. A repeated request returns the same payout.
 * Throws offer_not_found, offer_not_priced, offer_declined, offer_approved (already accepted with
 * other details), offer_changed (details.service_price), wallet_on_hold, verification_required from
 * 150.00 on, email_unverified, validation_failed.
 */
export async function approveOffer(
  deps: ApiDeps,
  user: SessionUser,
  body: ApproveOfferBody,
  locale: string,
): Promise<Offer> {
  const details = readDetails(body);
  const seen = readSeen(body);
  const accepted = await inTransaction(deps.database, async (sql) => {
    const locked = await lockOwnOffer(sql, user.id, readOfferId(body.id));
    if (locked.offer.status === "approved") {
      return repeatResponse(deps, sql, locked.offer, { ...details, otherwise: "offer_approved" });
    }
    const amountCents = await requireAcceptable(sql, user, locked, seen);
    return accept(deps, sql, locked, { email: user.email, amountCents, ...details, locale });
  });
  await rememberContact(deps, user.id, details.contact);
  return accepted;
}

/**
 * Pays an accepted offer to a bank account (spec §7 offer/withdraw/sepa): a new payout if the last
 * one came back, otherwise the existing one. Throws offer_not_found, verification_required,
 * offer_declined, offer_not_accepted, payout_underway (with other details), wallet_on_hold,
 * validation_failed.
 */
export async function payOutToBank(
  deps: ApiDeps,
  user: SessionUser,
  body: PayOutOfferBody,
): Promise<Offer> {
  const details = readDetails(body);
  const paid = await inTransaction(deps.database, async (sql) => {
    const locked = await lockOwnOffer(sql, user.id, readOfferId(body.id));
    const { amountCents, live } = await requirePayableAgain(sql, user, locked);
    if (live) {
      return repeatResponse(deps, sql, locked.offer, { ...details, otherwise: "payout_underway" });
    }
    return payAgain(deps, sql, locked, { email: user.email, amountCents, ...details });
  });
  await rememberContact(deps, user.id, details.contact);
  return paid;
}

/**
 * Separates the bank account, which is stored encrypted, from the contact details, which are stored
 * with the offer.
 */
function readDetails(body: PayOutOfferBody) {
  const contact = readContact(body);
  if (!isSepaName(body.full_name)) throw fieldError("full_name", "full_name_not_latin");
  const iban = compactIban(body.iban);
  const account: PayoutAccount = { type: "sepa", fullName: body.full_name, iban };
  return { account, contact };
}
