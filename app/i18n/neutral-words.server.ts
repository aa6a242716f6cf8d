import { CURRENCY_TEXTS } from "#domain/money.ts";
import type { ServerFeature } from "#domain/site.ts";
import type { Words } from "./translate.ts";

/**
 * Texts that promise features not every server has, by the required feature. Each has a neutral
 * alternative: `neutral.<key>`.
 */
const CLAIMS: Partial<Record<ServerFeature, readonly string[]>> = {
  own_engine: ["product.madeText", "about.seen.text"],
  free_images: ["product.moreText", "product.ownedHint", "generate.lead", "generate.emptyHint"],
  single_purchase: ["home.manage.buy.text"],
  known_payments: [
    "home.manage.topUp.text",
    "deposit.card_hint",
    "deposit.sepa_hint",
    "payment.debit_takes_days",
  ],
  saved_contact: ["deposit.contact_saved"],
  link_lifetimes: [
    "verify_email.hint",
    "forgot.sent_text",
    "forgot.sent_hint",
    "reset.link_invalid_text",
  ],
  plain_licence: ["product.promiseUse"],
};

/** Lines of a list that are empty, and not shown, for a server without the feature. */
const CLAIMED_LINES: Partial<Record<ServerFeature, readonly string[]>> = {
  free_images: ["product.promiseMore"],
};

/**
 * The server's texts over the English ones (spec §1), with neutral ones for features the server
 * does not report (`settings.features`): its own if it has our files, else English. Texts that only
 * the server has are kept.
 */
export function mergeWords(english: Words, own: Words, features: ReadonlySet<string>): Words {
  const listUnclaimed = (claims: typeof CLAIMS) =>
    Object.entries(claims).flatMap(([feature, keys]) => (features.has(feature) ? [] : keys));
  const neutral = listUnclaimed(CLAIMS).map((key) => {
    const name = `neutral.${key}`;
    return [key, own[name] ?? own[key] ?? english[name] ?? ""] as const;
  });
  const empty = listUnclaimed(CLAIMED_LINES).map((key) => [key, ""] as const);
  // The currency's name comes from the server's texts or settings, not from our English.
  const common = Object.entries(english).filter(([key]) => !key.startsWith(CURRENCY_TEXTS));
  return { ...Object.fromEntries(common), ...own, ...Object.fromEntries([...neutral, ...empty]) };
}
