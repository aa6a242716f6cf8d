import { data, type RouterContextProvider } from "react-router";
import { getUrl } from "#app/middleware/session-relay.ts";
import { parsePage } from "#domain/catalog.ts";

/** The requested page of a staff list. Throws a 404 for an invalid one. */
export function readPage(context: Readonly<RouterContextProvider>): number {
  const page = parsePage(getUrl(context).searchParams.get("page"));
  if (page === null) throw data(null, { status: 404 });
  return page;
}
