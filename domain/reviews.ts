/** Reviews of offers and verifications: reusable reasons for decisions (design §4). */

export const REASON_KINDS = ["offer", "verification"] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

export const REASON_TITLE_LENGTH_MAX = 80;
/** The limit of the shortest field that a reason is inserted into. */
export const REASON_BODY_LENGTH_MAX = 500;

/**
 * The reasons for a reader of `locale`: those in that language, or all of the kind if there are
 * none.
 */
export function pickReasons<Reason extends { kind: string; locale: string }>(
  reasons: readonly Reason[],
  { kind, locale }: { kind: ReasonKind; locale: string },
): Reason[] {
  const ofKind = reasons.filter((reason) => reason.kind === kind);
  const readable = ofKind.filter((reason) => reason.locale === locale);
  return readable.length > 0 ? readable : ofKind;
}
