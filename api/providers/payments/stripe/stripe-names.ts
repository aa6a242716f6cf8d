import { isRowId } from "#domain/ids.ts";

/**
 * What a deposit or refund is named at Stripe: its id and its key. The id alone comes again, in a
 * shop restored from a backup and in another one on the same account; it is the name of those that
 * earlier releases made, whose key is null.
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
