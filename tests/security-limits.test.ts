import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { resetMailsLimit } from "#api/accounts/resets.service.ts";
import { writesLimit } from "#api/http/rate-limit.ts";
import { nouns } from "#api/nouns.ts";

const root = new URL("../", import.meta.url);
const table = readFileSync(fileURLToPath(new URL("docs/security.md", root)), "utf8");

type Row = { what: string; limit: string; name: string; path: string };

const rows: Row[] = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| `(\w+)` in `([^`]+)` \|/gm)].map(
  ([, what = "", limit = "", name = "", path = ""]) => ({ what, limit, name, path }),
);

const UNITS: Record<string, number> = { "": 1, KB: 1024, MB: 1024 * 1024, s: 1000 };

/** Converts a text like "16 KB" to the constant's number: bytes, milliseconds or a count. */
function toNumber(limit: string): number {
  const [, digits = "", unit = ""] = /^([\d,]+) ?(\w*)$/.exec(limit) ?? [];
  return Number(digits.replaceAll(",", "")) * (UNITS[unit] ?? Number.NaN);
}

async function load(path: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(fileURLToPath(new URL(path, root))).href);
}

describe("the table of limits", () => {
  it.each(rows)("says of $name what the code says", async ({ limit, name, path }) => {
    expect(toNumber(limit)).toBe((await load(path))[name]);
  });

  it.each([
    "server/http/limits.ts",
    "api/http/form-body.ts",
  ])("leaves out no limit of %s", async (path) => {
    const listed = rows.filter((row) => row.path === path).map(({ name }) => name);
    const constants = Object.entries(await load(path)).filter(
      ([, value]) => typeof value === "number",
    );
    expect(listed.sort()).toEqual(constants.map(([name]) => name).sort());
  });

  it("has a row for each rate limit but that of mails with a password link, a sentence below", () => {
    const limits = [writesLimit, ...nouns.flatMap((noun) => noun.limits ?? [])];
    const shown = rows.filter(({ name }) =>
      /PER_MINUTE|PER_HOUR|PER_DAY|ATTEMPTS_MAX|CHECKS|TAKEN/.test(name),
    );
    expect(shown.map(({ limit }) => toNumber(limit)).sort()).toEqual(
      limits
        .filter((limit) => limit !== resetMailsLimit)
        .map(({ max }) => max)
        .sort(),
    );
  });
});
