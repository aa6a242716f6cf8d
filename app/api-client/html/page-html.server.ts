import type { Element, ElementContent, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { type Schema, sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { localePath } from "#app/i18n/paths.ts";

export type PageSection = { id: string; title: string };
export type PageHtml = {
  html: string;
  /** The second-level headings, for a table of contents. */
  sections: PageSection[];
  /** Its first paragraph, for those who list pages; empty for a page without any. */
  summary: string;
};

/** Search engines show no more. */
const SUMMARY_LENGTH = 155;

/** An id of the content can never be one of ours. */
const ID_PREFIX = "page-";

/** Text and its structure; no scripts, forms, pictures, styles or frames, no matter who wrote it. */
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
 * A static page's content as it may stand on our page: parsed as browsers do and reduced to SCHEMA;
 * its headings below the page's own and named, its links in the reader's locale, its tables ready
 * for narrow screens.
 */
export function toPageHtml(
  content: string,
  options: { locale: string; offeredLocales: readonly string[] },
): PageHtml {
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

/** Whole words, with an ellipsis where it was longer. */
function toSummary(text: string): string {
  const whole = text.replace(/\s+/g, " ").trim();
  if (whole.length <= SUMMARY_LENGTH) return whole;
  return `${whole.slice(0, SUMMARY_LENGTH).replace(/\s+\S*$/, "")}…`;
}

/** Depth first, in the order of reading; what `look` puts around an element is not looked at. */
function visit(parent: Parents, look: (element: Element, parent: Parents) => void): void {
  for (const child of [...parent.children]) {
    if (child.type !== "element") continue;
    look(child, parent);
    visit(child, look);
  }
}

/** A page of ours gets the reader's locale, a place on the page its prefix; the rest stays. */
function toHref(
  href: string,
  { locale, offeredLocales }: { locale: string; offeredLocales: readonly string[] },
): string {
  if (href.startsWith("#")) return `#${ID_PREFIX}${href.slice(1)}`;
  if (!href.startsWith("/") || /^\/[/\\]/.test(href)) return href;
  const [, first = ""] = href.split(/[/?#]/);
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

/** A wide table scrolls by itself, with the keyboard too, under the name of what it stands in. */
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
