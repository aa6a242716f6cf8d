import type { Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { PAGE_DEPTH_MAX } from "#domain/pages.ts";

/** True when a page's elements are nested deeper than PAGE_DEPTH_MAX, as browsers parse them. */
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
    // The parser recurses into each element.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
