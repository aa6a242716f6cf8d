import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "#api/db/client.ts";
import { listNamedFiles } from "./backup.queries.ts";

/** Files that rows reference but that do not exist. */
export type MissingFiles = {
  count: number;
  /** Number of files that rows reference. */
  named: number;
  /** The first few keys. */
  examples: string[];
};

/** Beyond this number, missing files are only counted. */
const LOOKED_AT_MAX = 1_000;
const EXAMPLES = 3;
const ROUND_MS = 2_000;

type Known = {
  isKnown(key: string): boolean;
  /** Looks for a file that `isKnown` does not know; called only for the first LOOKED_AT_MAX. */
  has?(key: string): Promise<boolean>;
  /** How often to read the rows again, where jobs remove files before their rows. */
  rounds?: number;
};

/** Compares the files that rows name with those that exist; returns null when none is missing. */
export async function findMissingFiles(
  sql: Sql,
  { isKnown, has = async () => false, rounds = 0 }: Known,
): Promise<MissingFiles | null> {
  let [named, count] = [0, 0];
  let missing = new Set<string>();
  for await (const keys of listNamedFiles(sql)) {
    named += 1;
    if (keys.some(isKnown)) continue;
    if (count < LOOKED_AT_MAX) {
      if (await hasOne(keys, has)) continue;
      if (keys[0] !== undefined) missing.add(keys[0]);
    }
    count += 1;
  }
  // A removal takes only moments, so LOOKED_AT_MAX files cannot all be in the middle of one.
  for (let round = 0; round < rounds && count > 0 && count < LOOKED_AT_MAX; round++) {
    await wait(ROUND_MS);
    missing = await selectReferenced(sql, missing);
    count = missing.size;
  }
  return count > 0 ? { count, named, examples: [...missing].slice(0, EXAMPLES) } : null;
}

async function hasOne(keys: string[], has: (key: string) => Promise<boolean>): Promise<boolean> {
  for (const key of keys) if (await has(key)) return true;
  return false;
}

async function selectReferenced(sql: Sql, missing: Set<string>): Promise<Set<string>> {
  const kept = new Set<string>();
  for await (const [key = ""] of listNamedFiles(sql)) if (missing.has(key)) kept.add(key);
  return kept;
}

/**
 * Returns a text such as "84 of 84 files that the database names are not in /data/files, such as
 * pictures/0.png".
 */
export function describeMissing({ count, named, examples }: MissingFiles, place: string): string {
  const files = `${count} of ${named} files that the database names`;
  return `${files} are not in ${place}, such as ${examples.join(", ")}`;
}
