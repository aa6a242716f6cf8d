import { DAY_MS, HOUR_MS } from "#domain/dates.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import { whileLocked } from "../db/session-locks.ts";
import type { ApiDeps } from "../http/context.ts";
import { type Job, NEVER } from "../noun.ts";
import { type RemovalOptions, removeEach } from "../providers/files/removals.ts";
import { listKnownHashes } from "./images.queries.ts";
import { RENDITIONS_FOLDER } from "./images.ts";

const BATCH = 1_000;

/** Renditions may exist before the row of their picture is committed, also during a seed. */
const NEW_MS = HOUR_MS;

type Deps = Pick<ApiDeps, "database" | "files" | "now">;

/** Removes renditions that nothing references any more. */
export function strayRenditionJobs(deps: Deps): Job[] {
  const failed = new Set<string>();
  const run = (stopping = NEVER) => removeStrayRenditions(deps, { stopping, failed });
  return [
    {
      name: "remove renditions of pictures that are gone",
      everyMs: DAY_MS,
      waitsAtStart: true,
      run,
    },
  ];
}

/**
 * Removes the renditions of removed pictures. Goes through the stored files, because a process that
 * had already read the original may store a rendition after its picture is gone. Does nothing while
 * another process does it. If a picture is stored again meanwhile, its renditions are made again.
 * Lists all files, so it does not run at every start of a process.
 */
async function removeStrayRenditions(deps: Deps, options: RemovalOptions): Promise<void> {
  const { database, files } = deps;
  await whileLocked(database, ADVISORY_LOCKS.renditions, () =>
    removeEach(listStray(deps, options), (key) => files.remove(key), options),
  );
}

async function* listStray({ database, files, now }: Deps, { stopping }: RemovalOptions) {
  const storedBefore = now().getTime() - NEW_MS;
  let keys: string[] = [];
  for await (const { key, writtenAtMs } of files.list(RENDITIONS_FOLDER)) {
    if (stopping?.aborted) return;
    if (writtenAtMs >= storedBefore) continue;
    keys.push(key);
    if (keys.length < BATCH) continue;
    yield* await selectStray(database, keys);
    keys = [];
  }
  yield* await selectStray(database, keys);
}

async function selectStray(database: Deps["database"], keys: readonly string[]): Promise<string[]> {
  const hashOf = (key: string) => key.split("/")[1] ?? "";
  const known = await listKnownHashes(database, new Set(keys.map(hashOf)));
  return keys.filter((key) => !known.has(hashOf(key)));
}
