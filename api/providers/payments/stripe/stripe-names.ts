import { isRowId } from "#domain/ids.ts";

/**
 * The name of a deposit or refund at Stripe: its id and its key. The id alone is not unique,
 * because it is reused by a shop restored from a backup, and by another shop on the same account.
 * Earlier releases used only the id, so their key is null.
 */
export function nameOf(id: number, key: string | null): string {
  return key === null ? String(id) : `${id}-${key}`;
}

/** Parses a name; both are null if it is not ours. */
export function readName(name: string | null | undefined): {
  id: number | null;
  key: string | null;
} {
  const [, id, key = null] = /^(\d+)(?:-([\da-f-]{36}))?$/.exec(name ?? "") ?? [];
  return isRowId(id) ? { id: Number(id), key } : { id: null, key: null };
}
