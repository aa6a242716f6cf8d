import { getUrl } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";

const PURPOSE = "signed_query";
const SIGNATURE = "signature";

/**
 * A path without locale whose query states what the shop has done, with a signature: anybody can
 * construct a URL, and a page must not confirm what never happened. It survives a reload, works in
 * every process and with every API, and for as long as its secret is in SESSION_SECRET.
 */
export function signQuery(context: Context, path: string): string {
  const signature = requireWebRequest(context).cipher.encrypt(PURPOSE, path);
  return `${path}&${new URLSearchParams({ [SIGNATURE]: signature })}`;
}

/**
 * The parameters that `signQuery` has signed for this page; none if they belong to another page, or
 * if one of them has been changed.
 */
export function readSignedQuery(context: Context): URLSearchParams {
  const { origin, pathname, searchParams } = getUrl(context);
  const signature = searchParams.get(SIGNATURE) ?? "";
  const path = requireWebRequest(context).cipher.decrypt(PURPOSE, signature) ?? "";
  const none = new URLSearchParams();
  if (!URL.canParse(path, origin)) return none;
  const signed = new URL(path, origin);
  const pathWithoutLocale = pathname.slice(pathname.indexOf("/", 1));
  if (signed.pathname !== pathWithoutLocale) return none;
  const isSame = [...signed.searchParams].every(([name, value]) => {
    const given = searchParams.getAll(name);
    return given.length === 1 && given[0] === value;
  });
  return isSame ? signed.searchParams : none;
}
