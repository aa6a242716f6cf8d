import { data, type RouterContextProvider } from "react-router";
import { getUrl } from "#app/middleware/session-relay.ts";
import { parsePage } from "#domain/catalog.ts";

/** The page of a staff list that the address asks for. Throws a 404 for what cannot be one. */
export function readPage(context: Readonly<RouterContextProvider>): number {
  const page = parsePage(getUrl(context).searchParams.get("page"));
  if (page === null) throw data(null, { status: 404 });
  return page;
}
