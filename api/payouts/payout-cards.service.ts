import { randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { listPayoutMethods } from "#domain/payouts.ts";
import type { Sql } from "../db/client.ts";
import { sha256 } from "../hashes.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { createByteCipher } from "../http/encryption.ts";
import type { Erasure } from "../noun.ts";
import type { PayoutCard, PayoutProvider } from "../providers/payouts/payouts.ts";
import { requireSettings } from "../site/site.queries.ts";
import {
  type CardTokenRow,
  type CardVisitRow,
  claimUnownedCards,
  deleteUnownedCard,
  deleteUnusedVisits,
  eraseCards,
  getCardToken,
  getCardVisit,
  insertCardVisit,
  setProviderRef,
  type UnownedCard,
  useCardVisit,
} from "./payout-cards.queries.ts";

/** The lifetime of a provider's page; an entered card must be confirmed within it too. */
const VISIT_TTL_MS = 60 * 60_000;
/** How long after its expiry a page may still turn out to hold a card. */
const VISITS_KEPT_MS = DAY_MS;
/** The delay before the job retries deleting a card at its provider. */
const RETRY_MS = HOUR_MS;
const BATCH = 100;

/** The owner of a visit: the member, in the session that started it. */
export type Visitor = Pick<SessionUser, "id"> & { sessionHash: Buffer };

/** Throws card_payout_unavailable unless settings and providers support payouts to cards. */
export async function requireCardProvider(deps: ApiDeps, sql: Sql): Promise<PayoutProvider> {
  const { current } = deps.cardPayouts;
  const methods = listPayoutMethods((await requireSettings(sql)).payoutMethods, current !== null);
  if (!current || !methods.includes("card")) throw new DomainError("card_payout_unavailable");
  return current;
}

export type NewVisit = Pick<
  CardVisitRow,
  "offerId" | "contact" | "seenVersion" | "seenPriceCents"
> & { provider: string };

/** Creates a visit in the caller's transaction. The return URL carries its state. */
export async function createVisit(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  visitor: Visitor,
  visit: NewVisit,
): Promise<{ id: number; state: string; expiresAt: Date }> {
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + VISIT_TTL_MS);
  const state = randomBytes(16).toString("base64url");
  const id = await insertCardVisit(sql, {
    ...visit,
    userId: visitor.id,
    sessionHash: visitor.sessionHash,
    stateHash: sha256(state),
    expiresAt,
    now,
  });
  return { id, state, expiresAt };
}

/**
 * Opens the provider's page of a visit and returns its URL. Throws payment_unavailable, also when
 * the account was deleted in the meantime.
 */
export async function openCardPage(
  deps: ApiDeps,
  provider: PayoutProvider,
  visit: {
    id: number;
    state: string;
    expiresAt: Date;
    offerId: number;
    amountCents: number;
    locale: string;
  },
): Promise<string> {
  const screen = `${deps.config.appUrl}/${visit.locale}/dashboard/offers?offer=${visit.offerId}`;
  try {
    const { providerRef, redirectUrl } = await provider.createCardPage({
      requestId: visit.id,
      requestKey: sha256(visit.state).toString("hex"),
      amountCents: visit.amountCents,
      currency: DEFAULT_CURRENCY,
      locale: visit.locale,
      expiresAt: visit.expiresAt,
      returnUrl: `${screen}&step=card&card=${visit.state}`,
      cancelUrl: `${screen}&step=contact`,
    });
    const page = { provider: provider.name, providerRef, expiresAt: visit.expiresAt };
    const isNamed = await setProviderRef(deps.database, visit.id, page, retryAt(deps));
    if (!isNamed) throw new Error(`visit ${visit.id} was deleted while its page was made`);
    return redirectUrl;
  } catch (error) {
    throw new DomainError("payment_unavailable", { cause: error });
  }
}

/**
 * The visit of a return URL. Throws payout_card_not_found if it belongs to another user, session or
 * offer.
 */
export async function requireVisit(
  sql: Sql,
  visitor: Visitor,
  { state, offerId }: { state: string; offerId?: number },
): Promise<CardVisitRow> {
  const visit = await getCardVisit(sql, visitor.id, sha256(state));
  const isOwn = visit?.sessionHash.equals(visitor.sessionHash);
  if (!visit || !isOwn || (offerId !== undefined && visit.offerId !== offerId)) {
    throw new DomainError("payout_card_not_found");
  }
  return visit;
}

/**
 * The card entered on a visit. Throws payout_card_used, payout_card_expired, payout_card_missing
 * when none was entered, card_payout_unavailable, payment_unavailable.
 */
