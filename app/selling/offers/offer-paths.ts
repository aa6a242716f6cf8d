export const OFFERS_PATH = "/dashboard/offers";

/** The page of one step of an offer, without locale. */
export function toStep(offerId: string, step?: string): string {
  return `${OFFERS_PATH}?offer=${encodeURIComponent(offerId)}${step ? `&step=${step}` : ""}`;
}
