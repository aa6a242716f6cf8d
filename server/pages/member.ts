import { loadMember } from "#app/layout/load-member.server.ts";
import type { WebRequest } from "#app/middleware/web-context.ts";
import { KeptPage } from "./kept-page.ts";
import type { PageCache, PageRender } from "./page-cache.ts";
import type { SharedPage } from "./shared-page.ts";

/** The 200 response for a member, as bytes; it contains personal data and must not be cached. */
export type FilledPage = {
  headers: Record<string, string>;
  setCookies: string[];
  html: Buffer<ArrayBuffer>;
};

/**
 * The page for a member's request: the shared cached page with the member's data filled in. Null if
 * it must be rendered individually: it cannot be shared, it has no placeholder for some of the
 * member's data, or the API failed, which an individual page explains.
 */
export async function fillPage(
  page: KeptPage,
  web: WebRequest,
  { path, cookieHeader }: { path: string; cookieHeader: string },
): Promise<FilledPage | null> {
  const { memberPage, ownable } = page;
  if (!memberPage) return null;
  const [, locale = ""] = path.split(/[/?]/);
  const loaded = await loadMember(web, { cookieHeader, locale, ownable }).catch(() => null);
  if (!loaded) return null;
  return {
    headers: page.memberHeaders,
    setCookies: loaded.setCookies,
    html: memberPage(loaded.member),
  };
}

/**
 * The page for a member's request, made from the shared page: from the page cache or, if it is not
 * there yet, rendered as for guests and cached first. Null in the same cases as `fillPage`.
 */
export async function fillForMember(
  pageCache: PageCache,
  shared: SharedPage,
  { forGuests, web, request }: { forGuests: PageRender; web: WebRequest; request: Request },
): Promise<FilledPage | null> {
  const page = await findPage(pageCache, shared, forGuests);
  const cookieHeader = request.headers.get("cookie") ?? "";
  return page && fillPage(page, web, { path: shared.path, cookieHeader });
}

async function findPage(
  pageCache: PageCache,
  { key }: SharedPage,
  forGuests: PageRender,
): Promise<KeptPage | null> {
  const kept = pageCache.get(key);
  if (kept || pageCache.isUnshared(key)) return kept;
  const page = await pageCache.fill(key, forGuests).catch(() => null);
  return page instanceof KeptPage ? page : null;
}
