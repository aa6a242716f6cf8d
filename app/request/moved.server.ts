import { redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";

/**
 * 301 to the current address, in the current locale, of something renamed; search engines follow
 * it. Browsers must not cache it, or renaming it back would form a loop.
 */
export function toMoved(context: Context, path: string): Response {
  const headers = { "cache-control": "no-cache" };
  return redirect(localePath(getLocale(context), path), { status: 301, headers });
}

/**
 * Reads the record that a slug names below `folder`, such as "/products"; null if there is none.
 * Slugs of other servers may have capitals, so the lower-case form is only tried if nothing has the
 * slug as typed. `namesOf` are the record's own names: its current slug and what stays in an
 * address, such as its id; none if the server does not state them. For another name, such as a
 * former slug, throws a 301 to the current address if the record is found there: a server may find
 * nothing by the slug that it states, and two such redirects would form a loop. A form's reply is
 * not redirected.
 */
export async function readBySlug<Found>(
  context: Context,
  { folder, slug }: { folder: string; slug: string },
  read: (slug: string) => Promise<Found | null>,
  namesOf: (found: Found) => string[],
): Promise<Found | null> {
  const { found, name } = await readInAnyCase(slug, read);
  if (found === null || getApi(context).isWriting) return found;
  const names = namesOf(found);
  const [present = name] = names;
  if (present === slug || names.includes(slug)) return found;
  if (present !== name) {
    const there = await read(present);
    if (there === null || !namesOf(there).includes(present)) return found;
  }
  throw toMoved(context, `${folder}/${encodeURIComponent(present)}${getUrl(context).search}`);
}

/** The record that was found, and by which of the two slugs. */
async function readInAnyCase<Found>(slug: string, read: (slug: string) => Promise<Found | null>) {
  const found = await read(slug);
  const lowerCase = slug.toLowerCase();
  if (found !== null || lowerCase === slug) return { found, name: slug };
  return { found: await read(lowerCase), name: lowerCase };
}
