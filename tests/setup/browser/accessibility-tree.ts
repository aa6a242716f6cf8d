import type { Page } from "playwright";

/** The roles that a screen reader lets users operate or jump to: each needs an accessible name. */
const NAMED =
  /^(alertdialog|button|checkbox|combobox|dialog|img|link|listbox|menuitem|radio|region|searchbox|slider|spinbutton|switch|tab|textbox)\b/;
const LANDMARK =
  /^(banner|complementary|contentinfo|form|main|navigation|region|search)\b( "(?:[^"\\]|\\.)*")?/;

/**
 * Lists the faults that a screen reader user would notice, one line each. axe checks elements; this
 * checks what is read aloud, in reading order.
 */
export async function listTreeFaults(page: Page): Promise<string[]> {
  return findTreeFaults(await page.locator("body").ariaSnapshot());
}

/** Parses Playwright's snapshot of the accessibility tree: one node a line, `role "name": text`. */
function findTreeFaults(snapshot: string): string[] {
  const nodes = snapshot.split("\n").map((line) => line.replace(/^\s*- '?/, ""));
  const landmarks = nodes.flatMap((node) => LANDMARK.exec(node)?.[0] ?? []);
  return [
    ...nodes
      .filter((node) => NAMED.test(node) && !/^\w+ ["/]/.test(node))
      .map((node) => `has no name: ${node}`),
    ...nodes.filter((node) => node === "paragraph").map(() => "says nothing: an empty paragraph"),
    ...nodes
      .filter((node) => /^\w+ "[^"]* [,;.!?]/.test(node))
      .map((node) => `has a gap before a comma: ${node}`),
    ...landmarks
      .filter((landmark, at) => landmarks.indexOf(landmark) !== at)
      .map((landmark) => `is there twice: ${landmark}`),
    ...findSkippedHeadings(nodes),
  ];
}

function findSkippedHeadings(nodes: string[]): string[] {
  let above = 1;
  return nodes.flatMap((node) => {
    const [, level] = /^heading .*\[level=(\d)\]/.exec(node) ?? [];
    if (level === undefined) return [];
    const isSkipped = Number(level) > above + 1;
    above = Number(level);
    return isSkipped ? [`skips a level: ${node}`] : [];
  });
}
