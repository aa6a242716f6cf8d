/** A member's order, opened over the list of all of them; without locale. */
export const toOrderPath = (id: string) => `/dashboard?order=${encodeURIComponent(id)}`;

/**
 * The same after a purchase of what was bought before: the dialog says that nothing was charged.
 */
export const toOwnedPath = (id: string) => `${toOrderPath(id)}&${OWNED}=1`;
export const OWNED = "owned";
