import type { ShouldRevalidateFunctionArgs } from "react-router";
import { wasNotJudged } from "#domain/unsent-forms.ts";

/**
 * The `shouldRevalidate` of a screen whose data may be others' by now: a form that was rejected shows
 * what is there now beside what was typed, so that sending it again is about that. React Router would
 * skip this for a response of 400 and more. A form that nobody judged leaves the page as it is.
 */
export function revalidatePosted(args: ShouldRevalidateFunctionArgs): boolean {
  if (wasNotJudged(args.actionStatus)) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

/**
 * The same for a screen of one record: when that no longer exists (404), what was typed stays, as
 * loading it anew would lead to the page "not found".
 */
export function revalidateUnlessGone(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus !== 404 && revalidatePosted(args);
}
