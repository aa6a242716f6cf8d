import { DomainError } from "#domain/errors.ts";
import type { SeenOffer } from "#domain/offers.ts";
import type {
  ConfirmCardBody,
  ContactDetails,
  GivenCard,
  Offer,
  OfferId,
} from "../contract/offers.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import type { CardVisitRow } from "../payouts/payout-cards.queries.ts";
import {
  createVisit,
  openCardPage,
  requireCardProvider,
  requireGivenCard,
  requireVisit,
  useVisit,
  type Visitor,
} from "../payouts/payout-cards.service.ts";
import { toShownCard } from "../payouts/payouts.service.ts";
import type { PayoutCard } from "../providers/payouts/payouts.ts";
import {
  accept,
  getLatestPayout,
  type LockedOffer,
  loadOffer,
  lockOwnOffer,
  payAgain,
  readContact,
  rememberContact,
  requireAcceptable,
  requirePayableAgain,
} from "./accept-offer.ts";
import { readOfferId } from "./offers.service.ts";
import { readSeen } from "./seen-offer.ts";

type Seller = SessionUser & Pick<Visitor, "sessionHash">;
type StartBody = { id: OfferId; version?: number; service_price?: string | number };

/**
 * Starts a payout to a card (spec §4 Approve, §7 offer/withdraw/card) and returns the URL of the
 * provider's page where the seller enters the card. Does not accept the offer yet. Throws what
 * `requireAcceptable` and `requirePayableAgain` throw, card_payout_unavailable, payout_underway,
 * payment_unavailable.
 */
export async function startCardVisit(
  deps: ApiDeps,
  seller: Seller,
  { contact: details, ...body }: StartBody & { contact: ContactDetails },
  locale: string,
): Promise<{ redirectUrl: string }> {
  const contact = readContact(details);
  const seen = readSeen(body);
  const offerId = readOfferId(body.id);
  const begun = await inTransaction(deps.database, async (sql) => {
    const provider = await requireCardProvider(deps, sql);
    const locked = await lockOwnOffer(sql, seller.id, offerId);
    const amountCents = await requirePayable(sql, seller, locked, seen);
    const visit = await createVisit(deps, sql, seller, {
      offerId,
      provider: provider.name,
      contact,
      seenVersion: seen.version,
      seenPriceCents: seen.servicePriceCents,
    });
    return { provider, visit: { ...visit, offerId, amountCents, locale } };
  });
  return { redirectUrl: await openCardPage(deps, begun.provider, begun.visit) };
}

/** The payout amount for accepting an offer, or for paying it again after a payout came back. */
async function requirePayable(
  sql: Sql,
  seller: Seller,
  locked: LockedOffer,
  seen: SeenOffer,
): Promise<number> {
  if (locked.offer.status !== "approved") return requireAcceptable(sql, seller, locked, seen);
  const { amountCents, live } = await requirePayableAgain(sql, seller, locked);
  if (live) throw new DomainError("payout_underway");
  return amountCents;
}

/**
 * The card entered on a visit, for the seller to confirm. Throws what `requireGivenCard` throws.
 */
export async function readGivenCard(
  deps: ApiDeps,
  seller: Seller,
  state: string,
): Promise<GivenCard> {
  const visit = await requireVisit(deps.database, seller, { state });
  const card = await requireGivenCard(deps, visit);
  return {
    offer_id: visit.offerId,
    card: toShownCard(card),
    contact_details: visit.contact,
  };
}

/**
 * Pays an offer to the entered card: accepts the offer, or repeats a payout that came back.
 * Idempotent per visit; no visit pays twice. Throws payout_card_used for a visit that has paid
 * otherwise, payout_underway, offer_not_found, and what `requireAcceptable`, `requirePayableAgain`,
 * `requireGivenCard` and `requireCardProvider` throw.
 */
export async function payOutToCard(
  deps: ApiDeps,
  seller: Seller,
  body: ConfirmCardBody,
  locale: string,
): Promise<Offer> {
  const offerId = readOfferId(body.id);
  const visit = await requireVisit(deps.database, seller, { state: body.card, offerId });
  if (visit.usedAt) return repeatUsed(deps, visit);
  // Outside the transaction: a slow provider must not hold locks.
  const card = await requireGivenCard(deps, visit);
  const { contact } = visit;
  if (!contact) throw new Error(`visit ${visit.id} has no contact`);
  const paid = await inTransaction(deps.database, async (sql) => {
    const locked = await lockOwnOffer(sql, seller.id, offerId);
    if (!(await useVisit(deps, sql, visit, card))) return null;
    // Card payouts may have been disabled since the visit began.
    await requireCardProvider(deps, sql);
    return payToCard(deps, sql, seller, { locked, visit, card, contact, locale });
  });
  // A concurrent request has used the visit: return the same response.
  if (paid === null) return repeatUsed(deps, visit);
  await rememberContact(deps, seller.id, contact);
  return paid;
}

async function payToCard(
  deps: ApiDeps,
  sql: Sql,
  seller: Seller,
  given: {
    locked: LockedOffer;
    visit: CardVisitRow;
    card: PayoutCard;
    contact: NonNullable<CardVisitRow["contact"]>;
    locale: string;
  },
): Promise<Offer> {
  const { locked, visit, contact, locale } = given;
  const fullName = `${contact.first_name} ${contact.last_name}`.trim();
  const ends = { cardId: visit.id, provider: visit.provider, card: given.card };
  const account = { type: "card", fullName, ...ends } as const;
  const payee = { email: seller.email, contact, account };
  if (locked.offer.status !== "approved") {
    const seen = { version: visit.seenVersion, servicePriceCents: visit.seenPriceCents };
    const amountCents = await requireAcceptable(sql, seller, locked, seen);
    return accept(deps, sql, locked, { ...payee, amountCents, locale });
  }
  const { amountCents, live } = await requirePayableAgain(sql, seller, locked);
  if (live) throw new DomainError("payout_underway");
  return payAgain(deps, sql, locked, { ...payee, amountCents });
}

/**
 * The response for a visit that was already used. Throws payout_card_used unless the offer's
 * current payout was made by this visit.
 */
async function repeatUsed(deps: ApiDeps, visit: CardVisitRow): Promise<Offer> {
  return inTransaction(deps.database, async (sql) => {
    const { offer } = await lockOwnOffer(sql, visit.userId, visit.offerId);
    const payout = await getLatestPayout(sql, offer.id);
    if (payout?.cardId !== visit.id) throw new DomainError("payout_card_used");
    return loadOffer(sql, offer);
  });
}
