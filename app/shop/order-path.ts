/** A member's order, opened over the list of all of them; without locale. */
export const toOrderPath = (id: string) => `/dashboard?order=${encodeURIComponent(id)}`;
