import { nouns } from "#api/nouns.ts";

const uploads = nouns.flatMap((noun) => noun.uploads ?? []);

/**
 * True for the screens that take files, and for the API's routes behind them: their bodies may be
 * large and slow. React Router sends a screen's form to its path with `.data`.
 */
export function isUploadPath(path: string): boolean {
  const given = path.toLowerCase();
  const page = given.replace(/^\/[a-z-]+(?=\/)/, "").replace(/\.data$/, "");
  return uploads.some(({ apiPath, pagePath }) => given === apiPath || matches(pagePath, page));
}

/** True for a page of this path; `:id` of it stands for any one part. */
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
