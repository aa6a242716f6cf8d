import type { Upload } from "#api/noun.ts";
import { nouns } from "#api/nouns.ts";
import { UPLOAD_TIMEOUT_MS } from "../limits.ts";

const uploads = nouns.flatMap((noun) => noun.uploads ?? []);

/** The time limit for the body of an upload, in milliseconds. */
export const uploadTimeoutMs = ({ timeoutMs = UPLOAD_TIMEOUT_MS }: Upload): number => timeoutMs;

/** The maximum time for any request to arrive, in milliseconds. */
export const REQUEST_TIMEOUT_MS = Math.max(UPLOAD_TIMEOUT_MS, ...uploads.map(uploadTimeoutMs));

/**
 * Limits of a screen that accepts files, or of the API route behind it, whose bodies are large and
 * slow. Undefined for any other path. React Router posts a screen's form to its path with `.data`.
 */
export function findUpload(path: string): Upload | undefined {
  const given = path.toLowerCase();
  const page = given.replace(/^\/[a-z-]+(?=\/)/, "").replace(/\.data$/, "");
  return uploads.find(({ apiPath, pagePath }) => given === apiPath || matches(pagePath, page));
}

/** True if the path matches the page; `:id` in the page matches any one segment. */
function matches(pagePath: string, page: string): boolean {
  const parts = page.split("/");
  const expected = pagePath.split("/");
  return (
    parts.length === expected.length &&
    expected.every(
      (part, index) => part === parts[index] || (part === ":id" && parts[index] !== ""),
    )
  );
}
