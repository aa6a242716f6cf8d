import { getProfile, getReader, type Reader } from "#app/api-client/accounts.server.ts";
import { findOrder } from "#app/api-client/purchases.server.ts";
import { getFeatures } from "#app/api-client/site.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listFavoriteIdsOf } from "#app/api-client/wishlist.server.ts";
import type { WebRequest } from "#app/middleware/web-context.ts";
import type { MemberData } from "#app/ui/base/member-data.ts";

/**
 * The member data that fills a cached page for these cookies, and the cookies to set. Null if the
 * reader needs an individual page: not signed in after all, owner of the page's product, or a staff
 * member viewing as a user. Throws what the API throws: an individual page then shows what is
 * missing.
 */
export async function loadMember(
  web: WebRequest,
  {
    cookieHeader,
    locale,
    ownable,
  }: { cookieHeader: string; locale: string } & Pick<WebRequest, "ownable">,
): Promise<{ member: MemberData; setCookies: string[] } | null> {
  const api = new ApiClient(web.api, {
    cookieHeader,
    clientIp: web.clientIp,
    requestId: web.requestId,
    pageReads: web.pageReads,
    locale,
  });
  if (!api.jar.hasSession) return null;
  const { user, favorites, ownsProduct } = await loadReader(api, ownable);
  if (ownsProduct || user.viewedUntil) return null;
  return { member: { user, favorites }, setCookies: api.jar.toSetCookieLines() };
}

/** Uses a single call if the server has one for everything; further calls for what it omits. */
async function loadReader(
  api: ApiClient,
  ownable: WebRequest["ownable"],
): Promise<Required<Reader>> {
  const features = await getFeatures(api).catch(() => null);
  const isOneCall = features?.has("profile_extras") ?? false;
  const reading: Promise<Reader> = isOneCall
    ? getReader(api, ownable)
    : getProfile(api).then((user) => ({ user }));
  // Parallel calls would each start a separate session.
  const said = isOneCall || api.jar.isRemembered ? await reading : null;
  const [{ user }, favorites, ownsProduct] = await Promise.all([
    reading,
    said?.favorites ?? listFavoriteIdsOf(api),
    said?.ownsProduct ?? (ownable ? findOrder(api, ownable).then(Boolean) : false),
  ]);
  return { user, favorites, ownsProduct };
}
