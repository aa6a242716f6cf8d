import type { PageKind } from "./pages.queries.ts";

/** A static page in one language, as its file has it. */
export type PageFile = { slug: string; locale: string; title: string; content: string };

const files = import.meta.glob<string>("../db/seed/pages/*/*.html", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The files `pages/<locale>/<slug>.html`: a first line `<h1>Title</h1>`, then the content. */
export const PAGE_FILES: PageFile[] = Object.entries(files)
  .map(([path, text]) => readPageFile(path, text))
  .sort((a, b) => (`${a.locale}/${a.slug}` < `${b.locale}/${b.slug}` ? -1 : 1));

/** Footer order; unlisted pages come last. */
export const PAGE_ORDER = ["terms", "privacy", "cookies", "refunds", "licence", "accessibility"];

export const PAGE_KINDS: Record<string, PageKind> = {
  terms: "terms",
  privacy: "privacy",
  cookies: "cookie",
};

/** Parses one file. Throws an error that names it when its first line is not a title. */
export function readPageFile(path: string, text: string): PageFile {
  const [locale, slug] = path
    .replace(/\.html$/, "")
    .split("/")
    .slice(-2);
  const match = /^\s*<h1>([^<]+)<\/h1>\s*\n?([\s\S]*)$/.exec(text);
  if (!locale || !slug || !match) {
    throw new Error(`${path}: the first line must be <h1>Title</h1>`);
  }
  const [, title = "", content = ""] = match;
  return { slug, locale, title: decodeEntities(title.trim()), content: content.trim() };
}

/** Titles are plain text everywhere else; no title needs other entities. */
function decodeEntities(text: string): string {
  const known: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
  return text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_whole, name: string) => known[name] ?? "");
}
