import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { INLINE_TAGS, parseOrFlatten } from "#domain/pages.ts";
import type { TextBlock } from "../../contract/documents.ts";

const KINDS: Record<string, TextBlock["kind"]> = {
  h2: "heading",
  h3: "heading",
  h4: "heading",
  li: "item",
  tr: "item",
};
/**
 * Elements without readable text, and the page's title, which is already printed above its blocks.
 */
const LEFT_OUT = new Set(["script", "style", "template", "noscript", "title", "thead", "h1"]);

/**
 * Converts a page's HTML to blocks of plain text for print: no text is lost, whatever the markup.
 * The cells of a table row become one line; the URLs of links are written out after their text. A
 * page stored before the depth limit may be nested so deeply that it loses its structure: it must
 * not make a purchase fail.
 */
export function toTextBlocks(html: string): TextBlock[] {
  return parseOrFlatten(html, convert);
}

function convert(html: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: TextBlock = { kind: "text", text: "" };
  const close = (kind: TextBlock["kind"]) => {
    const text = open.text.replace(/\s+/g, " ").trim();
    if (text !== "") blocks.push({ ...open, text });
    open = { kind, text: "" };
  };
  const walk = (node: Nodes, kind: TextBlock["kind"]): void => {
    if (node.type === "text") open.text += node.value;
    if (node.type === "root") for (const child of node.children) walk(child, kind);
    if (node.type !== "element" || LEFT_OUT.has(node.tagName)) return;
    const { tagName } = node;
    if (INLINE_TAGS.has(tagName)) {
      for (const child of node.children) walk(child, kind);
      open.text += addressOf(node);
      return;
    }
    if (tagName === "td" || tagName === "th") {
      if (open.text.trim() !== "") open.text += " – ";
      for (const child of node.children) walk(child, kind);
      return;
    }
    const own = KINDS[tagName] ?? kind;
    close(own);
    for (const child of node.children) walk(child, own);
    close(kind);
  };
  walk(fromHtml(html, { fragment: true }), "text");
  close("text");
  return blocks;
}

/**
 * Returns " (https://…)" to follow a link's text; mail addresses are usually in the text already.
 */
function addressOf({ tagName, properties }: Element): string {
  const address = String(properties.href ?? "");
  return tagName === "a" && /^https?:\/\//.test(address) ? ` (${address})` : "";
}
