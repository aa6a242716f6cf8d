import cluster from "node:cluster";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { createRequestHandler, type ServerBuild } from "react-router";
import { INTERNAL_HEADER } from "#api/http/client-ip.ts";
import { createTextCipher } from "#api/http/encryption.ts";
import { createLog } from "#api/providers/log.ts";
import {
  clearPublicCache,
  expirePublicCache,
} from "#app/api-client/transport/public-cache.server.ts";
import { watchSkipped } from "#app/api-client/transport/skipped-data.server.ts";
import { withReferences } from "#app/framework/error-references.server.ts";
import { createRequestHandlers } from "#app/framework/request-handlers.server.ts";
import { WORKAROUNDS } from "#app/framework/workarounds.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { replyWithMetrics } from "./server/cluster/worker-metrics.ts";
import { type Config, readConfig } from "./server/config/config.ts";
import { ConfigError } from "./server/config/config-error.ts";
import { createServerApp, type WebHandler } from "./server/http/app.ts";
import { respondToError, respondToRejected, SERVER_OPTIONS } from "./server/http/http-server.ts";
import type { PageSecurity } from "./server/http/security-headers.ts";
import { SharedAssets } from "./server/http/shared-assets.ts";
import { StaticFiles } from "./server/http/static-files.ts";
import { withUnreadForms } from "./server/http/unread-forms.ts";
import { createWebRequest, type WebParts } from "./server/http/web-request.ts";
import { toApiTarget } from "./server/lifecycle/api-target.ts";
import { watchDescriptors } from "./server/lifecycle/descriptors.ts";
import { openFiles } from "./server/lifecycle/files.ts";
import { Interrupted, watchInterrupts } from "./server/lifecycle/interrupts.ts";
import { assertCanListen, describeListenError, SHOP_PLACE } from "./server/lifecycle/ports.ts";
import { Readiness, remoteApi } from "./server/lifecycle/readiness.ts";
import { shutDownGracefully } from "./server/lifecycle/shutdown.ts";
import { createSkippedLog } from "./server/lifecycle/skipped-log.ts";
import { type EmbeddedApi, startEmbeddedApi } from "./server/lifecycle/startup.ts";
import { createRoutePatterns, type RoutePatterns } from "./server/metrics/route-patterns.ts";
import {
  createOwnMetrics,
  type OwnMetrics,
  serveOwnMetrics,
} from "./server/metrics/start-metrics.ts";
import { coalesce } from "./server/pages/coalesce.ts";
import { PageCache } from "./server/pages/page-cache.ts";
import { createPageServer } from "./server/pages/page-server.ts";
import { traceCalls } from "./server/tracing/call-spans.ts";
import { traceRequests } from "./server/tracing/request-spans.ts";

// The process: the only module that knows both sides. It creates the embedded API (or points at
// API_URL) and passes its `fetch` to the web tier, in development and production alike.

/**
 * During the very first start prompts arrive by the dozen: the page cache is cleared at most this
 * often.
 */
const CLEAR_EVERY_MS = 300;
/** The maximum time that a start waits for a slow bucket. */
const PUBLISH_MS_MAX = 10_000;

