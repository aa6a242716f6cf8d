import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isTest, listMarks, proves, sources } from "#tests/setup/repository/proofs.ts";
import { root } from "#tests/setup/repository/sources.ts";

// docs/where-is.md: each row names the code of a rule, and tests that import it, call its endpoint
// or open a screen made with it.

type Row = { section: string; clause: string; what: string; rules: string[]; tests: string[] };

const NAMED = /`([^`\s]+\.(?:tsx?|mjs|sql|json|html|css|md)|npm run [\w:]+)`/g;
const isDocument = (path: string) => path.endsWith(".md");

function readRows(): Row[] {
  const list = (cell: string) => [...cell.matchAll(NAMED)].map(([, name = ""]) => name);
  let section = "";
  return readFileSync(join(root, "docs/where-is.md"), "utf8")
    .split("\n")
    .flatMap((line): Row[] => {
      section = /^## (.*)/.exec(line)?.[1] ?? section;
      if (!line.startsWith("| ") || line.startsWith("| Clause")) return [];
      const [, clause = "", what = "", rule = "", proof = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      const rules = list(rule).filter((path) => !isDocument(path));
      return [{ section, clause, what, rules, tests: list(proof) }];
    });
}

const rows = readRows();
const scripts: Record<string, string> = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
).scripts;

describe("docs/where-is.md", () => {
  it("names a rule and a proof in each row", () => {
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter(({ rules, tests }) => rules.length === 0 || tests.length === 0)).toEqual([]);
  });

  it("has each row below the first of its clauses, and no two of one name", () => {
    const misplaced = rows.filter(({ section, clause }) => {
      const [first] = /§\d/.exec(clause) ?? [];
      return first ? !section.startsWith(`${first} `) : section.startsWith("§");
    });
    expect(misplaced).toEqual([]);
    const names = rows.map(({ what }) => what);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("names only what is there", () => {
    const isThere = (name: string) =>
      name.startsWith("npm run ") ? name.slice(8) in scripts : existsSync(join(root, name));
    expect(
      rows.flatMap(({ rules, tests }) => [...rules, ...tests]).filter((n) => !isThere(n)),
    ).toEqual([]);
  });

  it("has rules that are no tests", () => {
    expect(rows.flatMap(({ rules }) => rules).filter(isTest)).toEqual([]);
  });

  it.each(rows)("proves: $what", ({ rules, tests }) => {
    const files = tests.filter((test) => !test.startsWith("npm run "));
    const isByCommand = files.length < tests.length;
    const idle = files
      .filter((test) => !rules.some((rule) => proves(test, rule)))
      .map((test) => `${test} has nothing to do with the row's code`);
    const unproven = rules
      .filter((rule) => !isByCommand && !files.some((test) => proves(test, rule)))
      .map((rule) => `${rule} is in no test of the row`);
    expect([...idle, ...unproven].join("; ")).toBe("");
  });
});

describe("what counts as a proof", () => {
  it.each([
    ["an import", "domain/iban.test.ts", "domain/iban.ts"],
    ["an endpoint", "tests/contract/purchases/consent.test.ts", "api/purchases/delivery.ts"],
    ["a screen", "tests/release/account/profile.test.ts", "app/account/profile/profile.tsx"],
    ["a text of a frame", "tests/release/pages/toasts.test.ts", "app/layout/back-to-top.tsx"],
    [
      "a kill of the process",
      "tests/torture/processes/replicas.test.ts",
      "server/cluster/primary.ts",
    ],
  ])("is %s", (_way, test, rule) => {
    expect(proves(test, rule)).toBe(true);
  });

  it.each([
    ["the whole API", "tests/contract/wishlist/wishlist.test.ts", "api/payouts/pain001.ts"],
    [
      "another noun",
      "tests/contract/pages/pages.test.ts",
      "api/refunds/disputes/disputes.service.ts",
    ],
    ["a neighbour", "tests/contract/wallet/retention.test.ts", "api/offers/approve-offer.ts"],
    ["what all endpoints use", "tests/contract/contact/contact.test.ts", "api/http/guards.ts"],
    ["the process", "tests/contract/wallet/wallet.test.ts", "server/lifecycle/shutdown.ts"],
    ["the process, by a page", "tests/e2e/journey.test.ts", "server/pages/page-cache.ts"],
    ["the frame around it", "tests/e2e/sell.test.ts", "app/layout/footer.tsx"],
    ["the frame of the desk", "tests/release/staff/review-queue.test.ts", "app/staff/staff.tsx"],
    [
      "an address in front of it",
      "tests/release/selling/country-picker.test.ts",
      "app/shop/orders/orders.tsx",
    ],
    [
      "a shared part",
      "tests/release/selling/country-picker.test.ts",
      "app/forms/preserve-input.ts",
    ],
    ["every screen at once", "tests/e2e/access.test.ts", "app/ui/pager.tsx"],
    ["a type alone", "tests/contract/accounts/own-data.test.ts", "api/noun.ts"],
  ])("is not %s", (_way, test, rule) => {
    expect([test, rule].filter((path) => !sources.has(path))).toEqual([]);
    expect(proves(test, rule)).toBe(false);
  });

  // A rule that most tests seem to prove is proven by none.
  it.each([
    ["contract tests", /^tests\/contract\//, "api/", 0.1],
    ["contract tests", /^tests\/contract\//, "domain/", 0.1],
    ["contract tests", /^tests\/contract\//, "server/", 0.01],
    ["browser tests", /^tests\/(?:e2e|release)\//, "app/", 0.15],
    ["browser tests", /^tests\/(?:e2e|release)\//, "domain/", 0.05],
    ["browser tests", /^tests\/(?:e2e|release)\//, "server/", 0.02],
  ])("of %s (%s) and %s is few of all pairs", (_kind, folder, ruleFolder, shareMax) => {
    const paths = [...sources.keys()];
    const tests = paths.filter((path) => folder.test(path) && /\.test\.tsx?$/.test(path));
    const rules = paths.filter((path) => path.startsWith(ruleFolder) && !isTest(path));
    const proven = tests.flatMap((test) => rules.filter((rule) => proves(test, rule)));
    expect(proven.length).toBeGreaterThan(0);
    expect(proven.length / (tests.length * rules.length)).toBeLessThan(shareMax);
  });

  it("is a text of a screen, by its key or in English, but not one that others say too", () => {
    const test = "tests/release/selling/card-payouts.test.ts";
    expect(listMarks(test, "app/selling/sandbox-card/sandbox-card.tsx")).toContain(
      "sandbox_card.title",
    );
    expect(listMarks(test, "app/shop/product/product.tsx")).toEqual([]);
  });
});
