import cluster from "node:cluster";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { startBackground } from "#api/background.ts";
import { assertNoCutOffRestore } from "#api/backup/restore-marker.ts";
import { createApi } from "#api/create-api.ts";
import {
  assertWritable,
  type Database,
  type DatabaseTarget,
  openDatabase,
  openSearchDatabase,
} from "#api/db/client.ts";
import { startDatabaseClock } from "#api/db/database-clock.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#api/db/embedded-server.ts";
import { migrate } from "#api/db/migrate.ts";
import { type PublicChangeListener, watchPublicData } from "#api/db/public-changes.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { createMailPreview } from "#api/mails/preview/mail-preview.ts";
import { nouns } from "#api/nouns.ts";
import { loadStaticPages } from "#api/pages/pages.service.ts";
import type { Files } from "#api/providers/files/files.ts";
import { startImageProcesses } from "#api/providers/images/image-work.ts";
import { createProceduralImages } from "#api/providers/images/procedural-images.ts";
import type { MailProvider } from "#api/providers/mail/mail.ts";
import { createOutboxFolder } from "#api/providers/mail/outbox-folder.ts";
import { createSmtpMail } from "#api/providers/mail/smtp.ts";
import { createPayments } from "#api/providers/payments/payments.ts";
import { createCardPayouts } from "#api/providers/payouts/payouts.ts";
import type { ProviderContext } from "#api/providers/provider-modules.ts";
import { LOCALES } from "#domain/locales.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { requestConnections } from "../config/machine-settings.ts";
import { traceMethods } from "../tracing/provider-spans.ts";
import { assertConnectionsFit } from "./connections.ts";
import { openFiles } from "./files.ts";
import { unlessAborted } from "./interrupts.ts";
import type { Dependency } from "./readiness.ts";
import { openSearch } from "./search.ts";
import { startSeed } from "./seed.ts";

export type EmbeddedApi = {
  fetch(request: Request): Promise<Response>;
  /** Required dependencies, for /readyz. */
  dependencies: Dependency[];
  /** "/api/products/:slug", the labels under which its requests are counted. */
  routePatterns: readonly string[];
  /** Its connection pools, by purpose. */
  pools: Record<string, Database>;
  target: DatabaseTarget;
  /** File storage of its processes. */
  files: Files;
  /** Its database's time. */
  now(): Date;
  /** The mail preview; null in production. */
  mailPreview: Hono | null;
  /** Reports changes of public data by any process, until `close`. */
  watchPublicData(listener: PublicChangeListener): void;
  close(): Promise<void>;
};

/** Values known only to the process itself. */
export type OwnProcess = {
  /** By this the API recognizes the web tier's calls. */
  internalToken: string;
  /** The built program of the image processes; undefined in development. */
  imageProgram?: URL;
  /** If aborted during the start, everything started is stopped again. */
  interrupted?: AbortSignal;
};

const NEVER = new AbortController().signal;

/** Methods that call other servers, each traced as a span of its own. */
const PAYMENT_CALLS = [
  "createCheckout",
  "fetchReport",
  "findReport",
  "refund",
  "findRefund",
] as const;
const PAYOUT_CALLS = ["createCardPage", "findCard", "deleteCard", "pay", "findTransfer"] as const;

const DATABASE_WAIT_MS = 30_000;
/** For the queries of requests that were cut off. */
const LAST_QUERIES_SECONDS = 5;

/**
 * Starts the embedded marketplace API: database, schema, providers, background jobs, demo data.
 * Resolves once the first pages have content. Throws a sentence for the operator, and the reason of
 * `own.interrupted`; everything is then stopped again, the database last.
 */