async function createShop(config: Config, interrupted?: AbortSignal) {
  const log = createLog(config.logLevel);
  if (!cluster.isWorker) for (const notice of config.notices) log.warn(notice);
  const tracing = await openTracing(config, log);
  const internalToken = randomBytes(24).toString("base64url");
  const imageProgram = import.meta.env.PROD
    ? new URL("./image-program.js", import.meta.url)
    : undefined;
  const api = config.apiUrl
    ? null
    : await startEmbeddedApi(config, log, { internalToken, imageProgram, interrupted });
  const apiHeaders = { [INTERNAL_HEADER]: internalToken };
  const security = toSecurity(config);
  const built = await openBuild(config, security, { api, log });
  const { pageCache } = built;
  const web = await loadWeb();
  const patterns = createRoutePatterns(api?.routePatterns ?? [], web.routes);
  const readiness = new Readiness(
    api?.dependencies ?? (config.apiUrl ? [remoteApi(config.apiUrl)] : []),
  );
  const callApi = api && toCall(api, { isTraced: tracing !== null, patterns });
  const webParts: WebParts = {
    config,
    log,
    apiTarget: toApiTarget(config, callApi, { apiHeaders, patterns }),
    cipher: createTextCipher(config.sessionSecrets),
    now: api?.now ?? (() => new Date()),
  };
  const app = createServerApp({
    ...webParts,
    config,
    api: callApi,
    apiHeaders,
    handleWeb: web.handle,
    ...built,
    security,
    mailPreview: api?.mailPreview ?? null,
    readiness,
  });
  if (api) keepFresh(api, pageCache);
  watchSkipped(createSkippedLog(log));
  const endWatch = watchDescriptors(log);
  const metrics = config.metrics && createOwnMetrics({ patterns, api, pageCache, readiness });
  const served = await serveMetrics(config, metrics, { api, log });
  const close = async () => {
    endWatch();
    await served?.close();
    await api?.close();
    await tracing?.stop();
  };
  const trace = (listener: RequestListener) =>
    tracing ? traceRequests(listener, { patterns, isTrusted: config.trustProxy }) : listener;
  // A trace begins with the listener.
  const pages = pageCache && { pageCache, toWebRequest: tracing ? null : toWebRequests(webParts) };
  return { app, log, readiness, security, pages, metrics, trace, close };
}

const toSecurity = (config: Config): PageSecurity => ({
  imageOrigins: [
    ...new Set([...listOrigins(config.apiUrl, config.storageUrl), ...config.imageHosts]),
  ],
  formOrigins: config.paymentOrigins,
  isHttps: config.appUrl.startsWith("https:"),
  isDevelopment: !import.meta.env.PROD,
});

/** The built client files and the cache of finished pages; none in development. */
async function openBuild(
  config: Config,
  security: PageSecurity,
  { api, log }: { api: EmbeddedApi | null; log: Logger },
) {
  const client = fileURLToPath(new URL("../client", import.meta.url));
  if (!import.meta.env.PROD || !existsSync(client)) {
    return { pageCache: null, staticFiles: null, sharedAssets: null };
  }
  const staticFiles = new StaticFiles(client, security);
  // Needed even with another server's API, although nothing else is stored there.
  const files = api?.files ?? (await openFiles(config, log));
  const sharedAssets = new SharedAssets({ files, staticFiles, log });
  // Published before one of our pages references them, unless that takes too long.
  await Promise.race([sharedAssets.publish(), pause(PUBLISH_MS_MAX, undefined, { ref: false })]);
  return { pageCache: new PageCache(security), staticFiles, sharedAssets };
}

/** The contexts of requests for pages that may be cached: their scripts are allowed by hash. */
const toWebRequests = (parts: WebParts) => (incoming: IncomingMessage) => {
  const header = incoming.headers["x-forwarded-for"];
  const forwardedFor = Array.isArray(header) ? header.join(",") : header;
  return createWebRequest(parts, { incoming }, { forwardedFor, nonce: "" });
};

/** The embedded API's `fetch`, with a span for each call if tracing is on. */
function toCall(
  api: EmbeddedApi,
  { isTraced, patterns }: { isTraced: boolean; patterns: RoutePatterns },
): (request: Request) => Promise<Response> {
  const call = (request: Request) => api.fetch(request);
  return isTraced ? traceCalls(call, { patterns, isRemote: false }) : call;
}

/** Null without a collector: then no tracing code is loaded. */
async function openTracing({ tracing }: Config, log: Logger) {
  if (!tracing) return null;
  const { startTracing } = await import("./server/tracing/start-tracing.ts");
  return startTracing(tracing, log);
}

/**
 * Null without monitoring. Throws a sentence for the operator if the port is taken, after closing
 * the API.
 */
