import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";

/**
 * The value of a hidden field that says which state of the record a form changes. Shown again, a
 * form keeps the one it was sent with: the page around it is loaded anew, and with a newer one its
 * older values would overwrite what a colleague has saved meanwhile. Only a conflict, which says so,
 * leads to the newer (docs/decisions/0059).
 */
export function seenOf(
  loaded: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
  { name, current }: { name: string; current: string },
): string {
  if (failed?.formId !== loaded.id || failed.isConflict) return current;
  const sent = failed.reply.initialValue?.[name];
  return typeof sent === "string" ? sent : current;
}

/** The same for the version of a record; that of a conflict is the one which its note describes. */
export function versionOf(
  loaded: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
  current: number | string,
): string {
  const described = failed?.formId === loaded.id ? failed.version : undefined;
  const field = { name: "version", current: String(current) };
  return described === undefined ? seenOf(loaded, failed, field) : String(described);
}
