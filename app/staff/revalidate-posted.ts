import type { ShouldRevalidateFunctionArgs } from "react-router";
import { wasNotProcessed } from "#domain/unsent-forms.ts";

/**
 * The `shouldRevalidate` of a screen whose data others may have changed: a rejected form shows the
 * current data next to the typed values, so that sending it again is based on that. React Router
 * would skip this for statuses from 400. A form that was not processed leaves the page unchanged.
 */
export function revalidatePosted(args: ShouldRevalidateFunctionArgs): boolean {
  if (wasNotProcessed(args.actionStatus)) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

/** The field of a form whose record no longer exists, with which it creates a new one. */
export const AGAIN_FIELD = "again";

/**
 * The same for the screen of a single record: if that no longer exists (404, or the rejection of a
 * form for that reason), the typed values stay, because reloading would lead to the "not found"
 * page.
 */
export function revalidateUnlessDeleted(args: ShouldRevalidateFunctionArgs): boolean {
  const isRejected = args.actionStatus !== undefined && args.actionStatus >= 400;
  const isDeleted = args.actionStatus === 404 || Boolean(args.formData?.has(AGAIN_FIELD));
  return !(isRejected && isDeleted) && revalidatePosted(args);
}
