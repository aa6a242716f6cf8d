import { DAY_MS, HOUR_MS } from "#domain/dates.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { whileLocked } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";
import { type Job, NEVER_ABORTED } from "../noun.ts";
import { removeEach } from "../providers/files/removals.ts";
import { listKnownHashes } from "./images.queries.ts";
import { RENDITIONS_FOLDER } from "./images.ts";

const BATCH = 1_000;
/** Keys held in memory at a time. */
const SHUFFLED = 100_000;

/** Renditions may exist before the row of their picture is committed, including during a seed. */
const NEW_MS = HOUR_MS;

type Deps = Pick<ApiDeps, "database" | "files" | "now">;

/** Returns the jobs that remove renditions that nothing references any more. */
export function orphanedRenditionJobs(deps: Deps): Job[] {
  return [
    {
      name: "remove renditions of pictures that are gone",
      everyMs: DAY_MS,
      waitsAtStart: true,
      run: (stopping = NEVER_ABORTED) => removeOrphanedRenditions(deps, stopping),
    },
  ];
}

/**
 * Removes the renditions of removed pictures. Goes through the stored files, because a process that
 * had already read the original may store a rendition after its picture is gone. Does nothing while
 * another process is doing it. If a picture is stored again meanwhile, its renditions are made
 * again. Lists all files, so it does not run on every process start.
 */
async function removeOrphanedRenditions(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { database, files } = deps;
  await whileLocked(database, ADVISORY_LOCKS.renditions, () =>
    removeEach(listShuffled(deps, stopping), (key) => files.remove(key), { stopping }),
  );
}

/**
 * Yields the keys in a different order each time. Keys that always fail end a run sooner or later,
 * but so they cannot block others forever, even if the process is replaced daily and remembers none
 * of them.
 */
async function* listShuffled(deps: Deps, stopping: AbortSignal): AsyncGenerator<string> {
  let keys: string[] = [];
  for await (const key of listOrphaned(deps, stopping)) {
    keys.push(key);
    if (keys.length < SHUFFLED) continue;
    yield* shuffle(keys);
    keys = [];
  }
  yield* shuffle(keys);
}

function shuffle(keys: readonly string[]): string[] {
  const placed = keys.map((key) => ({ key, place: Math.random() }));
  return placed.sort((a, b) => a.place - b.place).map(({ key }) => key);
}

async function* listOrphaned(
  { database, files, now }: Deps,
  stopping: AbortSignal,
): AsyncGenerator<string> {
  const storedBefore = now().getTime() - NEW_MS;
  let keys: string[] = [];
  for await (const { key, writtenAtMs } of files.list(RENDITIONS_FOLDER)) {
    if (stopping.aborted) return;
    if (writtenAtMs >= storedBefore) continue;
    keys.push(key);
    if (keys.length < BATCH) continue;
    yield* await selectOrphaned(database, keys);
    keys = [];
  }
  yield* await selectOrphaned(database, keys);
}

async function selectOrphaned(
  database: Deps["database"],
  keys: readonly string[],
): Promise<string[]> {
  const hashOf = (key: string) => key.split("/")[1] ?? "";
  const known = await listKnownHashes(database, new Set(keys.map(hashOf)));
  return keys.filter((key) => !known.has(hashOf(key)));
}
