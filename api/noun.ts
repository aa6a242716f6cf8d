import type { OpenAPIHono } from "@hono/zod-openapi";
import { HOUR_MS } from "#domain/dates.ts";
import type { ErrorCode } from "#domain/messages.ts";
import type { Sql } from "./db/client.ts";
import type { ApiDeps, ApiEnv } from "./http/context.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import type { SessionRead } from "./http/session.ts";

/**
 * What the process needs to know of a noun of the API (docs/decisions/0024). Each noun declares it in
 * `api/NOUN/NOUN.ts`, and `api/nouns.ts` lists them: nothing about one noun is written elsewhere.
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
 * Work in the background. `run` may be interrupted at any point and runs again later. The signal is
 * aborted when the process stops, which waits a few seconds: a job of many steps takes no further one.
 */
export type Job = { name: string; everyMs: number; run(stopping?: AbortSignal): Promise<void> };

/** How often a job removes what nobody needs any more. */
export const CLEAN_EVERY_MS = HOUR_MS;
/** The same for what comes by the second or holds papers of people: sessions, documents, images. */
export const CLEAN_OFTEN_MS = 10 * 60_000;

/** A form with files: its route, the screen that sends it, and how many bytes its files may have. */
export type Upload = {
  apiPath: string;
  /** Without the locale; `:id` is any one part of it. */
  pagePath: string;
  bytesMax: number;
  /** For a body that may take longer than others; it is not held in memory either. */
  withinMs?: number;
};

/** What a noun does when an account is deleted (docs/decisions/0013), all in one transaction. */
export type AccountDeletion = {
  /** Locks what other transactions could change meanwhile; run in the order of LOCK_ORDER. */
  lock?(sql: Sql, userId: number): Promise<void>;
  /** Why the account cannot be deleted now; null when nothing of this noun is in the way. */
  findBlocker?(sql: Sql, userId: number): Promise<ErrorCode | null>;
  /** Deletes or anonymises what the noun stores of the user. Must not depend on other nouns' erasing. */
  erase?(erasure: Erasure): Promise<void>;
};

export type Erasure = {
  deps: ApiDeps;
  sql: Sql;
  /** As it was before the deletion. */
  user: { id: number; email: string; clientIp: string };
  /** For what cannot be rolled back, such as removing files. */
  onCommit(work: () => Promise<void>): void;
};

/**
 * What a noun stores of a person, as that person may take it along (GDPR Art. 15 and 20): plain rows,
 * never a secret (hashes, tokens, sealed columns), nothing of another person.
 */
export type OwnData = {
  /** By the names of their tables. Every table that names a user is here or has a reason why not. */
  readonly lists: Readonly<Record<string, OwnList>>;
  /**
   * The person's own files; each is read when its turn in the archive comes. A viewer is the member
   * of the team who makes the archive for the person, null for the person.
   */
  readonly files?: (
    deps: ApiDeps,
    user: DataSubject,
    viewer: { id: number } | null,
  ) => Promise<OwnFile[]>;
};

export type DataSubject = { id: number; email: string; isEmailVerified: boolean };

/** Rows in the order of their `id`, those beyond a place; rows without ids come all at once. */
export type OwnList = (
  sql: Sql,
  user: DataSubject,
  page: OwnPage,
) => PromiseLike<readonly OwnRow[]>;
export type OwnRow = Readonly<Record<string, unknown>>;
export type OwnPage = { after: number; limit: number };

/** `name` is its path in the archive; null for a file that storage has lost. */
export type OwnFile = { name: string; read(): Promise<Uint8Array | null> };
