import type { OpenAPIHono } from "@hono/zod-openapi";
import { HOUR_MS } from "#domain/dates.ts";
import type { ErrorCode } from "#domain/messages.ts";
import type { Sql } from "./db/client.ts";
import type { ApiDeps, ApiEnv } from "./http/context.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import type { SessionRead } from "./http/session.ts";

/**
 * Everything the process needs from a noun of the API (docs/decisions/0024). Each noun declares it
 * in `api/NOUN/NOUN.ts`, and `api/nouns.ts` lists them: nothing about one noun is defined
 * elsewhere.
 */
export type Noun = {
  /** The name of its folder. */
  readonly name: string;
  readonly routes?: readonly Mount[];
  readonly jobs?: (deps: ApiDeps) => readonly Job[];
  /** The mails it sends: for each the prefix of its texts, "mail.offer.priced". */
  readonly mails?: readonly string[];
  readonly limits?: readonly RateLimit[];
  readonly sessionReads?: readonly SessionRead[];
  readonly uploads?: readonly Upload[];
  /** Fields of its urlencoded forms where "on" means true. */
  readonly checkboxes?: readonly string[];
  readonly accountDeletion?: AccountDeletion;
  readonly ownData?: OwnData;
};

/** A group of routes below a path. The list is for routes that serve every noun. */
export type Mount = {
  at: "/" | "/api";
  routes: (deps: ApiDeps, nouns: readonly Noun[]) => OpenAPIHono<ApiEnv>;
};

/**
 * A background job. `run` may be interrupted at any point and runs again later. The signal is
 * aborted on shutdown, which waits a few seconds: a job of many steps must not start another one.
 */
export type Job = {
  name: string;
  everyMs: number;
  /** For work too costly for every start of a process: it first runs some time within `everyMs`. */
  waitsAtStart?: true;
  run(stopping?: AbortSignal): Promise<void>;
};

/** For a job that nobody stops: a signal that is never aborted. */
export const NEVER = new AbortController().signal;

/** How often a job removes expired data. */
export const CLEAN_EVERY_MS = HOUR_MS;
/**
 * The same for data that grows every second or is sensitive: sessions, identity documents, images.
 */
export const CLEAN_OFTEN_MS = 10 * 60_000;

/**
 * A form with files: its route, the screen that sends it, and how many bytes its files may have.
 */
export type Upload = {
  apiPath: string;
  /** Without the locale; `:id` matches one path segment. */
  pagePath: string;
  bytesMax: number;
  /** For a body that may take longer than others. */
  withinMs?: number;
  /** Written to the disk as it comes, so it needs no place among the bodies in memory. */
  isStreamed?: true;
};

/** A noun's part in deleting an account (docs/decisions/0013), all in one transaction. */
export type AccountDeletion = {
  /** Locks rows that other transactions could change meanwhile; run in the order of LOCK_ORDER. */
  lock?(sql: Sql, userId: number): Promise<void>;
  /** The reason that blocks deleting the account now; null if none. */
  findBlocker?(sql: Sql, userId: number): Promise<ErrorCode | null>;
  /**
   * Deletes or anonymizes the user's data in this noun. Must not depend on other nouns' erasing.
   */
  erase?(erasure: Erasure): Promise<void>;
};

export type Erasure = {
  deps: ApiDeps;
  sql: Sql;
  /** The state before the deletion. */
  user: { id: number; email: string; clientIp: string };
  /**
   * For effects that cannot be rolled back, such as removing files. The response waits for them for
   * two seconds at most. A failure is only logged, under the name of the task: work that must not
   * be lost needs a job.
   */
  onCommit(task: string, work: () => Promise<void>): void;
};

/**
 * A noun's personal data for the data export (GDPR Art. 15 and 20): plain rows, never a secret
 * (hashes, tokens, encrypted columns), nothing about another person.
 */
export type OwnData = {
  /**
   * By table name. Every table that references a user is listed here or has a documented reason not
   * to be.
   */
  readonly lists: Readonly<Record<string, OwnList>>;
  /**
   * The person's own files; each is read when the archive reaches it. `viewer` is the staff member
   * who exports on the person's behalf, null for the person.
   */
  readonly files?: (
    deps: ApiDeps,
    user: DataSubject,
    viewer: { id: number } | null,
  ) => Promise<OwnFile[]>;
};

export type DataSubject = { id: number; email: string; isEmailVerified: boolean };

/** Rows after a key, in the order of their `id`; rows without ids come all at once. */
export type OwnList = (
  sql: Sql,
  user: DataSubject,
  page: OwnPage,
) => PromiseLike<readonly OwnRow[]>;
export type OwnRow = Readonly<Record<string, unknown>>;
export type OwnPage = { after: number; limit: number };

/** `name` is its path in the archive; null for a file that storage has lost. */
export type OwnFile = { name: string; read(): Promise<Uint8Array | null> };
