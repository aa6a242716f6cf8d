import type { ShouldRevalidateFunctionArgs } from "react-router";
import { wasNotProcessed } from "#domain/unsent-forms.ts";

/**
 * The `shouldRevalidate` of a screen whose data others may have changed: a rejected form shows the
 * current data beside what was typed, so that sending it again is based on that. React Router would
 * skip this for a status of 400 and more. A form that was not processed leaves the page unchanged.
 */
export function revalidatePosted(args: ShouldRevalidateFunctionArgs): boolean {
  if (wasNotProcessed(args.actionStatus)) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

/** The field of a form whose record no longer exists: it makes a new one. */
export const AGAIN_FIELD = "again";

/**
 * The same for a screen of one record: when that no longer exists (404, or a form that says so was
 * rejected), what was typed stays, as loading it anew would lead to the page "not found".
 */
export function revalidateUnlessDeleted(args: ShouldRevalidateFunctionArgs): boolean {
  const isRejected = args.actionStatus !== undefined && args.actionStatus >= 400;
  const isDeleted = args.actionStatus === 404 || Boolean(args.formData?.has(AGAIN_FIELD));
  return !(isRejected && isDeleted) && revalidatePosted(args);
}
