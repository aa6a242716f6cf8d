import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import money from "./mutation/money.stryker.mjs";
import { listFiles, listMutated, sampleLines } from "./mutation/sample.mjs";

/** Functions that move money, or lock it first: their callers decide who gets it. */
const MOVERS = [
  { module: "wallet.service.ts", names: ["post", "takeBack", "lockBalance"] },
  { module: "settle-deposit.ts", names: ["settleDeposit", "settleLocked", "buyIntended"] },
  {
    module: "payouts.service.ts",
    names: ["createPayout", "releasePayouts", "applyMark", "postPayout"],
  },
  { module: "payouts.queries.ts", names: ["lockOutgoing"] },
  { module: "refunds.service.ts", names: ["refundOrder", "refundDeposit"] },
  { module: "send-refunds.ts", names: ["sendRefund", "sendRefunds", "repeatRefund"] },
  { module: "change-refund.ts", names: ["applyRefundReport", "changeRefund"] },
  {
    module: "disputes.service.ts",
    names: ["recordDispute", "closeDisputeByHand", "decideOnDispute"],
  },
  { module: "issue-document.ts", names: ["issueDocument"] },
];

/** Routes only call a service; Stryker does not parse SQL; seeds and previews show examples. */
const LEFT_OUT = /\.test\.ts$|\.routes\.ts$|\.queries\.ts$|^api\/db\/seed\/|\/preview\//;

describe("the services that the money run of the mutation tests changes", () => {
  const files = listFiles();
  const texts = new Map(
    files.filter((name) => !LEFT_OUT.test(name)).map((name) => [name, readFileSync(name, "utf8")]),
  );
  const mutated = new Set<string>(listMutated(money.mutate));

  it("are files that there are", () => {
    expect([...mutated].filter((name) => !existsSync(name))).toEqual([]);
  });

  it.each(MOVERS)("include each that imports from $module", ({ module, names }) => {
    const importers = [...texts.keys()].filter((name) =>
      imports(texts.get(name) ?? "", module, names),
    );
    expect(importers).not.toEqual([]);
    expect(importers.filter((name) => !mutated.has(name))).toEqual([]);
  });

  it.each(MOVERS)("are found by names that $module has", ({ module, names }) => {
    const [file = ""] = files.filter((name) => name.endsWith(`/${module}`));
    const text = readFileSync(file, "utf8");
    const missing = names.filter((name) => !text.includes(`export async function ${name}(`));
    expect(missing).toEqual([]);
  });
});

/** Returns whether a text imports one of the names from a module with that file name. */
function imports(text: string, module: string, names: readonly string[]): boolean {
  if (!text.includes(`/${module}"`)) return false;
  const statements = text.matchAll(/import ([^;]*?) from "([^"]+)";/g);
  return [...statements].some(([, what = "", from = ""]) => {
    const isModule = from.endsWith(`/${module}`);
    return isModule && names.some((name) => new RegExp(`\\b${name}\\b`).test(what));
  });
}

describe("a sample of the money run", () => {
  const names = listMutated(money.mutate);
  const sample = (count: number, seed: string): string[] =>
    sampleLines(money.mutate, { count, seed });

  it("has lines of code of those services, other ones for another seed", () => {
    const lines = sample(200, "a");
    expect(new Set(lines).size).toBe(200);
    for (const line of lines) {
      const [, name = "", number] = /^(.+):(\d+)-\2$/.exec(line) ?? [];
      expect(names).toContain(name);
      const text = readFileSync(name, "utf8").split("\n")[Number(number) - 1];
      expect(text?.trim()).toMatch(/^(?!\/\/|\*|\/\*|import )./);
    }
    expect(sample(100, "a")).toEqual(lines.slice(0, 100));
    expect(sample(100, "b")).not.toEqual(lines.slice(0, 100));
  });

  it("is all lines when so many are asked for", () => {
    const sampled = sample(1_000_000, "a").map((line) => line.replace(/:.*/, ""));
    expect(new Set(sampled)).toEqual(new Set(names));
  });
});
