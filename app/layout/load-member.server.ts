import { getProfile } from "#app/api-client/accounts.server.ts";
import { findOrder } from "#app/api-client/purchases.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listFavoriteIdsOf } from "#app/api-client/wishlist.server.ts";
import type { WebRequest } from "#app/middleware/web-context.ts";
import type { MemberData } from "#app/ui/base/member-data.ts";

/**
 * What a kept page is filled with for the reader of these cookies, asked for all at once, and the
 * cookies to set. Null for whoever needs a page of their own: somebody who is not signed in after
 * all, who owns the page's product, or as
 * whom the staff sees the shop. Throws what the API throws: such a page says what is missing.
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
    locale,
  });
  if (!api.jar.hasSession) return null;
  const profile = getProfile(api);
  // Calls side by side would each begin a session of their own.
  if (api.jar.isRemembered) await profile;
  const [user, favorites, order] = await Promise.all([
    profile,
    listFavoriteIdsOf(api),
    ownable ? findOrder(api, ownable) : null,
  ]);
  if (order || user.viewedUntil) return null;
  return { member: { user, favorites }, setCookies: api.jar.toSetCookieLines() };
}