export async function requireGivenCard(deps: ApiDeps, visit: CardVisitRow): Promise<PayoutCard> {
  if (visit.usedAt) throw new DomainError("payout_card_used");
  if (visit.expiresAt <= deps.now()) throw new DomainError("payout_card_expired");
  const provider = deps.cardPayouts.find(visit.provider);
  if (!provider) throw new DomainError("card_payout_unavailable");
  const { providerRef } = visit;
  const card = providerRef === null ? null : await fetchCard(provider, providerRef);
  if (!card) throw new DomainError("payout_card_missing");
  return card;
}

async function fetchCard(provider: PayoutProvider, providerRef: string) {
  try {
    return await provider.findCard(providerRef);
  } catch (error) {
    throw new DomainError("payment_unavailable", { cause: error });
  }
}

/** Marks a visit as used, in the caller's transaction. False when it was already used. */
export function useVisit(
  deps: Pick<ApiDeps, "config" | "now">,
  sql: Sql,
  visit: CardVisitRow,
  { token, ...shown }: PayoutCard,
): Promise<boolean> {
  const tokenEncrypted = createTokenCipher(deps).encrypt(
    purposeOf(visit.userId),
    Buffer.from(token),
  );
  return useCardVisit(sql, visit.id, { ...shown, tokenEncrypted, now: deps.now() });
}

/** The token of a card; null when its account was deleted, or no configured secret decrypts it. */
export async function readToken(
  deps: Pick<ApiDeps, "config">,
  sql: Sql,
  cardId: number,
): Promise<string | null> {
  const row = await getCardToken(sql, cardId);
  return row && decryptToken(deps, row);
}

/** Deletes the card tokens of a deleted account, here and at their providers. */
export async function eraseCardsOf({ deps, sql, user, onCommit }: Erasure): Promise<void> {
  const dueAt = retryAt(deps);
  const cards = [
    ...(await deleteUnusedVisits(sql, { userId: user.id }, dueAt)),
    ...(await eraseCards(sql, { userId: user.id }, dueAt)),
  ];
  onCommit("delete cards at their providers", () => deleteAtProviders(deps, cards));
}

/** Deletes unused visits, with their contact details; their cards become unowned. */
export async function removeUnusedVisits(deps: ApiDeps): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - VISITS_KEPT_MS);
  await deleteUnusedVisits(deps.database, { before }, now);
}

/** Deletes due unowned cards at their providers. */
export async function deleteDueCards(deps: ApiDeps, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const due = { now: deps.now(), longestMs: RETRY_MS };
    const claim = { ...due, dueAt: retryAt(deps), limit: BATCH };
    const cards = await claimUnownedCards(deps.database, claim);
    await deleteAtProviders(deps, cards, stopping);
    if (cards.length < BATCH || stopping.aborted) return;
  }
}

const retryAt = ({ now }: Pick<ApiDeps, "now">) => new Date(now().getTime() + RETRY_MS);

/** Logs failures; those cards stay recorded for the job. */
async function deleteAtProviders(
  deps: Pick<ApiDeps, "config" | "cardPayouts" | "database" | "log" | "now">,
  cards: readonly UnownedCard[],
  stopping?: AbortSignal,
): Promise<void> {
  for (const card of cards) {
    if (stopping?.aborted) return;
    const provider = deps.cardPayouts.find(card.provider);
    // Stays recorded until its provider is configured again.
    if (!provider) continue;
    try {
      const token = await findToken(deps, provider, card);
      if (token !== null) await provider.deleteCard(token);
      else if (mayStillBeEntered(deps, card)) continue;
      await deleteUnownedCard(deps.database, card.id);
    } catch (error) {
      const details = { err: error, provider: card.provider };
      deps.log.warn(details, "a card could not be deleted at its provider");
    }
  }
}

/** True while a card may still turn up on a page that has none. */
const mayStillBeEntered = ({ now }: Pick<ApiDeps, "now">, { expiresAt }: UnownedCard) =>
  expiresAt !== null && now().getTime() < expiresAt.getTime() + VISITS_KEPT_MS;

/** Null when no card was entered on the visit's page. */
async function findToken(
  deps: Pick<ApiDeps, "config">,
  provider: PayoutProvider,
  card: UnownedCard,
): Promise<string | null> {
  if (card.providerRef !== null) return (await provider.findCard(card.providerRef))?.token ?? null;
  const token = decryptToken(deps, card);
  if (token === null) throw new Error("the card's token cannot be decrypted: is a secret missing?");
  return token;
}

function decryptToken(deps: Pick<ApiDeps, "config">, card: CardTokenRow): string | null {
  const bytes = createTokenCipher(deps).decrypt(purposeOf(card.userId), card.tokenEncrypted);
  return bytes?.toString("utf8") ?? null;
}

function createTokenCipher({ config }: Pick<ApiDeps, "config">) {
  return createByteCipher(config.sessionSecrets, "promptory payout cards v1");
}

/** Bound to the owner: another user's card cannot be decrypted with it. */
const purposeOf = (userId: number) => `card token of user ${userId}`;
