import type { API, Client, errors as clientErrors } from "@opensearch-project/opensearch";
import type { SearchDocument } from "./documents.ts";
import { INDEX_DEFINITION } from "./index-definition.ts";

type ClientErrors = typeof clientErrors;

/**
 * Kinds of failures: `unreachable` (no response, a server error, wrong credentials), `busy` and
 * `missing` (no index) are temporary; `rejected` is a bug of ours.
 */
export type SearchEngineProblem = "unreachable" | "busy" | "missing" | "rejected";

/** A failed engine request. The message contains neither an address nor a password. */
export class SearchEngineError extends Error {
  override readonly name = "SearchEngineError";
  readonly problem: SearchEngineProblem;
  /** The HTTP status of the response, or of an item in it; null without a response. */
  readonly status: number | null;

  constructor(problem: SearchEngineProblem, status: number | null, message: string) {
    super(message);
    this.problem = problem;
    this.status = status;
  }
}

export type SearchEngineOptions = {
  /** Such as "https://user:password@host:9200". */
  url: string;
  /** Prefix of index and alias names; shops sharing an engine use different ones. */
  prefix: string;
};

export type Write = { version: number; document: SearchDocument };
/**
 * A write with `isWritten: false` will never succeed in this form; `reason` is the engine's.
 * Temporary failures are thrown instead, for all writes of the request.
 */
export type WriteOutcome = { isWritten: true } | { isWritten: false; reason: string };

/** Existing write targets: the index that searches read, and one that is being built. */
export type Targets = { current: boolean; next: boolean };

/**
 * Long enough for a bulk request to a busy engine. Writes are versioned, so a retry does no harm.
 */
const WRITES = { requestTimeout: 30_000, maxRetries: 2 };
const CHECK_TIMEOUT_MS = 2_000;
/** HTTP status of a request that exceeds the engine's limit (`http.max_content_length`). */
const PAYLOAD_TOO_LARGE = 413;

/**
 * The parts of the engine's wire interface that the shop uses, through the official OpenSearch
 * client, which also works with Elasticsearch. All methods throw SearchEngineError.
 */
export class SearchEngine {
  readonly #client: Client;
  readonly #errors: ClientErrors;
  /** Alias that searches read. */
  readonly #current: string;
  /** Alias of an index that is being built. */
  readonly #next: string;

  private constructor(client: Client, errors: ClientErrors, prefix: string) {
    this.#client = client;
    this.#errors = errors;
    this.#current = `${prefix}-products`;
    this.#next = `${prefix}-products-next`;
  }

  /** Loads the client, which connects on the first request. */
  static async create({ url, prefix }: SearchEngineOptions): Promise<SearchEngine> {
    const { Client, errors } = await import("@opensearch-project/opensearch");
    const { username, password, origin, pathname } = new URL(url);
    const client = new Client({
      node: `${origin}${pathname.replace(/\/$/, "")}`,
      ...(username
        ? {
            auth: {
              username: decodeURIComponent(username),
              password: decodeURIComponent(password),
            },
          }
        : {}),
      // There is only one address, and the shop itself decides when to retry.
      resurrectStrategy: "none",
    });
    return new SearchEngine(client, errors, prefix);
  }

  /** Searches the products. Fails after `timeoutMs`, even if the response is still arriving. */
  async search(
    body: API.Search_RequestBody,
    timeoutMs: number,
  ): Promise<API.Search_Response["body"]> {
    return this.#run(async () => {
      const request = this.#client.search(
        { index: this.#current, body },
        // Not retried, because a failed search falls back to the database.
        { requestTimeout: timeoutMs, maxRetries: 0 },
      );
      // The client's own timeout is for an idle socket and ends with the first byte.
      const timer = setTimeout(() => request.abort(), timeoutMs);
      try {
        return (await request).body;
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /**
   * Writes the documents and returns the outcome of each, in order. If a later version is already
   * stored, the write counts as done.
   */
  async write(target: keyof Targets, writes: readonly Write[]): Promise<WriteOutcome[]> {
    if (writes.length === 0) return [];
    const index = target === "current" ? this.#current : this.#next;
    try {
      const { body } = await this.#run(() =>
        this.#client.bulk(
          // `require_alias` keeps the engine from creating an index without its mapping.
          { index, require_alias: true, body: writes.flatMap(toBulkLines) },
          WRITES,
        ),
      );
      return body.items.map((item) => toOutcome(item.index));
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      if (writes.length === 1) return [{ isWritten: false, reason: error.message }];
      const half = Math.ceil(writes.length / 2);
      const first = await this.write(target, writes.slice(0, half));
      return [...first, ...(await this.write(target, writes.slice(half)))];
    }
  }

