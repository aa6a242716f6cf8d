import { type RouterContextProvider, redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * 301 to the present address, in the current locale, of what was renamed; search engines follow.
 * Browsers ask again each time: what is renamed back would otherwise redirect in a circle.
 */
export function toMoved(context: Context, path: string): Response {
  const headers = { "cache-control": "no-cache" };
  return redirect(localePath(getLocale(context), path), { status: 301, headers });
}

/**
 * What the slug of an address names below `folder`, such as "/products"; null for nothing. Slugs of
 * other servers may have capitals, so its lower-case form is asked for only where it names nothing
 * as it was typed: if that names something, throws a 301 to its address.
 */
export async function readBySlug<Found>(
  context: Context,
  { folder, slug }: { folder: string; slug: string },
  read: (slug: string) => Promise<Found | null>,
): Promise<Found | null> {
  const found = await read(slug);
  const lowerCase = slug.toLowerCase();
  if (found !== null || lowerCase === slug || getApi(context).isWriting) return found;
  if ((await read(lowerCase)) === null) return null;
  throw toMoved(context, `${folder}/${encodeURIComponent(lowerCase)}${getUrl(context).search}`);
}
