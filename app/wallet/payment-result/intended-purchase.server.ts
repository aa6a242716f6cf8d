import { getProduct, type ProductView } from "#app/api-client/catalog.server.ts";
import { findOrder, type OrderView } from "#app/api-client/purchases.server.ts";
import { getEurRate } from "#app/api-client/site.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { IntendedPurchaseView } from "#app/api-client/wallet/deposits.server.ts";
import { type ConsentQuestion, loadConsent } from "#app/forms/consent/consent.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { priceInEur } from "#domain/money.ts";

type PriceChange = { currency: "credits" | "eur"; cents: number; seenCents: number };

/** The outcome of a deposit's purchase intent. */
export type Intended =
  | {
      kind: "bought";
      order: Pick<
        OrderView,
        "id" | "title" | "titleLanguage" | "isOpen" | "opensAt" | "hold" | "holdConsentVersion"
      >;
      /** It is null if the server does not require consent. */
      consentVersion: string | null;
    }
  | { kind: "withdrawn" }
  /**
   * Will be bought automatically in a moment, with the consent given in its checkout: nothing is
   * asked.
   */
  | { kind: "buying"; title: string; titleLanguage: string | undefined; priceCents: number }
  | {
      /** Can be bought with one click, or the balance is still too low (`short`). */
      kind: "ask" | "short";
      product: Pick<
        ProductView,
        "id" | "slug" | "title" | "titleLanguage" | "priceCents" | "picture" | "thumbUrl"
      >;
      /** What one euro buys now; null if the server states no rate. */
      rateBasisPoints: number | null;
      /**
       * The price change since the buyer last saw it, in EUR if only that differs; null if there is
       * none.
       */
      change: PriceChange | null;
      /** A consent given in the deposit's checkout was for that purchase only. */
      consent: ConsentQuestion | null;
      /** Not bought because the buyer meanwhile had it refunded or withdrew. */
      isCalledOff: boolean;
    };

/**
 * Null for a plain deposit, and if the intent cannot be determined: the money has arrived either
 * way.
 */
export async function loadIntended(
  context: Context,
  purchase: IntendedPurchaseView | null,
  balanceCents: number,
): Promise<Intended | null> {
  if (!purchase) return null;
  return orNull(context, "intended purchase", describe(context, purchase, balanceCents));
}

async function describe(
  context: Context,
  intended: IntendedPurchaseView,
  balanceCents: number,
): Promise<Intended> {
  const { promptId, slug, expectedPriceCents, isCalledOff, isToBeBought } = intended;
  const api = getApi(context);
  // It may have been bought in another tab: only ownership matters.
  const order = await findOrder(api, { id: promptId, slug });
  if (order) {
    const { id, title, titleLanguage, isOpen, opensAt, hold, holdConsentVersion } = order;
    const consent = isOpen ? null : await loadConsent(context);
    const consentVersion = consent?.version ?? null;
    return {
      kind: "bought",
      order: { id, title, titleLanguage, isOpen, opensAt, hold, holdConsentVersion },
      consentVersion,
    };
  }
  const product = await getProduct(api, slug).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 410) return null;
    throw error;
  });
  if (!product?.isForSale) return { kind: "withdrawn" };
  const { id, title, titleLanguage, priceCents, picture, thumbUrl } = product;
  // Checked before price and balance, both of which may change until the purchase is tried.
  if (isToBeBought) {
    return { kind: "buying", title, titleLanguage, priceCents: expectedPriceCents };
  }
  const rateBasisPoints = await orNull(context, "rate", getEurRate(api));
  return {
    kind: balanceCents < priceCents ? "short" : "ask",
    product: { id, slug, title, titleLanguage, priceCents, picture, thumbUrl },
    rateBasisPoints,
    change: findChange(intended, { priceCents, rateBasisPoints }),
    consent: await loadConsent(context),
    isCalledOff,
  };
}

function findChange(
  seen: Pick<IntendedPurchaseView, "expectedPriceCents" | "expectedRateBasisPoints">,
  now: { priceCents: number; rateBasisPoints: number | null },
): PriceChange | null {
  const { expectedPriceCents: seenCents, expectedRateBasisPoints: seenRate } = seen;
  const { priceCents: cents, rateBasisPoints: rate } = now;
  if (seenCents !== cents) return { currency: "credits", cents, seenCents };
  if (seenRate === null || rate === null) return null;
  const inEur = { cents: priceInEur(cents, rate), seenCents: priceInEur(cents, seenRate) };
  return inEur.cents === inEur.seenCents ? null : { currency: "eur", ...inEur };
}
