import { splitTracking } from "#domain/tracking-parameters.ts";

/**
 * Removes tracking parameters from the document's address, before the router reads it: the server
 * renders pages without them (docs/decisions/0063). The history's entry stays the same.
 */
export function removeTracking(): void {
  const { search, tracking } = splitTracking(window.location.search);
  if (tracking === "") return;
  const url = new URL(window.location.href);
  url.search = search;
  window.history.replaceState(window.history.state, "", url);
}