  async listTargets(): Promise<Targets> {
    const indexes = await this.#listIndexes();
    const has = (alias: string) => indexes.some(({ aliases }) => aliases.includes(alias));
    return { current: has(this.#current), next: has(this.#next) };
  }

  /** Creates an empty index beside the current one; from then on it receives all changes too. */
  async createNext(name: string): Promise<void> {
    const index = `${this.#current}-v${name}`;
    const body = { ...INDEX_DEFINITION, aliases: { [this.#next]: {} } };
    await this.#run(() => this.#client.indices.create({ index, body }, WRITES));
  }

  /** Atomically makes the new index the current one and removes the old one. */
  async promoteNext(): Promise<void> {
    await this.#run(() => this.#client.indices.refresh({ index: this.#next }, WRITES));
    const indexes = await this.#listIndexes();
    const next = indexes.filter(({ aliases }) => aliases.includes(this.#next));
    const old = indexes.filter(({ aliases }) => aliases.includes(this.#current));
    const actions = [
      ...old.map(({ index }) => ({ remove: { index, alias: this.#current } })),
      ...next.map(({ index }) => ({ remove: { index, alias: this.#next } })),
      ...next.map(({ index }) => ({ add: { index, alias: this.#current } })),
    ];
    await this.#run(() => this.#client.indices.updateAliases({ body: { actions } }, WRITES));
    await this.deleteLeftovers();
  }

  /** Deletes every index of this shop that searches do not read; returns the number deleted. */
  async deleteLeftovers(): Promise<number> {
    const leftovers = (await this.#listIndexes()).filter(
      ({ aliases }) => !aliases.includes(this.#current),
    );
    for (const { index } of leftovers) {
      await this.#run(() => this.#client.indices.delete({ index }, WRITES));
    }
    return leftovers.length;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** Resolves if the engine can search the products; fails after `timeoutMs`. */
  async assertSearchable(timeoutMs: number): Promise<void> {
    await this.search({ size: 0, track_total_hits: false }, timeoutMs);
  }

  async #listIndexes(): Promise<{ index: string; aliases: string[] }[]> {
    const index = `${this.#current}-v*`;
    const { body } = await this.#run(() =>
      this.#client.indices.getAlias({ index }, { requestTimeout: CHECK_TIMEOUT_MS, maxRetries: 0 }),
    );
    return Object.entries(body).map(([name, { aliases }]) => ({
      index: name,
      aliases: Object.keys(aliases),
    }));
  }

  async #run<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      throw this.#toEngineError(error);
    }
  }

  /**
   * Converts a client error, passing on only the reason, because the error contains the whole
   * request.
   */
  #toEngineError(error: unknown): SearchEngineError {
    if (error instanceof SearchEngineError) return error;
    const { ResponseError, OpenSearchClientError } = this.#errors;
    if (error instanceof ResponseError) {
      const { statusCode } = error;
      const reason = reasonOf(error.body) ?? "no reason given";
      return new SearchEngineError(toProblem(statusCode), statusCode, `${statusCode}: ${reason}`);
    }
    if (error instanceof OpenSearchClientError) {
      return new SearchEngineError("unreachable", null, `${error.name}: ${error.message}`);
    }
    throw error;
  }
}

function toProblem(status: number): SearchEngineProblem {
  if (status === 404) return "missing";
  if (status === 429) return "busy";
  // The operator has to fix wrong credentials; no change of the product is needed.
  return status >= 500 || status === 401 || status === 403 ? "unreachable" : "rejected";
}

const isTooLarge = (error: unknown): error is SearchEngineError =>
  error instanceof SearchEngineError && error.status === PAYLOAD_TOO_LARGE;

function toBulkLines({ version, document }: Write) {
  const meta = { _id: String(document.id), version, version_type: "external_gte" as const };
  return [{ index: meta }, document];
}

type BulkItem = API.Bulk_Response["body"]["items"][number];

function toOutcome(item: BulkItem["index"]): WriteOutcome {
  if (item && item.status < 300) return { isWritten: true };
  if (item?.status === 409) return { isWritten: true };
  const reason = `${item?.status}: ${item?.error?.type}: ${item?.error?.reason}`;
  // The engine has lost its index or is out of space: postponing a single row would not help.
  if (item?.status === 404) throw new SearchEngineError("missing", 404, reason);
  if (!item || item.status === 429 || item.status >= 500) {
    throw new SearchEngineError("busy", item?.status ?? null, reason);
  }
  return { isWritten: false, reason };
}

function reasonOf(body: unknown): string | null {
  const error = body && typeof body === "object" && "error" in body ? body.error : null;
  if (typeof error === "string") return error;
  if (!error || typeof error !== "object") return null;
  const type = "type" in error ? String(error.type) : "error";
  return "reason" in error ? `${type}: ${String(error.reason)}` : type;
}
