import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import type { TextBlock } from "../../contract/documents.ts";

const KINDS: Record<string, TextBlock["kind"]> = {
  h2: "heading",
  h3: "heading",
  h4: "heading",
  li: "item",
  tr: "item",
};
/** What is no text for people; a page's own title stands above its blocks already. */
const LEFT_OUT = new Set(["script", "style", "template", "noscript", "title", "thead", "h1"]);
const INLINE = new Set(
  "a abbr b bdi cite code em i q s small span strong sub sup time u".split(" "),
);

/**
 * A page's HTML as blocks of plain text, for paper: no text is lost, whatever the markup is. Cells of
 * a table become one line; an address behind a link is written out where it is one of the web.
 */
export function toTextBlocks(html: string): TextBlock[] {
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
    if (INLINE.has(tagName)) {
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

/** " (https://…)" behind the words of a link; mail addresses are written in the text already. */
function addressOf({ tagName, properties }: Element): string {
  const address = String(properties.href ?? "");
  return tagName === "a" && /^https?:\/\//.test(address) ? ` (${address})` : "";
}
