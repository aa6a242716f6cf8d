import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * Lists axe's findings, one line each, and two faults that axe misses: duplicate ids, and links
 * within the page (such as those of an error summary) whose target is missing. First waits until a
 * loading page is done, because its progress bar is in no landmark.
 */
export async function listFindings(page: Page): Promise<string[]> {
  await page.locator(".navigation-progress").waitFor({ state: "detached" });
  return [
    ...(await listViolations(page)),
    ...(await listSameIds(page)),
    ...(await listDeadLinks(page)),
  ];
}

async function listDeadLinks(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="#"]:not([href="#"])');
  const targets = await links.evaluateAll((found) =>
    found.map((link) => decodeURIComponent(link.getAttribute("href") ?? "").slice(1)),
  );
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  return targets.filter((id) => !ids.includes(id)).map((id) => `leads nowhere: #${id}`);
}

async function listSameIds(page: Page): Promise<string[]> {
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  return ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `same id: ${id}`);
}

async function listViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    type Axe = {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({
      resultTypes: ["violations"],
      // Takes half the time, and only serves a rule about styles that lock the orientation: we have
      // none.
      preload: false,
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
    );
  });
}
