import { data, redirect } from "react-router";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { parsePage } from "#domain/catalog.ts";

/** The requested page of a staff list. Throws a 404 for an invalid one. */
export function readPage(context: Context): number {
  const page = parsePage(getUrl(context).searchParams.get("page"));
  if (page === null) throw data(null, { status: 404 });
  return page;
}

/**
 * The requested page of a staff list, as loaded by `read`. Throws what `read` throws, a 404 for an
 * invalid page, and beyond the last page a redirect to it: somebody has dealt with the records that
 * were there. It does not redirect while the URL names a record in the parameter `record`, so that
 * a rejected form can show the reason.
 */
export async function loadPage<List extends { pages: number }>(
  context: Context,
  read: (page: number) => Promise<List>,
  record: string | null = null,
): Promise<List> {
  const page = readPage(context);
  const list = await read(page);
  const last = Math.max(1, list.pages);
  const { pathname, searchParams } = new URL(getUrl(context));
  if (page <= last || (record !== null && searchParams.has(record))) return list;
  searchParams.set("page", String(last));
  throw redirect(`${pathname}?${searchParams}`, 302);
}
