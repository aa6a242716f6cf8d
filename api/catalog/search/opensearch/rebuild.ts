import { randomBytes } from "node:crypto";
import { ADVISORY_LOCKS } from "../../../db/advisory-locks.ts";
import { inTransaction, postgresCode } from "../../../db/client.ts";
import { tryLock, unlock } from "../../../db/session-locks.ts";
import { type IndexedProduct, toDocument } from "./documents.ts";
import { SearchEngineError } from "./engine.ts";
import { listProducts, nextVersion, recordOutboxReader, startOutbox } from "./outbox.queries.ts";
import { type ShippingDeps, shipChanges } from "./ship-changes.ts";

const BATCH_SIZE = 500;
const LOCK_NOT_AVAILABLE = "55P03";
/**
 * Maximum number of catch-up batches; if more changes arrive, the shop's processes ship the rest.
 */
const CATCH_UP_RUNS_MAX = 50;
/** How long to wait for a busy engine to accept a batch before giving up the rebuild. */
const BUSY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** Carries the reason that an index cannot be rebuilt, as a sentence for the operator. */
export class RebuildError extends Error {
  override readonly name = "RebuildError";
}

export type RebuildDeps = ShippingDeps & {
  /** Receives the number of products indexed so far. */
  onProgress?(products: number): void;
  pause?(ms: number): Promise<void>;
  /** Ends the rebuild before its next batch, throwing the signal's reason. */
  interrupted?: AbortSignal;
};

/**
 * Builds a new index beside the one that searches read, fills it with all published products, and
 * then switches to it atomically. From the start it receives every change that the old one does.
 * Leftovers of earlier runs are removed first, so a killed run only has to be repeated. Returns the
 * number of products indexed and the ids of those that the engine rejected. Throws RebuildError
 * while another rebuild is running, SearchEngineError when the engine fails, and the abort reason
 * when `interrupted` is aborted.
 */
export async function rebuildIndex(
  deps: RebuildDeps,
): Promise<{ products: number; rejected: number[] }> {
  const { database, engine, now } = deps;
  const connection = await database.reserve();
  try {
    if (!(await tryLock(connection, ADVISORY_LOCKS.searchRebuild))) {
      throw new RebuildError("the index is being rebuilt already.");
    }
    try {
      await engine.deleteLeftovers();
      await startRecording(deps);
      await engine.createNext(nameOf(now()));
      const result = await fill(deps);
      // Ships the changes made meanwhile, in case no process of the shop is running.
      for (let run = 0; run < CATCH_UP_RUNS_MAX; run++) {
        if (await shipChanges(deps)) break;
      }
      await engine.promoteNext();
      return result;
    } finally {
      await unlock(connection, ADVISORY_LOCKS.searchRebuild);
    }
  } finally {
    connection.release();
  }
}

async function startRecording({ database, now }: RebuildDeps): Promise<void> {
  try {
    await inTransaction(database, async (sql) => {
      await startOutbox(sql);
      await recordOutboxReader(sql, now());
    });
  } catch (error) {
    if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new RebuildError("something has been changing products for long: try again later.");
  }
}

/** Returns a name that sorts chronologically and differs for each run. */
const nameOf = (now: Date) =>
  `${now.toISOString().replace(/[^0-9]/g, "")}-${randomBytes(3).toString("hex")}`;

async function fill(deps: RebuildDeps) {
  const { database, log, onProgress, interrupted } = deps;
  // Older than any change shipped to the index from now on, so it never overwrites one.
  const version = await nextVersion(database);
  const rejected: number[] = [];
  let products = 0;
  let afterId = 0;
  for (;;) {
    interrupted?.throwIfAborted();
    const batch = await listProducts(database, { afterId, limit: BATCH_SIZE });
    const last = batch.at(-1);
    if (!last) return { products, rejected };
    for (const { id, reason } of await writeBatch(deps, version, batch)) {
      log.error({ productId: id, reason }, "the search engine rejects a product");
      rejected.push(id);
    }
    afterId = last.id;
    products += batch.length;
    onProgress?.(products);
  }
}

/** Writes a batch; returns the rejected products with the engine's reasons. */
async function writeBatch(deps: RebuildDeps, version: number, batch: IndexedProduct[]) {
  const writes = batch.map((product) => ({ version, document: toDocument(product) }));
  for (const pauseMs of [...BUSY_PAUSES_MS, null]) {
    try {
      const outcomes = await deps.engine.write("next", writes);
      return outcomes.flatMap((outcome, index) => {
        if (outcome.isWritten) return [];
        const product = batch[index];
        if (!product) throw new Error("the search engine rejects a product that was not sent");
        return [{ id: product.id, reason: outcome.reason }];
      });
    } catch (error) {
      const isBusy = error instanceof SearchEngineError && error.problem === "busy";
      if (!isBusy || pauseMs === null) throw error;
      await pauseOf(deps)(pauseMs);
    }
  }
  return [];
}

const pauseOf = ({ pause }: RebuildDeps) =>
  pause ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
