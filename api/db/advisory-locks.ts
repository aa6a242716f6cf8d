/**
 * All Postgres advisory locks of the product. Their keys share one namespace per database, so they
 * are defined together. The numbers are arbitrary but must never change between releases.
 */
export const ADVISORY_LOCKS = {
  /** Held by the process that migrates the schema, for as long as its connection lives. */
  migrations: 712_004,
  /** Held by the process that seeds the demo catalogue, for as long as its connection lives. */
  seed: 712_005,
  /** Held until the end of the transaction that loads the static pages. */
  staticPages: 712_006,
  /**
   * Held until the end of the transaction that makes a payout file or claims a card payout (I15).
   */
  outgoingPayouts: 712_012,
  /** With a payout's id: held while its provider may be paying it, or while a person marks it. */
  cardPayout: 712_025,
  /** Held by the process that sends changes to the search engine, while it does. */
  searchOutbox: 712_013,
  /** Held by the command that rebuilds the search index, for as long as its connection lives. */
  searchRebuild: 712_014,
  /** Held by the process that runs imports, while it does. */
  imports: 712_016,
  /** Held by the process that looks for missing originals, while it does. */
  originals: 712_019,
  /** Held by the process that removes renditions of deleted pictures, while it does. */
  renditions: 712_023,
  /** Held by the process that encrypts the originals of offers, while it does. */
  offerOriginals: 712_024,
  /** Held until the end of the transaction that queues an image, or starts one. */
  generations: 712_017,
  /** Held until the end of the transaction that stores an unmatched payment report. */
  unmatchedReports: 712_018,
  /** Held until the end of the transaction that changes a shelf of the home page. */
  shelves: 712_015,
  /** Held until the end of the transaction that issues a document of the series, for all years. */
  documentSeries: { invoice: 712_020, credit_note: 712_021, self_billing: 712_022 },
} as const;
