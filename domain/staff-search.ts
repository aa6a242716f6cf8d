/** The staff search for orders, deposits and people (spec §4). Pure. */

export const STAFF_SEARCH_LENGTH_MAX = 200;

/** Filters of the list of people, in display order. */
export const PEOPLE_STATES = ["staff", "verified", "disabled", "deleted", "balance"] as const;

/** Sort orders of staff lists: by date or by amount; a leading "-" means descending. */
export const STAFF_LIST_SORTS = ["date", "-date", "amount", "-amount"] as const;
export type StaffListSort = (typeof STAFF_LIST_SORTS)[number];
/** Sort orders of a list without amounts. */
export const STAFF_DATE_SORTS = ["date", "-date"] as const;

/** The sort column of an order, and whether it is descending. */
export function parseListSort(sort: StaffListSort) {
  const isDescending = sort.startsWith("-");
  return { by: sort.endsWith("date") ? "date" : "amount", isDescending } as const;
}
/** Users or products matched per search prefix; limited to keep the search fast. */
export const FOLLOWED_MAX = 200;

/** Fewer characters would match most of the shop. */
const PREFIX_LENGTH_MIN = 3;

/** A search text in each of its possible meanings; null for a meaning that does not apply. */
export type StaffSearch = {
  /** An id of ours, with or without "#". */
  id: number | null;
  /** A prefix of an address, or of a product's name in URLs. */
  prefix: string | null;
  /** A payment provider's reference, or a document's number, exactly as typed. */
  reference: string;
};

/** Parses the search text; null if it is empty, so that everything is listed. */
export function parseStaffSearch(text: string | undefined): StaffSearch | null {
  const typed = (text ?? "").trim().slice(0, STAFF_SEARCH_LENGTH_MAX);
  if (typed === "") return null;
  const digits = /^#?(\d{1,15})$/.exec(typed)?.[1];
  return {
    id: digits === undefined ? null : Number(digits),
    prefix: typed.length >= PREFIX_LENGTH_MIN ? typed.toLowerCase() : null,
    reference: typed,
  };
}

/** A LIKE pattern for texts that contain `part`, with special characters escaped. */
export function toLikePart(part: string): string {
  return `%${toLikePrefix(part)}`;
}

/** A LIKE pattern for texts that start with `prefix`, with special characters escaped. */
export function toLikePrefix(prefix: string): string {
  return `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
}
