import { isDeepStrictEqual } from "node:util";
import { isVerified } from "#domain/accounts.ts";
import { isCountryCode } from "#domain/countries.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { type SeenOffer, validateApproval } from "#domain/offers.ts";
import { isLive } from "#domain/payouts.ts";
import { saveContact } from "../accounts/contact.queries.ts";
import { assertEmailVerified } from "../accounts/email-verification/email-verification.service.ts";
import type { ContactDetails, Offer } from "../contract/offers.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import type { SellerContact } from "../payouts/payout-cards.queries.ts";
import { listLatestPayouts, type PayoutRow } from "../payouts/payouts.queries.ts";
import { createPayout, isSameAccount, type PayoutAccount } from "../payouts/payouts.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { assertNotOnHold, post } from "../wallet/wallet.service.ts";
import { queueAgreementMail } from "./agreement-mails.ts";
import { changeOffer, lockOffer, lockOwner, type OfferRow, setContact } from "./offers.queries.ts";
import { requireOffer } from "./offers.service.ts";
import { offerChanged } from "./seen-offer.ts";
import { toOffer } from "./to-offer.ts";

// Shared by accepting an offer and paying it out, to a bank account or a card.

export type LockedOffer = { offer: OfferRow; isOwnerVerified: boolean };

/**
 * Locks the owner's verification and the offer, always in this order. Throws offer_not_found, also
 * for another member's.
 */
export async function lockOwnOffer(
  sql: Sql,
  userId: number,
  offerId: number,
): Promise<LockedOffer> {
  const owner = await lockOwner(sql, userId);
  const offer = await lockOffer(sql, offerId);
  if (!owner || !offer || offer.userId !== userId) throw new DomainError("offer_not_found");
  return { offer, isOwnerVerified: isVerified(owner.verificationStatus) };
}

/**
 * The payout amount for accepting a locked offer that is not accepted yet. Throws offer_not_priced,
 * offer_declined, offer_changed (details.service_price), wallet_on_hold, verification_required,
 * email_unverified.
 */
export async function requireAcceptable(
  sql: Sql,
  user: SessionUser,
  { offer, isOwnerVerified }: LockedOffer,
  seen: SeenOffer,
): Promise<number> {
  assertEmailVerified(await requireSettings(sql), user);
  const code = validateApproval({ ...offer, seen, isVerified: isOwnerVerified });
  if (code === "offer_changed") throw offerChanged(offer);
  await assertNotOnHold(sql, user.id);
  if (code) throw new DomainError(code);
  if (offer.servicePriceCents === null) throw new Error(`offer ${offer.id} has no price`);
  return offer.servicePriceCents;
}

/** What is paid out for an accepted offer. `live` is its payout in progress or paid, else null. */
export type PayableOffer = { amountCents: number; live: PayoutRow | null };

/**
 * Returns the amount for another payout of a locked offer that was already accepted. Requires a
 * verified profile (spec §4 Other). Throws offer_declined, offer_not_accepted,
 * verification_required, wallet_on_hold.
 */
export async function requirePayableAgain(
  sql: Sql,
  user: SessionUser,
  { offer, isOwnerVerified }: LockedOffer,
): Promise<PayableOffer> {
  const amountCents = offer.servicePriceCents;
  if (offer.status !== "approved") {
    const isOpen = offer.status === "pending" || offer.status === "offer";
    throw new DomainError(isOpen ? "offer_not_accepted" : "offer_declined");
  }
  if (amountCents === null) throw new Error(`offer ${offer.id} has no price`);
  if (!isOwnerVerified) throw new DomainError("verification_required");
  const payout = await requireLatestPayout(sql, offer.id);
  if (isLive(payout.status)) return { amountCents, live: payout };
  await assertNotOnHold(sql, user.id);
  return { amountCents, live: null };
}

/** The seller, amount and destination of an offer's payout. */
type Payee = {
  email: string;
  contact: SellerContact;
  account: PayoutAccount;
  amountCents: number;
};

