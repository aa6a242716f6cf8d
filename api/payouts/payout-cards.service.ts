import { randomBytes } from "node:crypto";
import { DAY_MS } from "#domain/dates.ts";
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
  deleteUnusedVisits,
  type EndedVisit,
  eraseCards,
  getCardToken,
  getCardVisit,
  insertCardVisit,
  setProviderRef,
  useCardVisit,
} from "./payout-cards.queries.ts";

/** The lifetime of a provider's page; an entered card must be confirmed within it as well. */
const VISIT_TTL_MS = 60 * 60_000;
const VISITS_KEPT_MS = DAY_MS;

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

/** Creates a visit in the caller's transaction. The state is carried by the return URL. */
export async function createVisit(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  visitor: Visitor,
  visit: NewVisit,
): Promise<{ id: number; state: string }> {
  const now = deps.now();
  const state = randomBytes(16).toString("base64url");
  const id = await insertCardVisit(sql, {
    ...visit,
    userId: visitor.id,
    sessionHash: visitor.sessionHash,
    stateHash: sha256(state),
    expiresAt: new Date(now.getTime() + VISIT_TTL_MS),
    now,
  });
  return { id, state };
}

/** Opens the provider's page of a visit and returns its URL. Throws payment_unavailable. */
export async function openCardPage(
  deps: ApiDeps,
  provider: PayoutProvider,
  visit: { id: number; state: string; offerId: number; amountCents: number; locale: string },
): Promise<string> {
  const screen = `${deps.config.appUrl}/${visit.locale}/dashboard/offers?offer=${visit.offerId}`;
  try {
    const { providerRef, redirectUrl } = await provider.createCardPage({
      requestId: visit.id,
      requestKey: sha256(visit.state).toString("hex"),
      amountCents: visit.amountCents,
      currency: DEFAULT_CURRENCY,
      locale: visit.locale,
      returnUrl: `${screen}&step=card&card=${visit.state}`,
      cancelUrl: `${screen}&step=contact`,
    });
    await setProviderRef(deps.database, visit.id, providerRef);
    return redirectUrl;
  } catch (error) {
    throw new DomainError("payment_unavailable", { cause: error });
  }
}

/**
 * The visit of a return URL. Throws payout_card_not_found for another user's, session's or offer's.
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
  const card = providerRef === null ? null : await askForCard(provider, providerRef);
  if (!card) throw new DomainError("payout_card_missing");
  return card;
}

async function askForCard(provider: PayoutProvider, providerRef: string) {
  try {
    return await provider.findCard(providerRef);
  } catch (error) {
    throw new DomainError("payment_unavailable", { cause: error });
  }
}

/** Marks a visit as used, in the caller's transaction. False when it was used before. */
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

/** The token of a card; null when its account is deleted, or none of our secrets decrypts it. */
export async function readToken(
  deps: Pick<ApiDeps, "config">,
  sql: Sql,
  cardId: number,
): Promise<string | null> {
  const row = await getCardToken(sql, cardId);
  return row && decryptToken(deps, row);
}

/** Deletes the tokens of a deleted account, here and at their providers. */
export async function eraseCardsOf({ deps, sql, user, onCommit }: Erasure): Promise<void> {
  const visits = await deleteUnusedVisits(sql, { userId: user.id });
  const cards = await eraseCards(sql, { userId: user.id });
  onCommit("delete cards at their providers", async () => {
    for (const visit of visits) await deleteUnusedCard(deps, visit);
    for (const card of cards) await deleteUsedCard(deps, card);
  });
}

/** Deletes the tokens of payouts completed before then, here and at their providers. */
export async function eraseOldCards(deps: ApiDeps, before: Date): Promise<void> {
  for (const card of await eraseCards(deps.database, { before })) await deleteUsedCard(deps, card);
}

/** Deletes unused visits, with their contact details and the cards entered there. */
export async function removeUnusedVisits(deps: ApiDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - VISITS_KEPT_MS);
  for (const visit of await deleteUnusedVisits(deps.database, { before })) {
    await deleteUnusedCard(deps, visit);
  }
}

/** Deletes an entered but unused card at the provider. Failures are logged. */
async function deleteUnusedCard(
  { cardPayouts, log }: Pick<ApiDeps, "cardPayouts" | "log">,
  { provider, providerRef }: EndedVisit,
): Promise<void> {
  try {
    const found = cardPayouts.find(provider);
    const card = providerRef === null ? null : await found?.findCard(providerRef);
    if (card) await found?.deleteCard(card.token);
  } catch (error) {
    log.warn({ err: error, provider }, "an unused card could not be deleted at its provider");
  }
}

/** Deletes a card at the provider by its token, which is erased here. Failures are logged. */
async function deleteUsedCard(
  deps: Pick<ApiDeps, "config" | "cardPayouts" | "log">,
  card: CardTokenRow,
): Promise<void> {
  try {
    const token = decryptToken(deps, card);
    if (token !== null) await deps.cardPayouts.find(card.provider)?.deleteCard(token);
  } catch (error) {
    const { provider } = card;
    deps.log.warn({ err: error, provider }, "a card could not be deleted at its provider");
  }
}

function decryptToken(deps: Pick<ApiDeps, "config">, card: CardTokenRow): string | null {
  const bytes = createTokenCipher(deps).decrypt(purposeOf(card.userId), card.tokenEncrypted);
  return bytes?.toString("utf8") ?? null;
}

function createTokenCipher({ config }: Pick<ApiDeps, "config">) {
  return createByteCipher(config.sessionSecrets, "promptory payout cards v1");
}

/** Bound to its owner: another user's card cannot be decrypted with it. */
const purposeOf = (userId: number) => `card token of user ${userId}`;
