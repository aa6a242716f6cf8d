import type { Logger } from "pino";
import { ADVISORY_LOCKS } from "../../../db/advisory-locks.ts";
import type { Database, Sql } from "../../../db/client.ts";
import { tryLock, unlock } from "../../../db/session-locks.ts";
import { toDocument, toTombstone } from "./documents.ts";
import type { SearchEngine, Targets, WriteOutcome } from "./engine.ts";
import {
  deleteChanges,
  hasDueChanges,
  listDueChanges,
  postponeChange,
  type SearchChange,
} from "./outbox.queries.ts";

/** One or two megabytes in eleven languages. */
const BATCH_SIZE = 200;
/** Batches per run, kept low so that a shutdown does not have to wait; the next run continues. */
const BATCHES_PER_RUN_MAX = 20;
const FIRST_RETRY_MS = 60_000;
const RETRY_MS_MAX = 6 * 60 * 60_000;

export type ShippingDeps = {
  database: Database;
  engine: SearchEngine;
  log: Logger;
  now: () => Date;
};

/**
 * Ships outbox changes to the engine, oldest first, each at least once. Only one process does so at
 * a time; the others return immediately. Returns whether the outbox is empty. Throws
 * SearchEngineError, after which the changes are still in the outbox.
 */
export async function shipChanges(deps: ShippingDeps): Promise<boolean> {
  const { database, now } = deps;
  if (!(await hasDueChanges(database, { now: now(), longestMs: RETRY_MS_MAX }))) return true;
  // A session-level lock, so that no transaction stays open while the engine works.
  const connection = await database.reserve();
  try {
    if (!(await tryLock(connection, ADVISORY_LOCKS.searchOutbox))) return false;
    try {
      for (let batch = 0; batch < BATCHES_PER_RUN_MAX; batch++) {
        const count = await shipBatch(deps, connection);
        if (count < BATCH_SIZE) return true;
      }
      return false;
    } finally {
      await unlock(connection, ADVISORY_LOCKS.searchOutbox);
    }
  } finally {
    connection.release();
  }
}

/** Ships a batch and returns the number of changes shipped. */
async function shipBatch(deps: ShippingDeps, connection: Sql): Promise<number> {
  const { engine, now } = deps;
  const due = { now: now(), longestMs: RETRY_MS_MAX };
  const changes = await listDueChanges(connection, { ...due, limit: BATCH_SIZE });
  if (changes.length === 0) return 0;
  // Listed after reading the changes: an index created later is filled with their content.
  const targets = await engine.listTargets();
  // There is no target before the first rebuild, which reads the products themselves.
  if (!targets.current && !targets.next) return 0;
  const outcomes = await writeTo(engine, targets, changes);
  await finish(deps, connection, changes, outcomes);
  return changes.length;
}

async function writeTo(
  engine: SearchEngine,
  targets: Targets,
  changes: readonly SearchChange[],
): Promise<WriteOutcome[]> {
  const writes = changes.map(({ productId, version, product }) => ({
    version,
    document: product ? toDocument(product) : toTombstone(productId),
  }));
  const names = (["next", "current"] as const).filter((name) => targets[name]);
  let outcomes: WriteOutcome[] = [];
  for (const name of names) {
    const written = await engine.write(name, writes);
    outcomes = written.map((outcome, index) => {
      const before = outcomes[index];
      return before && !before.isWritten ? before : outcome;
    });
  }
  return outcomes;
}

async function finish(
  { log, now }: ShippingDeps,
  connection: Sql,
  changes: readonly SearchChange[],
  outcomes: readonly WriteOutcome[],
): Promise<void> {
  const written = changes.filter((_, index) => outcomes[index]?.isWritten);
  await deleteChanges(
    connection,
    written.map(({ revision }) => revision),
  );
  for (const [index, { productId, revision, attempts }] of changes.entries()) {
    const outcome = outcomes[index];
    if (!outcome || outcome.isWritten) continue;
    const dueAt = new Date(now().getTime() + retryAfterMs(attempts));
    const { reason } = outcome;
    log.error({ productId, attempts, reason, dueAt }, "the search engine rejects a product");
    await postponeChange(connection, revision, dueAt);
  }
}

/**
 * Returns the delay before the next attempt: a minute after the first, then doubling up to six
 * hours.
 */
function retryAfterMs(attempts: number): number {
  return Math.min(RETRY_MS_MAX, FIRST_RETRY_MS * 2 ** attempts);
}