/** Accepts a locked offer after all checks: posts the debt and creates its payout. */
export async function accept(
  deps: ApiDeps,
  sql: Sql,
  locked: LockedOffer,
  payee: Payee & { locale: string },
): Promise<Offer> {
  const { offer } = locked;
  const { contact, locale, amountCents } = payee;
  const change = { from: "offer", to: "approved", contact, locale, now: deps.now() } as const;
  const isChanged = await changeOffer(sql, offer.id, { by: "owner", ...change });
  if (!isChanged) throw new Error(`offer ${offer.id} changed while it was locked`);
  await post(sql, {
    kind: "offer",
    sourceId: String(offer.id),
    from: { platform: "design_purchases" },
    to: { platform: "payouts_payable" },
    amountCents,
  });
  return pay(deps, sql, locked, { ...payee, kind: "agreed" });
}

/**
 * Creates another payout for an accepted offer whose last payout came back. The contact details
 * given with the new account replace the old ones. A statement issued when the first transfer was
 * sent stays as it is.
 */
export async function payAgain(
  deps: ApiDeps,
  sql: Sql,
  locked: LockedOffer,
  payee: Payee,
): Promise<Offer> {
  const { id, locale } = locked.offer;
  await setContact(sql, id, payee.contact);
  const kind = payee.account.type === "sepa" ? "bank" : "card";
  return pay(deps, sql, locked, { ...payee, kind, locale });
}

/** Creates an offer's payout and mails its destination to the owner. */
async function pay(
  deps: ApiDeps,
  sql: Sql,
  { offer, isOwnerVerified: isVerified }: LockedOffer,
  payee: Payee & { kind: "agreed" | "bank" | "card"; locale: string },
): Promise<Offer> {
  const { email: to, account, amountCents, kind, locale } = payee;
  const { id: offerId, userId } = offer;
  await createPayout(deps, sql, { account, amountCents, isVerified, offerId, userId });
  const payout = await requireLatestPayout(sql, offerId);
  await queueAgreementMail(deps, sql, offer, { to, kind, locale, payout, isVerified });
  return loadOffer(sql, offer);
}

/**
 * The response to a repeated request: the same one, unless the request has a different account or
 * different contact details, which would not be stored.
 */
export async function repeatResponse(
  deps: ApiDeps,
  sql: Sql,
  offer: OfferRow,
  given: {
    account: PayoutAccount;
    contact: SellerContact;
    otherwise: "offer_approved" | "payout_underway";
  },
): Promise<Offer> {
  const payout = await requireLatestPayout(sql, offer.id);
  const isSame =
    isSameAccount(deps, payout, given.account) &&
    isDeepStrictEqual(offer.contact, { ...given.contact });
  if (!isSame) throw new DomainError(given.otherwise);
  return loadOffer(sql, offer);
}

/** An offer that was just changed, with its latest payout, as its owner sees it. */
export async function loadOffer(sql: Sql, { userId, id }: OfferRow): Promise<Offer> {
  return toOffer(await requireOffer(sql, userId, id), await getLatestPayout(sql, id));
}

/** The latest payout of an offer; undefined if the offer was never accepted. */
export async function getLatestPayout(sql: Sql, offerId: number): Promise<PayoutRow | undefined> {
  return (await listLatestPayouts(sql, [offerId])).get(offerId);
}

async function requireLatestPayout(sql: Sql, offerId: number): Promise<PayoutRow> {
  const payout = await getLatestPayout(sql, offerId);
  if (!payout) throw new Error(`offer ${offerId} has no payout`);
  return payout;
}

/**
 * The contact details to store with the offer. Throws validation_failed on `country`
 * (country_required).
 */
export function readContact(body: ContactDetails): SellerContact {
  if (!isCountryCode(body.country)) throw fieldError("country", "country_required");
  const { first_name, last_name, email, phone, address, city, post_code, country } = body;
  return { first_name, last_name, email, phone, address, city, post_code, country };
}

/**
 * Remembers the contact details on the account, outside the accepting transaction: concurrent
 * transactions all hold a share lock on the user's row.
 */
export async function rememberContact(
  deps: ApiDeps,
  userId: number,
  contact: SellerContact,
): Promise<void> {
  await saveContact(deps.database, userId, contact).catch((error: unknown) => {
    deps.log.warn({ err: error, userId }, "contact details could not be saved");
  });
}
