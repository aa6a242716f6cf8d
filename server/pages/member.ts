import { loadMember } from "#app/layout/load-member.server.ts";
import type { WebRequest } from "#app/middleware/web-context.ts";
import { KeptPage } from "./kept-page.ts";
import type { OwnPage, PageCache } from "./page-cache.ts";
import type { SharedPage } from "./shared-page.ts";

/** A document as it leaves, without the strings in between. */
export type FilledPage = { response: Response; html: Buffer<ArrayBuffer> };

/**
 * The page of a member's request: the one that is kept for everybody, with what is theirs filled in.
 * Null when it has to be rendered for them as a whole: it cannot be shared, or something about this
 * member has no place in it, or the API failed, which such a page explains.
 */
export async function fillForMember(
  pageCache: PageCache,
  shared: SharedPage,
  { forGuests, web, request }: { forGuests: OwnPage; web: WebRequest; request: Request },
): Promise<FilledPage | null> {
  const page = await findPage(pageCache, shared, forGuests);
  if (!page?.memberPage) return null;
  const [, locale = ""] = shared.path.split(/[/?]/);
  const loaded = await loadMember(web, {
    cookieHeader: request.headers.get("cookie") ?? "",
    locale,
    ownable: page.ownable,
  }).catch(() => null);
  if (!loaded) return null;
  const headers = new Headers(page.headers);
  headers.delete("vary");
  headers.set("cache-control", "private, no-store");
  for (const line of loaded.setCookies) headers.append("set-cookie", line);
  return { response: new Response(null, { headers }), html: page.memberPage(loaded.member) };
}

async function findPage(
  pageCache: PageCache,
  { key }: SharedPage,
  forGuests: OwnPage,
): Promise<KeptPage | null> {
  const kept = pageCache.get(key);
  if (kept || pageCache.isUnshared(key)) return kept;
  const page = await pageCache.fill(key, forGuests).catch(() => null);
  return page instanceof KeptPage ? page : null;
}
