import { DomainError, fieldError } from "#domain/errors.ts";
import { pickLocale } from "#domain/locales.ts";
import type { ErrorCode } from "#domain/messages.ts";
import { formatRate, parseAmount, toDecimal } from "#domain/money.ts";
import type { IntendedPurchase, PurchaseIntentBody } from "../contract/purchases.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import { NEVER_ABORTED } from "../noun.ts";
import { lockBalance } from "../wallet/wallet.service.ts";
import { assertDeliverable } from "./deliverable.ts";
import { toGivenConsent } from "./delivery.ts";
import { queueFailedIntentMail } from "./intent-mails.ts";
import {
  getFailedIntent,
  getIntent,
  getWaitingPurchase,
  insertIntent,
  isCalledOff,
  listWaitingIntents,
  lockWaitingIntent,
  type NewIntent,
  setTried,
  type WaitingIntent,
} from "./intents.queries.ts";
import { placeOrder } from "./purchases.service.ts";

// A deposit can be made to buy one product. The intent is stored with the deposit, so that the
// purchase also completes on another device or days later (docs/decisions/0038).

type Buying = Pick<ApiDeps, "database" | "files" | "log" | "now" | "config">;

const BATCH_SIZE = 50;

/**
 * The purchase intent of a deposit whose payer saw this rate. Throws validation_failed for an
 * invalid price, or for consent to an unknown text.
 */
export function readIntent(
  body: PurchaseIntentBody,
  { now, rateBasisPoints }: { now: Date; rateBasisPoints: number },
): NewIntent {
  const priceCents = parseAmount(body.expected_price);
  if (!priceCents) throw fieldError("expected_price", "amount_invalid");
  return {
    productId: Number(body.prompt_id),
    priceCents,
    rateBasisPoints,
    buysItself: body.buy === true,
    consent: toGivenConsent(body.consent, now),
  };
}

/** Stores an intent in the transaction that creates its deposit. Throws product_not_found. */
export async function saveIntent(
  sql: Sql,
  deposit: { depositId: number; locale: string },
  intent: NewIntent,
): Promise<void> {
  if (!(await insertIntent(sql, deposit, intent))) throw new DomainError("product_not_found");
}

/**
 * Completes the purchase intent of a paid deposit if the buyer requested it: once, and only at the
 * price the buyer saw, in EUR as well. An obstacle is stored and mailed to the buyer, who decides.
 * The attempt is recorded in the transaction that moves the money; an error leaves the intent for
 * the next attempt.
 */
export async function processIntent(deps: Buying, depositId: number): Promise<void> {
  const obstacle = await findObstacle(deps, depositId);
  await inTransaction(deps.database, async (sql) => {
    const intent = await lockWaitingIntent(sql, depositId);
    if (!intent) return;
    const failure = obstacle ?? (await codeOf(buy(deps, sql, { ...intent, depositId })));
    await setTried(sql, depositId, { at: deps.now(), failure });
    if (!failure) return;
    deps.log.info({ depositId, failure }, "a deposit did not buy what it was for");
    const failed = await getFailedIntent(sql, depositId);
    if (failed) await queueFailedIntentMail(deps, sql, failed, failure);
  });
}

/**
 * Buys the product of a paid deposit, unless its buyer already owns it. Throws the errors of
 * buyPrompt, and purchase_called_off, before anything is written.
 */
async function buy(
  deps: Buying,
  sql: Sql,
  intent: WaitingIntent & { depositId: number },
): Promise<void> {
  const { userId, consentedAt, consentVersion, consentLocale } = intent;
  // Refunds take this lock too.
  await lockBalance(sql, userId);
  if (await isCalledOff(sql, intent.depositId)) throw new DomainError("purchase_called_off");
  const consent =
    consentedAt && consentVersion && consentLocale
      ? { at: consentedAt, version: consentVersion, locale: consentLocale }
      : null;
  const user = { id: userId, isEmailVerified: intent.isEmailVerified };
  const { productId, priceCents, rateBasisPoints } = intent;
  const locale = pickLocale(intent.locales, deps.config.locales);
  const purchase = { productId, seen: { priceCents, rateBasisPoints }, consent, locale };
  await placeOrder(deps, sql, user, purchase);
}

/**
 * Why the product of a paid deposit cannot be delivered; null if it can. Throws during an outage.
 */
async function findObstacle(deps: Buying, depositId: number): Promise<ErrorCode | null> {
  const purchase = await getWaitingPurchase(deps.database, depositId);
  return purchase && codeOf(assertDeliverable(deps, purchase));
}

/**
 * The code of the rule that rejected `work`, which then wrote nothing; null if it succeeded.
 * Rethrows any other error, so that the work is retried.
 */
async function codeOf(work: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof DomainError && !isOutage(error)) return error.code;
    throw error;
  }
}

/**
 * Processes the intents of all paid deposits whose purchase was interrupted by a process exit. A
 * failure is logged and does not block the others.
 */
export async function processWaitingIntents(deps: Buying, stopping = NEVER_ABORTED): Promise<void> {
  for (let afterId = 0; ; ) {
    const batch = await listWaitingIntents(deps.database, { afterId, limit: BATCH_SIZE });
    for (const depositId of batch) {
      if (stopping.aborted) return;
      afterId = depositId;
      await processIntent(deps, depositId).catch((error: unknown) => {
        deps.log.error({ err: error, depositId }, "an intended purchase could not be made");
      });
    }
    if (batch.length < BATCH_SIZE) return;
  }
}

/** The purchase intent of one of the user's deposits, and its outcome; null if it has none. */
export async function describeIntent(
  sql: Sql,
  userId: number,
  depositId: number,
): Promise<IntendedPurchase | null> {
  const intent = await getIntent(sql, userId, depositId);
  return (
    intent && {
      prompt_id: intent.productId,
      slug: intent.slug,
      expected_price: toDecimal(intent.priceCents),
      expected_rate: intent.rateBasisPoints === null ? null : formatRate(intent.rateBasisPoints),
      buy: intent.buysItself,
      is_tried: intent.isTried,
      is_consented: intent.isConsented,
      order_id: intent.orderId,
      failure_code: intent.orderId === null ? intent.failure : null,
    }
  );
}
