import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { readLocale } from "#domain/locales.ts";

/**
 * The language of a text, as the server states it, if that is not the requested one; undefined if
 * it is, or if nothing is stated. Screens put it into the `lang` of the text's element.
 */
export function readTextLanguage(
  api: Pick<ApiClient, "locale">,
  stated: string | null | undefined,
): string | undefined {
  const language = readLocale(stated ?? "");
  return language === null || language === api.locale ? undefined : language;
}
