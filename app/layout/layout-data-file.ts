import { data } from "react-router";
import type { Route } from "./+types/layout-data-file";
import { readLayoutFile } from "./shared-layout.server.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * What all documents of a locale share, as a file: `/layout-data/de.1a2b3c4d5e6f.json`. Under the name
 * of its content it may be kept for good; under any other name it is what has become of it.
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
