import type { Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { PAGE_DEPTH_MAX } from "#domain/pages.ts";

/** True when a page's elements, parsed as browsers do, are nested deeper than PAGE_DEPTH_MAX. */
export function isNestedTooDeep(html: string): boolean {
  try {
    let level: Nodes[] = [fromHtml(html, { fragment: true })];
    for (let depth = 0; depth <= PAGE_DEPTH_MAX; depth++) {
      level = level.flatMap((node) =>
        "children" in node ? node.children.filter(({ type }) => type === "element") : [],
      );
      if (level.length === 0) return false;
    }
    return true;
  } catch (error) {
    // The parser is recursive and overflows the stack on very deep nesting.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
