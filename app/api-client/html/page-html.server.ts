import type { Element, ElementContent, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { type Schema, sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { localePath } from "#app/i18n/paths.ts";
import { toSummary } from "#domain/cut-text.ts";
import { parseOrFlatten } from "#domain/pages.ts";

export type PageSection = { id: string; title: string };
export type PageHtml = {
  html: string;
  /** The second-level headings, for a table of contents. */
  sections: PageSection[];
  /** The first paragraph, for lists of pages; empty for a page without one. */
  summary: string;
};

type PageOptions = { locale: string; offeredLocales: readonly string[] };

/** Prefix that keeps the content's ids apart from ours. */
const ID_PREFIX = "page-";

/**
 * Text and its structure; no scripts, forms, images, styles or frames, regardless of the author.
 */
const SCHEMA: Schema = {
  tagNames: (
    "h1 h2 h3 h4 p br hr ul ol li dl dt dd table caption thead tbody tfoot tr th td " +
    "strong em b i u s bdi small sub sup code pre blockquote q cite abbr time address section div span a"
  ).split(" "),
  attributes: {
    "*": ["id", "lang", "dir"],
    a: ["href", "title"],
    abbr: ["title"],
    ol: ["start"],
    time: ["dateTime"],
    th: ["scope", "colSpan", "rowSpan"],
    td: ["colSpan", "rowSpan"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"] },
  ancestors: {
    li: ["ol", "ul"],
    dt: ["dl"],
    dd: ["dl"],
    caption: ["table"],
    thead: ["table"],
    tbody: ["table"],
    tfoot: ["table"],
    tr: ["table"],
    th: ["table"],
    td: ["table"],
  },
  strip: ["script", "style", "iframe", "object", "template", "svg", "math", "noscript", "title"],
  clobber: ["id"],
  clobberPrefix: ID_PREFIX,
};

/**
 * Sanitizes a static page's content: parses it as browsers do and reduces it to SCHEMA. Headings
 * start below the page's own and get ids, links get the reader's locale, tables fit narrow screens.
 * Content that is nested too deeply to be parsed loses its structure, but not its text.
 */
export function toPageHtml(content: string, options: PageOptions): PageHtml {
  return parseOrFlatten(content, (html) => convert(html, options));
}

function convert(content: string, options: PageOptions): PageHtml {
  const clean = sanitize(fromHtml(content, { fragment: true }), SCHEMA);
  if (clean.type !== "root") return { html: "", sections: [], summary: "" };
  const sections: PageSection[] = [];
  let summary = "";
  const ids = new Set<string>();
  visit(clean, (element, parent) => {
    const { properties } = element;
    switch (element.tagName) {
      case "h1":
      case "h2":
      case "h3":
        if (element.tagName === "h1") element.tagName = "h2";
        properties.id = uniqueId(properties.id, toText(element), ids);
        if (element.tagName === "h2") {
          sections.push({ id: String(properties.id), title: toText(element).trim() });
        }
        break;
      case "p":
        summary ||= toSummary(toText(element));
        break;
      case "a":
        if (typeof properties.href === "string") {
          properties.href = toHref(properties.href, options);
          if (/^https?:/i.test(properties.href)) properties.rel = ["noopener"];
        }
        break;
      case "table":
        wrapTable(element, parent, sections.at(-1)?.title);
        break;
    }
  });
  return { html: toHtml(clean), sections, summary };
}

/** Visits elements depth first in reading order; does not visit elements that `look` adds. */
function visit(parent: Parents, onElement: (element: Element, parent: Parents) => void): void {
  for (const child of [...parent.children]) {
    if (child.type !== "element") continue;
    onElement(child, parent);
    visit(child, onElement);
  }
}

/** URLs without a language: the API, and files except the feed, which exists in each language. */
const UNLOCALIZED_PATH =
  /^\/(?:api|media|assets)\/|(?<!^(?:\/[a-z]{2,3}(?:-[a-z\d]+)?)?\/rss)\.[a-z\d]+$/i;

/**
 * Gives links to pages of the site the reader's locale, and fragments the id prefix; leaves others
 * unchanged.
 */
function toHref(href: string, { locale, offeredLocales }: PageOptions): string {
  if (href.startsWith("#")) return `#${ID_PREFIX}${href.slice(1)}`;
  if (!href.startsWith("/") || /^\/[/\\]/.test(href)) return href;
  const [path = ""] = href.split(/[?#]/);
  if (UNLOCALIZED_PATH.test(path)) return href;
  const [, first = ""] = path.split("/");
  return offeredLocales.includes(first)
    ? localePath(locale, href.slice(first.length + 1) || "/")
    : localePath(locale, href);
}

function uniqueId(given: unknown, title: string, ids: Set<string>): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const preferred = typeof given === "string" ? given : `${ID_PREFIX}${slug || "section"}`;
  let id = preferred;
  for (let count = 2; ids.has(id); count++) id = `${preferred}-${count}`;
  ids.add(id);
  return id;
}

/**
 * Makes a wide table scroll separately, by keyboard as well, and labels it with its section's
 * title.
 */
function wrapTable(table: Element, parent: Parents, title: string | undefined): void {
  const caption = table.children.find(
    (child) => child.type === "element" && child.tagName === "caption",
  );
  const name = caption?.type === "element" ? toText(caption).trim() : title;
  const frame: Element = {
    type: "element",
    tagName: "div",
    properties: {
      className: ["table-frame"],
      tabIndex: 0,
      ...(name ? { role: "region", ariaLabel: name } : {}),
    },
    children: [table],
  };
  const siblings: (ElementContent | Root["children"][number])[] = parent.children;
  siblings[siblings.indexOf(table)] = frame;
}

function toText(element: Element): string {
  return element.children
    .map((child) =>
      child.type === "text" ? child.value : child.type === "element" ? toText(child) : "",
    )
    .join("");
}
