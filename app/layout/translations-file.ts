import { data } from "react-router";
import { loadWordsFile } from "#app/middleware/locale.ts";
import type { Route } from "./+types/translations-file";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The texts of a page as a file: `/words/de.1a2b3c4d5e6f.json`. Under the name of its content it may
 * be kept for good; under any other name (texts have changed since the page was made) it may not.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const [locale = "", hash] = params.file.split(".");
  const file = await loadWordsFile(context, locale);
  if (!file) throw data(null, { status: 404 });
  return Response.json(file.words, {
    headers: {
      "cache-control":
        hash === file.hash ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
    },
  });
}
