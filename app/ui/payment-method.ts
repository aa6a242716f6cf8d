import type { Translate } from "#app/i18n/translate.ts";

/** The name of a known payment method, or the server's own name. */
export function nameMethod(t: Translate, method: string): string {
  return method === "card" || method === "sepa" ? t(`deposit.${method}`) : method;
}
