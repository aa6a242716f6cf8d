import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ErrorCode } from "#domain/messages.ts";
import type { Sql } from "./db/client.ts";
import type { ApiDeps, ApiEnv } from "./http/context.ts";
import type { RateLimit } from "./http/rate-limit.ts";

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
  readonly uploads?: readonly Upload[];
  /** Fields of its urlencoded forms where "on" means true. */
  readonly checkboxes?: readonly string[];
  readonly accountDeletion?: AccountDeletion;
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
