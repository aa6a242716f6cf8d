import type { Page } from "playwright";

/** What a screen reader offers to be operated or jumped to: each of these must say what it is. */
const NAMED =
  /^(alertdialog|button|checkbox|combobox|dialog|img|link|listbox|menuitem|radio|region|searchbox|slider|spinbutton|switch|tab|textbox)\b/;
const LANDMARK =
  /^(banner|complementary|contentinfo|form|main|navigation|region|search)\b( "(?:[^"\\]|\\.)*")?/;

/**
 * What somebody who listens to the screen would stumble over, one line each; axe looks at elements,
 * this at what is read aloud of them, in its order.
 */
export async function listTreeFaults(page: Page): Promise<string[]> {
  return findTreeFaults(await page.locator("body").ariaSnapshot());
}

/** Takes Playwright's snapshot of the accessibility tree: a line a node, `role "name": text`. */
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
