import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { ASSETS_FOLDER } from "#api/providers/files/file-keys.ts";
import { type Files, trimFolder } from "#api/providers/files/files.ts";
import type { StaticFiles } from "./static-files.ts";

/** About 30 builds; the oldest are removed first. */
const STORED_BYTES_MAX = 64 * 1024 * 1024;
/** Cache of other builds' assets in this process. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Limits how often requests for invented names cause lookups in the store. */
const LIST_EVERY_MS = 5_000;
const CONCURRENT_PUTS_MAX = 8;
/**
 * After a failure, such as a full disk, publishing is tried again: after this pause, then after one
 * twice as long, and so on.
 */
const RETRY_MS = 60_000;
const RETRY_MS_MAX = 10 * 60_000;

type Options = { files: Files; staticFiles: StaticFiles; log: Pick<Logger, "warn"> };

/**
 * The assets of all builds that serve this shop, in the shared file storage: during a rollout a
 * page may come from one build while its script is requested from another, and a page that stays
 * open requests the scripts of its own build long afterwards.
 */
export class SharedAssets {
  readonly #options: Options;
  /** Keys are derived from the hash of the name. */
  #index = new Map<string, string>();
  #listedAt = Number.NEGATIVE_INFINITY;
  #listing: Promise<void> | null = null;
  #keptBytes = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Stores this build's missing assets. Never throws: the shop works without them. Resolves after
   * the first attempt; others follow until one succeeds.
   */
  async publish(retryMs = RETRY_MS): Promise<void> {
    const { files, staticFiles, log } = this.#options;
    try {
      await this.#list();
      const missing = staticFiles
        .listAssets()
        .map(([path, bytes]) => ({ key: toKey(path, bytes), bytes }))
        .filter(({ key }) => this.#index.get(nameHashOf(key)) !== key);
      const putNext = async () => {
        for (let next = missing.pop(); next; next = missing.pop()) {
          await files.put(next.key, next.bytes);
        }
      };
      if (missing.length === 0) return;
      await Promise.all(Array.from({ length: CONCURRENT_PUTS_MAX }, putNext));
      await trimFolder(files, ASSETS_FOLDER, STORED_BYTES_MAX);
    } catch (error) {
      log.warn({ err: error, retryMs }, "the assets of this build could not be shared");
      setTimeout(() => this.publish(Math.min(retryMs * 2, RETRY_MS_MAX)), retryMs).unref();
    }
  }

  /** The response for an asset of another build; null if no build has it. */
  async respond(request: Request, path: string): Promise<Response | null> {
    const { files, staticFiles, log } = this.#options;
    try {
      const nameHash = hash(path).slice(0, NAME_HASH_LENGTH);
      if (!this.#index.has(nameHash)) await this.#list();
      const key = this.#index.get(nameHash);
      const bytes = key && (await files.get(key));
      if (!bytes) return null;
      // Truncated by a full disk or an interrupted restore; the next start of its build stores it
      // again.
      if (toKey(path, bytes) !== key) {
        await files.remove(key);
        return null;
      }
      this.#keptBytes += bytes.byteLength;
      if (this.#keptBytes > KEPT_BYTES_MAX) {
        staticFiles.dropAdded();
        this.#keptBytes = bytes.byteLength;
      }
      await staticFiles.add(path, Buffer.from(bytes));
    } catch (error) {
      log.warn({ err: error }, "the assets of other builds cannot be read");
    }
    return staticFiles.get(request, path);
  }

  async #list(): Promise<void> {
    if (performance.now() - this.#listedAt < LIST_EVERY_MS) return;
    this.#listing ??= this.#read().finally(() => {
      this.#listedAt = performance.now();
      this.#listing = null;
    });
    await this.#listing;
  }

  async #read(): Promise<void> {
    const index = new Map<string, string>();
    for await (const { key } of this.#options.files.list(ASSETS_FOLDER)) {
      index.set(nameHashOf(key), key);
    }
    this.#index = index;
  }
}

const NAME_HASH_LENGTH = 32;
const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

/** Names contain characters that keys do not allow. The content includes its own checksum. */
const toKey = (path: string, bytes: Uint8Array) =>
  `${ASSETS_FOLDER}/${hash(path).slice(0, NAME_HASH_LENGTH)}.${hash(bytes)}`;
const nameHashOf = (key: string) => key.slice(ASSETS_FOLDER.length + 1).split(".")[0] ?? "";
