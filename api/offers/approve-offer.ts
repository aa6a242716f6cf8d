import { isVerified } from "#domain/accounts.ts";
import { isCountryCode } from "#domain/countries.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { compactIban } from "#domain/iban.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import { validateApproval } from "#domain/offers.ts";
import { isLive } from "#domain/payouts.ts";
import { saveContact } from "../accounts/contact.queries.ts";
import { assertEmailVerified } from "../accounts/email-verification/email-verification.service.ts";
import type { ApproveOfferBody, Offer, WithdrawOfferBody } from "../contract/offers.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { listLatestPayouts, type PayoutRow } from "../payouts/payouts.queries.ts";
import { createPayout, isSameAccount } from "../payouts/payouts.service.ts";
import { isSepaName } from "../payouts/sepa-text.ts";
import { requireSettings } from "../site/site.queries.ts";
import { assertNotOnHold, post } from "../wallet/wallet.service.ts";
import { queueAgreementMail } from "./agreement-mails.ts";
import { changeOffer, lockOffer, lockOwner, type OfferRow } from "./offers.queries.ts";
import { readOfferId, requireOffer } from "./offers.service.ts";
import { toOffer } from "./to-offer.ts";

type Account = { fullName: string; iban: string };

/**
 * Accepts our price (spec §4 Approve, §7 offer/approve): status, what is owed and its payout together
 * or not at all, at most once. The same request again returns the same payout. Throws offer_not_found,
 * offer_not_priced, offer_declined, offer_approved (accepted with other bank details before),
 * offer_changed (details.service_price), wallet_on_hold, verification_required from 150.00 on, email_unverified,
 * validation_failed.
 */
export async function approveOffer(
  deps: ApiDeps,
  user: SessionUser,
  body: ApproveOfferBody,
  locale: string,
): Promise<Offer> {
  const { account, contact } = readDetails(body);
  const seen = { version: body.version ?? null, servicePriceCents: readSeenPrice(body) };
  const accepted = await inTransaction(deps.database, async (sql) => {
    assertEmailVerified(await requireSettings(sql), user);
    const { offer, isOwnerVerified } = await lockOwnOffer(sql, user.id, readOfferId(body.id));
    const code = validateApproval({ ...offer, seen, isVerified: isOwnerVerified });
    if (code === "offer_approved") {
      return repeatResponse(deps, sql, offer, account, "offer_approved");
    }
    if (code === "offer_changed") {
      const details = { service_price: toDecimal(offer.servicePriceCents ?? 0) };
      throw new DomainError(code, { details: { ...details, version: offer.version } });
    }
    await assertNotOnHold(sql, user.id);
    const amountCents = offer.servicePriceCents;
    if (code || amountCents === null) throw new DomainError(code ?? "offer_not_priced");
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
    const payout = { ...account, amountCents, isVerified: isOwnerVerified };
    return pay(deps, sql, offer, payout, { to: user.email, kind: "agreed", locale });
  });
  // Apart: the transactions of parallel requests all have a share of the user's row.
  await saveContact(deps.database, user.id, contact).catch((error: unknown) => {
    deps.log.warn({ err: error, userId: user.id }, "contact details could not be saved");
  });
  return accepted;
}

/**
 * Pays an accepted offer to a bank account (spec §7 offer/withdraw/sepa): a new payout when the last
 * one came back, else the one that is there; never a second one. It requires a verified profile
 * (spec §4 Other). Throws offer_not_found, verification_required, offer_declined,
 * offer_not_accepted, payout_underway (to another account), wallet_on_hold, validation_failed.
 */
export async function withdrawToBank(
  deps: ApiDeps,
  user: SessionUser,
  body: WithdrawOfferBody,
): Promise<Offer> {
  const { account } = readDetails(body);
  return inTransaction(deps.database, async (sql) => {
    const { offer, isOwnerVerified } = await lockOwnOffer(sql, user.id, readOfferId(body.id));
    const amountCents = offer.servicePriceCents;
    if (offer.status !== "approved" || amountCents === null) {
      const isOpen = offer.status === "pending" || offer.status === "offer";
      throw new DomainError(isOpen ? "offer_not_accepted" : "offer_declined");
    }
    if (!isOwnerVerified) throw new DomainError("verification_required");
    const payout = await getLatestPayout(sql, offer.id);
    if (payout && isLive(payout.status)) {
      return repeatResponse(deps, sql, offer, account, "payout_underway");
    }
    await assertNotOnHold(sql, user.id);
    const again = { ...account, amountCents, isVerified: isOwnerVerified };
    return pay(deps, sql, offer, again, { to: user.email, kind: "bank", locale: offer.locale });
  });
}

/** The owner's verification and the offer, locked in this order wherever both are. */
async function lockOwnOffer(sql: Sql, userId: number, offerId: number) {
  const owner = await lockOwner(sql, userId);
  const offer = await lockOffer(sql, offerId);
  if (!owner || !offer || offer.userId !== userId) throw new DomainError("offer_not_found");
  return { offer, isOwnerVerified: isVerified(owner.verificationStatus) };
}

async function pay(
  deps: ApiDeps,
  sql: Sql,
  offer: OfferRow,
  payout: Account & { amountCents: number; isVerified: boolean },
  mail: { to: string; kind: "agreed" | "bank"; locale: string },
): Promise<Offer> {
  await createPayout(deps, sql, { ...payout, offerId: offer.id, userId: offer.userId });
  const made = await getLatestPayout(sql, offer.id);
  if (!made) throw new Error(`offer ${offer.id} has no payout`);
  await queueAgreementMail(deps, sql, offer, { ...mail, payout: made });
  return loadOffer(sql, offer);
}

/** A repeated request: the same response, unless it names another account now. */
async function repeatResponse(
  deps: ApiDeps,
  sql: Sql,
  offer: OfferRow,
  account: Account,
  otherwise: "offer_approved" | "payout_underway",
): Promise<Offer> {
  const payout = await getLatestPayout(sql, offer.id);
  if (!payout || !isSameAccount(deps, payout, account)) throw new DomainError(otherwise);
  return loadOffer(sql, offer);
}

async function loadOffer(sql: Sql, { userId, id }: OfferRow): Promise<Offer> {
  return toOffer(await requireOffer(sql, userId, id), await getLatestPayout(sql, id));
}

async function getLatestPayout(sql: Sql, offerId: number): Promise<PayoutRow | undefined> {
  return (await listLatestPayouts(sql, [offerId])).get(offerId);
}

/** Bank account and contact details apart; those are kept with the offer, the account is encrypted. */
function readDetails(body: WithdrawOfferBody) {
  if (!isCountryCode(body.country)) throw fieldError("country", "country_required");
  if (!isSepaName(body.full_name)) {
    throw fieldError("full_name", "full_name_not_latin");
  }
  const { first_name, last_name, email, phone, address, city, post_code, country } = body;
  return {
    account: { fullName: body.full_name, iban: compactIban(body.iban) },
    contact: { first_name, last_name, email, phone, address, city, post_code, country },
  };
}

function readSeenPrice(body: ApproveOfferBody): number | null {
  if (body.service_price === undefined) return null;
  const cents = parseAmount(body.service_price);
  if (cents === null) throw fieldError("service_price", "amount_invalid");
  return cents;
}
