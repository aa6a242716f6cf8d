import { DomainError, fieldError } from "#domain/errors.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import type { IntendedPurchase, PurchaseIntentBody } from "../contract/purchases.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { readConsent } from "./delivery.ts";
import {
  getIntent,
  insertIntent,
  listWaitingIntents,
  lockWaitingIntent,
  type NewIntent,
  setTried,
} from "./intents.queries.ts";
import { placeOrder } from "./purchases.service.ts";

// A deposit may be made to buy one product. The intent is stored with the deposit, so that the
// purchase ends on another device or days later as well (docs/decisions/0038).

type Buying = Pick<ApiDeps, "database" | "log" | "now" | "config">;

const AT_ONCE_MAX = 50;

/**
 * What a deposit is to buy. Throws validation_failed for a price that is no amount, or for consent
 * to a text that never was.
 */
export function readIntent(body: PurchaseIntentBody, now: Date): NewIntent {
  const priceCents = parseAmount(body.expected_price);
  if (!priceCents) throw fieldError("expected_price", "amount_invalid");
  return {
    productId: Number(body.prompt_id),
    priceCents,
    buysItself: body.buy === true,
    consent: readConsent(body.consent, now),
  };
}

/** Stores it with its deposit, in the deposit's transaction. Throws product_not_found. */
export async function saveIntent(
  sql: Sql,
  deposit: { depositId: number; locale: string },
  intent: NewIntent,
): Promise<void> {
  if (!(await insertIntent(sql, deposit, intent))) throw new DomainError("product_not_found");
}

/**
 * Buys what a paid deposit was made to buy, when the buyer said so: once, and only at the price that
 * the buyer saw. What keeps it from being bought is stored for the buyer to decide. Money moves in
 * one transaction with the note that it did; an error leaves the intent for the next try.
 */
export async function processIntent(deps: Buying, depositId: number): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const intent = await lockWaitingIntent(sql, depositId);
    if (!intent) return;
    const { consentedAt, consentVersion, consentLocale } = intent;
    const consent =
      consentedAt && consentVersion
        ? { at: consentedAt, version: consentVersion, locale: consentLocale ?? "" }
        : null;
    const user = { id: intent.userId, isEmailVerified: intent.isEmailVerified };
    const { productId, priceCents } = intent;
    const purchase = { productId, expected: priceCents, consent, locale: intent.locale };
    const failure = await placeOrder(deps, sql, user, purchase).then(
      () => null,
      (error: unknown) => {
        // What the rules of buying reject has written nothing; anything else undoes all of it.
        if (error instanceof DomainError) return error.code;
        throw error;
      },
    );
    await setTried(sql, depositId, { at: deps.now(), failure });
    if (failure) deps.log.info({ depositId, failure }, "a deposit did not buy what it was for");
  });
}

/** The same for deposits that were paid when the process ended before it could buy. */
export async function processWaitingIntents(deps: Buying): Promise<void> {
  for (const depositId of await listWaitingIntents(deps.database, AT_ONCE_MAX)) {
    await processIntent(deps, depositId).catch((error: unknown) => {
      deps.log.error({ err: error, depositId }, "an intended purchase could not be made");
    });
  }
}

/** What a deposit of the user's own was made to buy, and what became of it; else null. */
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
      buy: intent.buysItself,
      is_consented: intent.isConsented,
      order_id: intent.orderId,
      failure_code: intent.orderId === null ? intent.failure : null,
    }
  );
}
