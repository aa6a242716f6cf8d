import cluster from "node:cluster";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { startBackground } from "#api/background.ts";
import { createCardReader } from "#api/catalog/cards.ts";
import { createApi } from "#api/create-api.ts";
import { assertWritable, type Database, type DatabaseTarget } from "#api/db/client.ts";
import { startDatabaseClock } from "#api/db/database-clock.ts";
import { type PublicChangeListener, watchPublicData } from "#api/db/public-changes.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { createMailPreview } from "#api/mails/preview/mail-preview.ts";
import { NEVER_ABORTED } from "#api/noun.ts";
import { nouns } from "#api/nouns.ts";
import { loadStaticPages } from "#api/pages/pages.service.ts";
import { renewHashKeys } from "#api/payouts/account-hash.ts";
import { checkSecrets } from "#api/payouts/check-secrets.ts";
import type { Files } from "#api/providers/files/files.ts";
import { BACKGROUND_TASK_MS_MAX, startImageProcesses } from "#api/providers/images/image-work.ts";
import { createProceduralImages } from "#api/providers/images/procedural-images.ts";
import type { ProviderContext } from "#api/providers/provider-modules.ts";
import { LOCALES } from "#domain/locales.ts";
import type { Config } from "../config/config.ts";
import { assertConnectionsFit } from "./connections.ts";
import { openFiles } from "./files.ts";
import { unlessAborted } from "./interrupts.ts";
import { createProviders } from "./providers.ts";
import type { Dependency } from "./readiness.ts";
import { openSearch } from "./search.ts";
import { startSeed } from "./seed.ts";
import { closeShopDatabase, openShopDatabase, type ShopDatabase } from "./shop-database.ts";

export type EmbeddedApi = {
  fetch(request: Request): Promise<Response>;
  /** Required dependencies, checked by /readyz. */
  dependencies: Dependency[];
  /** Such as "/api/products/:slug": the labels under which its requests are counted. */
  routePatterns: readonly string[];
  /** Its connection pools, by purpose. */
  pools: Record<string, Database>;
  target: DatabaseTarget;
  /** The file storage that its processes share. */
  files: Files;
  /** The current time of its database. */
  now(): Date;
  /** The mail preview; null in production. */
  mailPreview: Hono | null;
  /** Reports changes of public data by any process, until `close`. */
  watchPublicData(listener: PublicChangeListener): void;
  close(): Promise<void>;
};

/** Values known only within the process. */
export type OwnProcess = {
  /** The token by which the API recognizes the web tier's calls. */
  internalToken: string;
  /** The built program of the image processes; undefined in development. */
  imageProgram?: URL;
  /** If aborted during the start, everything started is stopped again. */
  interrupted?: AbortSignal;
};

/** Time left for the queries of requests that were cut off. */
const LAST_QUERIES_SECONDS = 5;

/**
 * Starts the embedded marketplace API: database, schema, providers, background jobs, demo data.
 * Resolves once the first pages have content. Throws an error with a sentence for the operator, or
 * the reason of `own.interrupted`; everything is then stopped again, the database last.
 */
