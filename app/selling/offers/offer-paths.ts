export const LIST = "/dashboard/offers";

/** The page of one step of an offer, without locale. */
export function toStep(offerId: string, step?: string): string {
  return `${LIST}?offer=${encodeURIComponent(offerId)}${step ? `&step=${step}` : ""}`;
}
