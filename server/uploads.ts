import type { Upload } from "#api/noun.ts";
import { nouns } from "#api/nouns.ts";

const uploads = nouns.flatMap((noun) => noun.uploads ?? []);

/**
 * What a screen that takes files, or the API's route behind it, may take: bodies that are large and
 * slow. Undefined for any other path. React Router sends a screen's form to its path with `.data`.
 */
export function findUpload(path: string): Upload | undefined {
  const given = path.toLowerCase();
  const page = given.replace(/^\/[a-z-]+(?=\/)/, "").replace(/\.data$/, "");
  return uploads.find(({ apiPath, pagePath }) => given === apiPath || matches(pagePath, page));
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