async function serveMetrics(
  { metrics: settings }: Config,
  metrics: OwnMetrics | null,
  { api, log }: { api: EmbeddedApi | null; log: Logger },
): Promise<{ close(): Promise<void> } | null> {
  if (!settings || !metrics) return null;
  if (cluster.isWorker) return replyWithMetrics(metrics, process.env.PROMPTORY_WORKER ?? "");
  try {
    return await serveOwnMetrics(settings, metrics, { target: api?.target ?? null, log });
  } catch (error) {
    await api?.close();
    throw error;
  }
}

const listOrigins = (...urls: (string | null)[]) =>
  urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]));

/** React Router's handler and its table of routes, which a development server may change. */
async function loadWeb(): Promise<{ handle: WebHandler; routes: ServerBuild["routes"] | null }> {
  if (import.meta.env.PROD) {
    // Passed as an object: a function would be evaluated again for each request.
    const build = await import("virtual:react-router/server-build");
    const createHandler = WORKAROUNDS.fewRoutes ? createRequestHandlers : createRequestHandler;
    return { handle: createHandler(toBuild(build), "production"), routes: build.routes };
  }
  const load = async () => toBuild(await import("virtual:react-router/server-build"));
  return { handle: createRequestHandler(load, "development"), routes: null };
}

const toBuild = (build: ServerBuild): ServerBuild => withErrorReferences(withUnreadForms(build));

const withErrorReferences = (build: ServerBuild): ServerBuild =>
  WORKAROUNDS.errorReferences ? withReferences(build, requireWebRequest) : build;

/**
 * Cached guest pages are dropped as soon as their data changes in the database (spec §2, e.g.
 * closed registration). If changes may go unnoticed, each copy's time limit applies.
 */
function keepFresh(api: EmbeddedApi, pageCache: PageCache | null): void {
  const clear = coalesce(() => {
    clearPublicCache();
    pageCache?.clear();
  }, CLEAR_EVERY_MS);
  api.watchPublicData({
    onChange: clear,
    onLost: () => {
      expirePublicCache();
      pageCache?.clear();
    },
  });
}

let devShop: ReturnType<typeof createShop> | null = null;

/** For the development server: the same shop, created once, however often modules are reloaded. */
export async function getDevApp() {
  devShop ??= createShop(readConfig(process.env));
  return (await devShop).app;
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig(process.env);
  if (!cluster.isWorker) await assertCanListen(config);
  if (config.workers > 1 && cluster.isPrimary) {
    const { runPrimary } = await import("./server/cluster/primary.ts");
    return runPrimary(config, fileURLToPath(import.meta.url));
  }
  const interrupts = watchInterrupts();
  const shop = await createShop(config, interrupts.signal);
  const { app, log, readiness, security, pages, metrics, trace, close } = shop;
  if (interrupts.signal.aborted) {
    await close();
    throw interrupts.signal.reason;
  }
  const { port, host: hostname } = config;
  const listener = trace(
    getRequestListener(app.fetch, { hostname, errorHandler: respondToError(security) }),
  );
  const server = createPageServer(SERVER_OPTIONS, listener, pages);
  server.listen(port, hostname, () => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    log.info(`Promptory is ready at ${config.appUrl} (${seconds} s)`);
  });
  respondToRejected(server, security, (status) => metrics?.countRejected(status));
  metrics?.observe(server);
  server.on("error", async (error: NodeJS.ErrnoException) => {
    await close().catch(() => {});
    fail(describeListenError(error, config, SHOP_PLACE));
  });
  shutDownGracefully({
    server,
    log,
    drainDelayMs: config.drainDelayMs,
    onStopping: () => readiness.stop(),
    close,
  });
  interrupts.release();
}

function fail(reason: string): never {
  process.stderr.write(`Promptory cannot start: ${reason}\n`);
  process.exit(1);
}

if (import.meta.env.PROD) {
  main().catch((error) => {
    // Interrupted by a signal: everything started has already been stopped.
    if (error instanceof Interrupted) process.exit(0);
    fail(error instanceof ConfigError ? `\n${error.message}` : (error?.message ?? String(error)));
  });
}
