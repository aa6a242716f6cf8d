/** A member's order, opened over the list of all of them; without locale. */
export const toOrderPath = (id: string) => `/dashboard?order=${encodeURIComponent(id)}`;

export const OWNED = "owned";
/** How the order was there already: by this purchase, sent twice, or by one long before. */
export const OWNED_SINCE = ["now", "before"] as const;
export type OwnedSince = (typeof OWNED_SINCE)[number];

export const UNDELIVERABLE = "undeliverable";
/** The same after a download without a picture: the dialog says so for as long as it is read. */
export const toUndeliverablePath = (id: string) => `${toOrderPath(id)}&${UNDELIVERABLE}=1`;

/** The same after a purchase that made no order of its own: the dialog says why. */
export const toOwnedPath = (id: string, since: OwnedSince) =>
  `${toOrderPath(id)}&${OWNED}=${since}`;