export async function startEmbeddedApi(
  config: Config,
  log: Logger,
  own: OwnProcess,
): Promise<EmbeddedApi> {
  const { interrupted = NEVER } = own;
  const held = await openProductDatabase(config, log, interrupted);
  const started: Started = [() => closeProductDatabase(held, LAST_QUERIES_SECONDS)];
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  try {
    // For workers, the primary process has checked it for all of them.
    if (!cluster.isWorker) await assertConnectionsFit(config, held.database, log);
    const api = await unlessAborted(interrupted, assemble(config, log, own, held, started));
    return { ...api, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How to stop each thing that was started: in reverse, because the later ones use the earlier. */
type Started = (() => unknown)[];

type HeldDatabase = {
  database: Database;
  /** Its pools for word searches and for lists. */
  searches: Database;
  lists: Database;
  server: EmbeddedServer | null;
  target: DatabaseTarget;
};

/**
 * The product's database, migrated: DATABASE_URL, or the embedded server, which processes share by
 * data folder. Throws a sentence for the operator.
 */
export async function openProductDatabase(
  config: Config,
  log: Logger,
  interrupted = NEVER,
): Promise<HeldDatabase> {
  const held = await openDatabaseAsIs(config, log, interrupted);
  try {
    await assertNoCutOffRestore(held.database, config.dataDir);
    const applied = await unlessAborted(
      interrupted,
      migrate(held.target, { log: (message) => log.info(message) }),
    );
    if (applied.length > 0) log.info(`Schema brought forward: ${applied.join(", ")}`);
    return held;
  } catch (error) {
    await closeProductDatabase(held);
    throw error;
  }
}

/** The same without migrating: for backups and restores. */
export async function openDatabaseAsIs(
  config: Config,
  log: Logger,
  interrupted = NEVER,
): Promise<HeldDatabase> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  closeFolders(config.dataDir);
  const server = config.databaseUrl ? null : await startServer(config, log);
  const target = config.databaseUrl ?? server?.connection ?? "";
  const searches = openSearchDatabase(target, { hasOnePlan: true });
  const lists = openSearchDatabase(target, { hasOnePlan: false });
  const connectionsMax = requestConnections(config.connectionsMax);
  const held = {
    database: openDatabase(target, { connectionsMax }),
    searches,
    lists,
    server,
    target,
  };
  try {
    await unlessAborted(interrupted, waitForDatabase(held.database, log));
    return held;
  } catch (error) {
    await closeProductDatabase(held);
    throw error;
  }
}

/**
 * Closes the connections, whose queries have `timeout` seconds to end, and stops the embedded server
 * unless another process uses it.
 */
export async function closeProductDatabase(held: HeldDatabase, timeout = 1): Promise<void> {
  const { database, searches, lists, server } = held;
  await Promise.all([searches.end({ timeout }), lists.end({ timeout })]);
  await database.end({ timeout });
  await server?.stop();
}

/** Earlier versions created these, and their contents, readable by every user of the machine. */
function closeFolders(dataDir: string): void {
  for (const name of ["files", "outbox"]) {
    const folder = join(dataDir, name);
    if (existsSync(folder)) chmodSync(folder, 0o700);
  }
}

async function startServer(config: Config, log: Logger): Promise<EmbeddedServer> {
  log.info("Starting the embedded database ...");
  const { workers, connectionsMax, dataDir } = config;
  // Our own server: its limit is set to what is needed, plus one command.
  const needed = (workers + 1) * connectionsMax;
  const settings = { max_connections: String(Math.max(100, needed)) };
  return startEmbeddedServer({ dataDir, settings, log: (message) => log.info(message) });
}

async function assemble(
  config: Config,
  log: Logger,
  own: OwnProcess,
  held: HeldDatabase,
  started: Started,
): Promise<Omit<EmbeddedApi, "close">> {
  const { interrupted = NEVER } = own;
  const { database, searches, lists, target } = held;
  const clock = await startDatabaseClock(database, { log });
  started.push(() => clock.stop());
  const { now } = clock;
  // Ends when its pictures can be made no more: it still has a connection then.
  let seeded: Promise<void> | undefined;
  started.push(() => seeded);
  if (own.imageProgram) started.push(startImageProcesses(own.imageProgram).close);
  const engine = createProceduralImages();
  started.push(engine.close);
  // A provider reports to the API that is created from it: through this function, once both exist.
  const late: { fetch: ((request: Request) => Promise<Response>) | null } = { fetch: null };
  const context: ProviderContext = {
    database,
    appUrl: config.appUrl,
    secret: config.sessionSecrets[0],
    now,
    deliver: async (request) => late.fetch?.(request) ?? new Response(null, { status: 503 }),
  };
  const opened = await openSearch(config, held, { log, now });
  started.push(opened.close);
  const images = traceMethods(config.images?.create() ?? engine, "images", ["generate"]);
  const mail = traceMethods(createMail(config, { log, now }), "mail", ["send"]);
  started.push(
    () => images.close(),
    () => mail.close(),
  );
  const deps: ApiDeps = {
    database,
    log,
    images,
    files: await openFiles(config, log),
    payments: createPayments(
      await Promise.all(
        config.payments.map(async (provider) => {
          const created = await provider.create(context);
          return traceMethods(created, `payments ${created.name}`, PAYMENT_CALLS);
        }),
      ),
    ),
    cardPayouts: createCardPayouts(
      config.cardPayouts.map((provider) => {
        const created = provider.create(context);
        return traceMethods(created, `payouts ${created.name}`, PAYOUT_CALLS);
      }),
    ),
    mail,
    search: opened.search,
    now,
    config: {
      appUrl: config.appUrl,
      sessionSecrets: config.sessionSecrets,
      locales: LOCALES,
      trustProxy: config.trustProxy,
      internalToken: own.internalToken,
    },
  };
  const api = createApi(deps);
  late.fetch = async (request) => api.fetch(request);
  await loadStaticPages(deps);
  if (config.lockDemoAccounts) {
    const { lockDemoAccounts } = await import("#api/db/seed/demo-accounts.ts");
    await lockDemoAccounts(deps);
  }
  // After that nothing would stop the jobs.
  interrupted.throwIfAborted();
  started.push(startBackground(deps).stop);
  // Left by killed processes. Not awaited: a large shop has many folders.
  deps.files.removeDrafts(now()).catch((error: unknown) => {
    log.warn({ err: error }, "what killed processes left of files could not be removed");
  });
  // Always by the engine: 84 images from a model would take hours, or cost money.
  if (config.seedDemo) {
    const closing = new AbortController();
    started.push(() => closing.abort());
    const isOver = AbortSignal.any([closing.signal, interrupted]);
    const seed = await startSeed({ ...deps, images: engine }, isOver);
    seeded = seed.seeded;
    await Promise.race([seed.firstPage, seeded]);
  }
  return {
    fetch: async (request) => api.fetch(request),
    // Patterns with a star belong to the pipeline.
    routePatterns: [...new Set(api.routes.map(({ path }) => path))].filter((p) => !p.includes("*")),
    pools: { requests: database, searches, lists, ...opened.pools },
    target,
    files: deps.files,
    now,
    mailPreview: import.meta.env.PROD ? null : createMailPreview(deps, nouns),
    watchPublicData: (listener) =>
      void started.push(watchPublicData(target, opened.follow(listener), log).stop),
    dependencies: [
      { name: "database", check: () => assertWritable(database) },
      { name: "files", check: () => deps.files.assertWritable() },
    ],
  };
}

function createMail(
  { smtpUrl, mailFrom, dataDir }: Config,
  { log, now }: Pick<ApiDeps, "log" | "now">,
): MailProvider {
  if (smtpUrl !== null) return createSmtpMail({ url: smtpUrl, from: mailFrom, now });
  const folder = join(dataDir, "outbox");
  return createOutboxFolder({ folder, from: mailFrom, log, now });
}

/** A password or a user that no waiting will make right. */
const WRONG_LOGINS: ReadonlySet<unknown> = new Set(["28P01", "28000"]);

/**
 * An external database may start after us. Throws ConfigError when it cannot be reached in time, or
 * rejects the login.
 */
async function waitForDatabase(database: Database, log: Logger): Promise<void> {
  const deadline = performance.now() + DATABASE_WAIT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      await database`SELECT 1`;
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isWrong = error instanceof Error && "code" in error && WRONG_LOGINS.has(error.code);
      if (isWrong || performance.now() > deadline) {
        throw new ConfigError(`DATABASE_URL: the database cannot be reached: ${reason}`);
      }
      if (attempt === 1) log.warn({ reason }, "Waiting for the database ...");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
