import { type Country, listCountries } from "#app/api-client/site.server.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { listNamedCountries } from "#domain/countries.ts";

/**
 * The server's countries (spec §3 Country), or the built-in list if they cannot be loaded, or if
 * there are none: forms that require one could not be sent.
 */
export async function loadCountries(context: Context): Promise<Country[]> {
  const countries = await orNull(context, "countries", listCountries(getApi(context)));
  return countries?.length ? countries : listNamedCountries(getLocale(context));
}

/** A country's name in the given list, or its code. */
export function countryName(countries: readonly Country[], code: string): string {
  return countries.find(({ id }) => id === code)?.name ?? code;
}
