import { data } from "react-router";
import { toWordsSource } from "#app/i18n/words-file.server.ts";
import { loadLanguages, loadWords } from "#app/middleware/locale.ts";
import { YEAR_SECONDS } from "#domain/dates.ts";
import type { Route } from "./+types/translations-file";

/**
 * The texts of a page as a file: `/words/de.1a2b3c4d5e6f.json`. Under its content hash it can be
 * cached forever; under any other name (texts have changed since the page was rendered) it must
 * not.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const [locale = ""] = params.file.split(".");
  const languages = await loadLanguages(context);
  if (!languages.some(({ code }) => code === locale)) throw data(null, { status: 404 });
  const { words, url } = toWordsSource(locale, await loadWords(context, locale));
  const isExact = url === `/words/${params.file}`;
  return Response.json(words, {
    headers: {
      "cache-control": isExact ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-store",
    },
  });
}
