import { data } from "react-router";
import { YEAR_SECONDS } from "#domain/dates.ts";
import type { Route } from "./+types/layout-data-file";
import { readLayoutFile } from "./shared-layout.server.ts";

/**
 * Data shared by all documents of a locale, as a file: `/layout-data/de.1a2b3c4d5e6f.json`. Under
 * its content hash it can be cached forever; under any other name it is the current version.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await readLayoutFile(context, params.file);
  if (!file) throw data(null, { status: 404 });
  return new Response(file.json, {
    headers: {
      "content-type": "application/json",
      "cache-control": file.isExact ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
    },
  });
}
