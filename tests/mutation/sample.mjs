import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** Lines in which Stryker has nothing to change: comments, imports, types, closing brackets. */
const BARE = /^\s*(?:$|\/\/|\/?\*|import\b|export (?:type|\*)|type\b|[)\]}>;,]+$)/;

/**
 * Lists the files under `api/` that match Stryker's patterns: a list in braces, or a star in the
 * file's name.
 */
export function listMutated(patterns) {
  const files = listFiles();
  return patterns.flatMap((pattern) => expand(pattern, files));
}

/** Lists all TypeScript files under `api/`. */
export const listFiles = () =>
  readdirSync("api", { recursive: true, encoding: "utf8" })
    .map((name) => `api/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts"));

function expand(pattern, files) {
  const [, before = "", list, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (list !== undefined) return list.split(",").map((name) => `${before}${name}${after}`);
  if (!pattern.includes("*")) return [pattern];
  const [start = "", end = ""] = pattern.split("*");
  return files.filter((name) => {
    const isOfPattern = name.startsWith(start) && name.endsWith(end);
    return isOfPattern && !name.slice(start.length).includes("/");
  });
}

/**
 * Chooses `count` random lines of these files, as Stryker patterns; another `seed` chooses others.
 */
export function sampleLines(patterns, { count, seed }) {
  const lines = listMutated(patterns).flatMap((name) =>
    readFileSync(name, "utf8")
      .split("\n")
      .flatMap((text, index) => (BARE.test(text) ? [] : [`${name}:${index + 1}-${index + 1}`])),
  );
  const rank = (line) => createHash("sha256").update(`${seed} ${line}`).digest("hex");
  return lines
    .map((line) => ({ line, rank: rank(line) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ line }) => line);
}
