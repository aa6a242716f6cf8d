import type { FailedForm, LoadedForm } from "../form-types.ts";

/** Hidden fields with the state of its record that a form was created for. */
const SEEN_FIELDS = [
  ...["version", "seen", "review", "held", "replies", "status"],
  ...["expected_balance", "expected_orders"],
];

/** Those fields of a form, by name, as it was sent. `read` returns the value of a field. */
export function readSeen(read: (name: string) => unknown): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of SEEN_FIELDS) {
    const value = read(name);
    if (typeof value === "string") sent[name] = value;
  }
  return sent;
}

/**
 * The value of a hidden field with the state of the record that a form changes. A form shown again
 * keeps the state it was sent with: the page around it is loaded again, and with a newer state its
 * older values would overwrite what a colleague has meanwhile saved. Only a conflict, which is
 * shown, moves on to the newer state (docs/decisions/0059).
 */
export function seenOf(
  loaded: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
  { name, current }: { name: string; current: string },
): string {
  if (!isOf(failed, loaded) || failed.isConflict) return current;
  return failed.seen?.[name] ?? current;
}

/** The same for the version of a record; for a conflict, the version that its note describes. */
export function versionOf(
  loaded: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
  current: number | string,
): string {
  const described = isOf(failed, loaded) ? failed.version : undefined;
  const field = { name: "version", current: String(current) };
  return described === undefined ? seenOf(loaded, failed, field) : String(described);
}

/** Whether a form is the one that failed; one lost on a page with a single form has no id. */
export function isOf<Failed extends FailedForm>(
  failed: Failed | undefined,
  { id }: Pick<LoadedForm, "id">,
): failed is Failed {
  return failed !== undefined && [null, id].includes(failed.formId);
}
