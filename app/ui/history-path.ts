import { useLocation } from "react-router";

/** The URL of a history's page without an open entry: the target when a dialog closes. */
export function useHistoryPath(path: string): string {
  return toHistoryPath(path, useLocation().search);
}

/** `path` with only the cursor of `search`. */
function toHistoryPath(path: string, search: string): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ["before", "after"]) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** That URL with one entry opened. */
export function openOnPage(path: string, name: string, id: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(id)}`;
}
