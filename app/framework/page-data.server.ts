import type { EntryContext } from "react-router";
import { PAGE_DATA_ID } from "./workarounds.ts";

type State = Pick<EntryContext["staticHandlerContext"], "loaderData" | "actionData" | "errors">;

/** The framework's output for its data in a document without a handoff stream. */
const STREAM =
  /(<script((?: nonce="[^"]*")?)>window\.__reactRouterContext = [^\n]*?);window\.__reactRouterContext\.stream = [^\n]*?\);<\/script>/;

/**
 * The data for a page's scripts as a JSON data block: 0.7 KB of Brotli less for a listing than in
 * the framework's own format, and no script for the CSP. Null for data that JSON would change (such
 * as dates), and for a page that failed, whose errors have their own format.
 */
export function writePageData({ loaderData, actionData, errors }: State): string | null {
  if (errors !== null || !isJson(loaderData) || !isJson(actionData)) return null;
  const state = { loaderData, actionData, errors };
  return JSON.stringify(state).replaceAll("<", "\\u003c");
}

/**
 * Inserts the data where the browser's entry looks for it, in place of the stream, with the URL of
 * the layout's data file. Takes and returns the scripts of a document (`splitDocument`); null if
 * their structure is unknown.
 */
export function insertPageData(scripts: string, json: string, layoutUrl: string): string | null {
  const found = STREAM.exec(scripts);
  if (!found) return null;
  const [whole, context = ""] = found;
  const block = `<script id="${PAGE_DATA_ID}" type="application/json" data-layout="${layoutUrl}">${json}</script>`;
  const rest = scripts.slice(found.index + whole.length);
  return `${scripts.slice(0, found.index)}${context}</script>${block}${rest}`;
}

/** Whether `JSON.parse` restores the same value; undefined fields may be dropped. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((one) => one === undefined || isJson(one));
}
