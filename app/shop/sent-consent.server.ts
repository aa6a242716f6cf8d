import type { ConsentBody } from "#api/contract/purchases.ts";

/**
 * The consent given by a form's checkbox, with the displayed language; null if unchecked. The box's
 * value is the version of the text beside it.
 */
export function readSentConsent(language: string, form: FormData): ConsentBody | null {
  const version = form.get("consent");
  if (typeof version !== "string" || version === "") return null;
  return { version: version.slice(0, 40), language };
}
