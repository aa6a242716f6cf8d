import { isRowId } from "#domain/ids.ts";

/**
 * The name of a deposit or refund at Stripe: its id and its key. The id alone is not unique,
 * because it is reused in a shop restored from a backup, and in another one on the same account;
 * earlier releases used it nevertheless, and their key is null.
 */
export function nameOf(id: number, key: string | null): string {
  return key === null ? String(id) : `${id}-${key}`;
}

/** Reads a name back; both are null for one that is not ours. */
export function readName(name: string | null | undefined): {
  id: number | null;
  key: string | null;
} {
  const [, id, key = null] = /^(\d+)(?:-([\da-f-]{36}))?$/.exec(name ?? "") ?? [];
  return isRowId(id) ? { id: Number(id), key } : { id: null, key: null };
}
