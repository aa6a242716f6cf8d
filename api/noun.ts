import type { OpenAPIHono } from "@hono/zod-openapi";
import { HOUR_MS } from "#domain/dates.ts";
import type { ErrorCode } from "#domain/messages.ts";
import type { Sql } from "./db/client.ts";
import type { ApiDeps, ApiEnv } from "./http/context.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import type { SessionRead } from "./http/session-middleware.ts";

/**
 * Everything that the process needs from a noun of the API (docs/decisions/0024). Each noun
 * declares it in `api/NOUN/NOUN.ts`, and `api/nouns.ts` lists them; nothing about a single noun is
 * defined anywhere else.
 */
export type Noun = {
  /** The name of its folder. */
  readonly name: string;
  readonly routes?: readonly Mount[];
  readonly jobs?: (deps: ApiDeps) => readonly Job[];
  /** The mails it sends, each as the prefix of its texts: "mail.offer.priced". */
  readonly mails?: readonly string[];
  readonly limits?: readonly RateLimit[];
  readonly sessionReads?: readonly SessionRead[];
  readonly uploads?: readonly Upload[];
  /** Fields of its urlencoded forms in which "on" means true. */
  readonly checkboxes?: readonly string[];
  readonly accountDeletion?: AccountDeletion;
  readonly ownData?: OwnData;
};

/** A group of routes below a path. `nouns` is for routes that cover every noun. */
export type Mount = {
  at: "/" | "/api";
  routes: (deps: ApiDeps, nouns: readonly Noun[]) => OpenAPIHono<ApiEnv>;
};

/**
 * A background job. `run` may be interrupted at any point and runs again later. The signal is
 * aborted on shutdown, which waits only a few seconds: a job with many steps must not start another
 * one.
 */
export type Job = {
  name: string;
  everyMs: number;
  /**
   * For work too expensive to run on every process start: it first runs at a random time within
   * `everyMs`.
   */
  waitsAtStart?: true;
  run(stopping?: AbortSignal): Promise<void>;
};

/** A signal that is never aborted, for a job that nothing stops. */
export const NEVER_ABORTED = new AbortController().signal;

/** How often a job removes expired data. */
export const CLEAN_EVERY_MS = HOUR_MS;
/**
 * How often a job removes data that grows quickly or is sensitive: sessions, identity documents,
 * images.
 */
export const CLEAN_OFTEN_MS = 10 * 60_000;

/**
 * A form with files: its route, the page that sends it, and the maximum total size of its files.
 */
export type Upload = {
  apiPath: string;
  /** Without the locale; `:id` matches one path segment. */
  pagePath: string;
  bytesMax: number;
  /** For a body that may take longer to arrive than others. */
  timeoutMs?: number;
  /** Written to disk as it arrives, so it does not count toward the bodies held in memory. */
  isStreamed?: true;
};

/** A noun's part in deleting an account (docs/decisions/0013); all parts run in one transaction. */
export type AccountDeletion = {
  /** Locks rows that concurrent transactions could change; called in LOCK_ORDER. */
  lock?(sql: Sql, userId: number): Promise<void>;
  /** Returns the reason that the account cannot be deleted now; null if there is none. */
  findBlocker?(sql: Sql, userId: number): Promise<ErrorCode | null>;
  /**
   * Deletes or anonymizes the user's data in this noun. Must not depend on what other nouns erase.
   */
  erase?(erasure: Erasure): Promise<void>;
};

export type Erasure = {
  deps: ApiDeps;
  sql: Sql;
  /** The state before the deletion. */
  user: DataSubject & { clientIp: string };
  /**
   * Registers an effect that cannot be rolled back, such as removing files. The response waits for
   * it for at most two seconds. A failure is only logged, under the task's name: work that must not
   * be lost needs a job.
   */
  onCommit(task: string, work: () => Promise<void>): void;
};

/**
 * A noun's personal data for the data export (GDPR Art. 15 and 20): plain rows, without secrets
 * (hashes, tokens, encrypted columns) and without other people's data.
 */
export type OwnData = {
  /**
   * By table name. Every table that references a user is either listed here or has a documented
   * reason for its absence.
   */
  readonly lists: Readonly<Record<string, OwnList>>;
  /**
   * The person's own files, each read when the archive reaches it. `viewer` is the staff member who
   * exports on the person's behalf; null if it is the person.
   */
  readonly files?: (
    deps: ApiDeps,
    user: DataSubject,
    viewer: { id: number } | null,
  ) => Promise<OwnFile[]>;
};

export type DataSubject = { id: number; email: string; isEmailVerified: boolean };

/** Returns the rows after a key, ordered by `id`; rows without ids are returned all at once. */
export type OwnList = (
  sql: Sql,
  user: DataSubject,
  page: OwnPage,
) => PromiseLike<readonly OwnRow[]>;
export type OwnRow = Readonly<Record<string, unknown>>;
export type OwnPage = { after: number; limit: number };

/**
 * `name` is the file's path in the archive. `read` resolves to null if storage has lost the file.
 */
export type OwnFile = { name: string; read(): Promise<Uint8Array | null> };
