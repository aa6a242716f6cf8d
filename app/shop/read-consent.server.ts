import type { ConsentBody } from "#api/contract/purchases.ts";

/**
 * What the ticked box of a form says, in the language in which it was read; null without the tick.
 * The box's value is the version of the text beside it.
 */
export function readConsent(language: string, form: FormData): ConsentBody | null {
  const version = form.get("consent");
  if (typeof version !== "string" || version === "") return null;
  return { version: version.slice(0, 40), language };
}
