import { useLocation } from "react-router";

/** The address of a history's page without what is open on it: where a dialog closes to. */
export function useHistoryPath(path: string): string {
  return toHistoryPath(path, useLocation().search);
}

/** `path` with the cursor of `search`, and nothing else of it. */
export function toHistoryPath(path: string, search: string): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ["before", "after"]) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** That address with one entry of the page opened. */
export function openOnPage(path: string, name: string, id: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(id)}`;
}
