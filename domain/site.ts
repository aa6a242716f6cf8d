/** What a server reports about itself in the settings (spec §7). */

/**
 * Features of a marketplace API besides the calls of spec §7. Screens rely on one only if the
 * server lists it (`settings.features`): images by its own engine, free new images, an image
 * history, one order per buyer and prompt, cards credited immediately and balances that do not
 * expire, automatic purchase once a deposit is paid, a price filter, our standard licence, a data
 * export, notices of illegal content, a profile with everything that a page shows about its reader,
 * payers' details kept in the profile, links in mails that are valid as long as ours, the
 * withdrawal function, billing details for invoices.
 */
export const SERVER_FEATURES = [
  "own_engine",
  "free_images",
  "generations",
  "single_purchase",
  "known_payments",
  "buy_after_deposit",
  "price_filter",
  "plain_licence",
  "own_data",
  "notices",
  "profile_extras",
  "saved_contact",
  "link_lifetimes",
  "withdrawals",
  "billing_details",
] as const;
export type ServerFeature = (typeof SERVER_FEATURES)[number];