export async function startEmbeddedApi(
  config: Config,
  log: Logger,
  own: OwnProcess,
): Promise<EmbeddedApi> {
  const { interrupted = NEVER_ABORTED } = own;
  const held = await openShopDatabase(config, log, interrupted);
  const started: Started = [() => closeShopDatabase(held, LAST_QUERIES_SECONDS)];
  const close = async () => {
    for (const stop of started.splice(0).reverse()) await stop();
  };
  try {
    // The primary process has already checked it for all workers.
    if (!cluster.isWorker) await assertConnectionsFit(config, held.database, log);
    const api = await unlessAborted(
      interrupted,
      assemble({ config, log, own, held, started, interrupted }),
    );
    return { ...api, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The functions that stop each started part, called in reverse order because later ones use earlier
 * ones.
 */
type Started = (() => unknown)[];

type Start = {
  config: Config;
  log: Logger;
  own: OwnProcess;
  held: ShopDatabase;
  started: Started;
  interrupted: AbortSignal;
};

async function assemble(start: Start): Promise<Omit<EmbeddedApi, "close">> {
  const { config, log, own, held, started, interrupted } = start;
  const { database, searches, lists, indexedLists, target } = held;
  const clock = await startDatabaseClock(database, { log });
  started.push(() => clock.stop());
  const { now } = clock;
  // Stopping the image processes ends the demo, which is awaited before the database closes.
  const demo: Demo = { seeded: undefined };
  started.push(() => demo.seeded);
  if (own.imageProgram) started.push(startImageProcesses(own.imageProgram).close);
  const opened = await openSearch(config, held, { log, now });
  started.push(opened.close);
  const { api, deps } = await openApi(start, { now, search: opened.search });
  await prepareContent(config, deps);
  // Afterwards nothing would stop the jobs.
  interrupted.throwIfAborted();
  started.push(startBackground(deps).stop);
  // Always generated by the engine: 84 images from a model would take hours or cost money.
  if (config.seedDemo) {
    const painter = createProceduralImages({ paintMs: BACKGROUND_TASK_MS_MAX });
    await seedFirstPage({ ...deps, images: painter }, { demo, started, interrupted });
  }
  return {
    fetch: async (request) => api.fetch(request),
    // Patterns with a star belong to the pipeline.
    routePatterns: [...new Set(api.routes.map(({ path }) => path))].filter((p) => !p.includes("*")),
    pools: { requests: database, searches, lists, indexedLists, ...opened.pools },
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

/** Creates the API with its providers. */
async function openApi(
  { config, log, own, held: { database }, started }: Start,
  { now, search }: Pick<ApiDeps, "now" | "search">,
) {
  const engine = createProceduralImages();
  started.push(engine.close);
  // A provider reports to the API that is created from it: through this function, once both exist.
  const receiver: { fetch: ((request: Request) => Promise<Response>) | null } = { fetch: null };
  const context: ProviderContext = {
    database,
    appUrl: config.appUrl,
    secret: config.sessionSecrets[0],
    now,
    deliver: async (request) => receiver.fetch?.(request) ?? new Response(null, { status: 503 }),
  };
  const { close, ...providers } = await createProviders(config, context, { engine, log });
  started.push(close);
  const deps: ApiDeps = {
    ...providers,
    database,
    log,
    files: await openFiles(config, log),
    search,
    cards: createCardReader(),
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
  receiver.fetch = async (request) => api.fetch(request);
  return { api, deps };
}

/** Prepares the database and the files before the jobs start. */
async function prepareContent(config: Config, deps: ApiDeps): Promise<void> {
  await checkSecrets(deps);
  await renewHashKeys(deps);
  await loadStaticPages(deps);
  if (config.lockDemoAccounts) {
    const { lockDemoAccounts } = await import("#api/db/seed/demo-accounts.ts");
    await lockDemoAccounts(deps);
  }
  // Drafts left by killed processes. Not awaited: a large shop has many folders.
  deps.files.removeDrafts(deps.now()).catch((error: unknown) => {
    deps.log.warn({ err: error }, "what killed processes left of files could not be removed");
  });
}

type Demo = { seeded: Promise<void> | undefined };

/** Starts to fill the shop with demo data, and resolves once the first pages have content. */
async function seedFirstPage(
  deps: ApiDeps,
  { demo, started, interrupted }: { demo: Demo; started: Started; interrupted: AbortSignal },
): Promise<void> {
  const closing = new AbortController();
  started.push(() => closing.abort());
  const seed = await startSeed(deps, AbortSignal.any([closing.signal, interrupted]));
  demo.seeded = seed.seeded;
  await Promise.race([seed.firstPage, seed.seeded]);
}
