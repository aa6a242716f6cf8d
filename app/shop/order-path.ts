/** The path of a member's order, opened above the list of all orders; without locale. */
export const toOrderPath = (id: string) => `/dashboard?order=${encodeURIComponent(id)}`;

export const OWNED = "owned";
/** Why the order already existed: this purchase was sent twice, or an earlier one created it. */
export const OWNED_SINCE = ["now", "before"] as const;
export type OwnedSince = (typeof OWNED_SINCE)[number];

export const UNDELIVERABLE = "undeliverable";
/** The order's path after a download whose picture is lost, which the dialog then explains. */
export const toUndeliverablePath = (id: string) => `${toOrderPath(id)}&${UNDELIVERABLE}=1`;

/** The order's path after a purchase that made no new order; the dialog says why. */
export const toOwnedPath = (id: string, since: OwnedSince) =>
  `${toOrderPath(id)}&${OWNED}=${since}`;
