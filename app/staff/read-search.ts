import type { RouterContextProvider } from "react-router";
import { type HistoryCursor, readCursor } from "#app/api-client/history.server.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";

export type ListSearch<State extends string> = { q: string; state: State | null };

/** What a list's address asks for; a state that is none of `states` counts as none. */
export function readSearch<State extends string>(
  context: Readonly<RouterContextProvider>,
  states: readonly State[],
): { search: ListSearch<State>; cursor: HistoryCursor } {
  const query = getUrl(context).searchParams;
  const q = (query.get("q") ?? "").trim().slice(0, STAFF_SEARCH_LENGTH_MAX);
  const state = states.find((one) => one === query.get("state")) ?? null;
  return { search: { q, state }, cursor: readCursor(query) };
}
