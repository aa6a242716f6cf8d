/** What the staff types to find orders and deposits (spec §4). Pure. */

export const STAFF_SEARCH_LENGTH_MAX = 200;

/** Orders of the staff's lists: by day or by amount, the least first; with "-" the greatest. */
export const STAFF_LIST_SORTS = ["date", "-date", "amount", "-amount"] as const;
export type StaffListSort = (typeof STAFF_LIST_SORTS)[number];
/** Orders of a list without amounts. */
export const STAFF_DATE_SORTS = ["date", "-date"] as const;

/** The column that an order goes by, and whether it begins with the greatest. */
export function parseListSort(sort: StaffListSort) {
  const isDescending = sort.startsWith("-");
  return { by: sort.endsWith("date") ? "date" : "amount", isDescending } as const;
}
/** Fewer letters than this would match most of the shop. */
const PREFIX_LENGTH_MIN = 3;

/** A typed text, in each way in which it may be meant; null where it cannot be meant so. */
export type StaffSearch = {
  /** An id of ours, with or without "#". */
  id: number | null;
  /** The beginning of an address, or of a product's name in URLs. */
  prefix: string | null;
  /** A reference of the payment provider's, or a document's number, exactly as it was typed. */
  reference: string;
};

/** Parses what was typed; null when nothing was, so that everything is listed. */
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

/** A pattern for LIKE that matches what contains `part`, whatever characters are in it. */
export function toLikePart(part: string): string {
  return `%${toLikePrefix(part)}`;
}

/** A pattern for LIKE that matches what begins with `prefix`, whatever characters are in it. */
export function toLikePrefix(prefix: string): string {
  return `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
}
