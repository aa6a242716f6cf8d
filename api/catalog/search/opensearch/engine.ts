import type { API, Client, errors as clientErrors } from "@opensearch-project/opensearch";
import type { SearchDocument } from "./documents.ts";
import { INDEX_DEFINITION } from "./index-definition.ts";

type ClientErrors = typeof clientErrors;

/** What can be wrong with an engine: the first three may be over in a moment, the last is our fault. */
export type SearchEngineProblem = "unreachable" | "busy" | "missing" | "rejected";

/** A request that the engine has not done. The message names no address and no password. */
export class SearchEngineError extends Error {
  override readonly name = "SearchEngineError";
  readonly problem: SearchEngineProblem;

  constructor(problem: SearchEngineProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export type SearchEngineOptions = {
  /** "https://user:password@host:9200". */
  url: string;
  /** What names of indexes and aliases begin with; shops of one engine each have their own. */
  prefix: string;
};

export type Write = { version: number; document: SearchDocument };
/** `rejected`: never in this form; `busy`: later, perhaps. */
export type WriteOutcome = { isWritten: true } | { isWritten: false; reason: string };

/** Where changes go: what searches read, and an index that is being built. */
export type Targets = { current: boolean; next: boolean };

/** Long enough for a bulk request of a busy engine. Writes are versioned, so a retry does no harm. */
const WRITES = { requestTimeout: 30_000, maxRetries: 2 };
const CHECK_TIMEOUT_MS = 2_000;

/**
 * The engine's wire interface, as far as the shop uses it, through the official client of OpenSearch,
 * which Elasticsearch understands as well. All methods throw SearchEngineError.
 */
export class SearchEngine {
  readonly #client: Client;
  readonly #errors: ClientErrors;
  /** Searches read this alias. */
  readonly #current: string;
  /** An index that is being built has this one. */
  readonly #next: string;

  private constructor(client: Client, errors: ClientErrors, prefix: string) {
    this.#client = client;
    this.#errors = errors;
    this.#current = `${prefix}-products`;
    this.#next = `${prefix}-products-next`;
  }

  /** Loads the client; connects only when something is requested. */
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
      // One address: the shop itself decides when to try it again.
      resurrectStrategy: "none",
    });
    return new SearchEngine(client, errors, prefix);
  }

  /** Searches the products. Fails after `timeoutMs`, however slowly the response arrives. */
  async search(
    body: API.Search_RequestBody,
    timeoutMs: number,
  ): Promise<API.Search_Response["body"]> {
    return this.#run(async () => {
      const request = this.#client.search(
        { index: this.#current, body },
        // Where a search fails the database takes it: that is the retry.
        { requestTimeout: timeoutMs, maxRetries: 0 },
      );
      // The client's own limit is for a silent socket, and ends with the first byte.
      const timer = setTimeout(() => request.abort(), timeoutMs);
      try {
        return (await request).body;
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** The outcome of each write, in their order. A later version that is there already counts as written. */
  async write(target: keyof Targets, writes: readonly Write[]): Promise<WriteOutcome[]> {
    if (writes.length === 0) return [];
    const index = target === "current" ? this.#current : this.#next;
    try {
      const { body } = await this.#run(() =>
        this.#client.bulk(
          // With `require_alias` no index comes into being by itself, without its mapping.
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

  /** Makes an empty index beside the current one, which from then on gets all changes, too. */
  async createNext(name: string): Promise<void> {
    const index = `${this.#current}-v${name}`;
    const body = { ...INDEX_DEFINITION, aliases: { [this.#next]: {} } };
    await this.#run(() => this.#client.indices.create({ index, body }, WRITES));
  }

  /** Makes the new index the current one, in one step, and removes the old one. */
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

  /** Deletes every index of this shop that searches do not read; returns how many. */
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

  /** Resolves when it can search the products; fails after `timeoutMs`. */
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

  /** What the client throws holds the whole request: only its reason goes on. */
  #toEngineError(error: unknown): SearchEngineError {
    if (error instanceof SearchEngineError) return error;
    const { ResponseError, OpenSearchClientError } = this.#errors;
    if (error instanceof ResponseError) {
      const { statusCode } = error;
      const reason = reasonOf(error.body) ?? "no reason given";
      return new SearchEngineError(toProblem(statusCode), `${statusCode}: ${reason}`);
    }
    if (error instanceof OpenSearchClientError) {
      return new SearchEngineError("unreachable", `${error.name}: ${error.message}`);
    }
    throw error;
  }
}

function toProblem(status: number): SearchEngineProblem {
  if (status === 404) return "missing";
  if (status === 429) return "busy";
  // Wrong credentials are put right by the operator, without a change of ours.
  return status >= 500 || status === 401 || status === 403 ? "unreachable" : "rejected";
}

const isTooLarge = (error: unknown): error is SearchEngineError =>
  error instanceof SearchEngineError && error.message.startsWith("413");

function toBulkLines({ version, document }: Write) {
  const meta = { _id: String(document.id), version, version_type: "external_gte" as const };
  return [{ index: meta }, document];
}

type BulkItem = API.Bulk_Response["body"]["items"][number];

function toOutcome(item: BulkItem["index"]): WriteOutcome {
  if (item && item.status < 300) return { isWritten: true };
  if (item?.status === 409) return { isWritten: true };
  const reason = `${item?.status}: ${item?.error?.type}: ${item?.error?.reason}`;
  // It has lost its index, or has no room for more now: nothing that waiting for one row would help.
  if (item?.status === 404) throw new SearchEngineError("missing", reason);
  if (!item || item.status === 429 || item.status >= 500) {
    throw new SearchEngineError("busy", reason);
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
