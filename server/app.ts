import { randomBytes, randomUUID } from "node:crypto";
import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Logger } from "pino";
import { RouterContextProvider } from "react-router";
import type { ApiTarget } from "#app/api-client/transport.server.ts";
import { webRequestContext } from "#app/middleware/web-context.ts";
import { compressResponse } from "./compression.ts";
import type { Config } from "./config.ts";
import type { DocumentCache } from "./document-cache.ts";
import { type GuestPage, readGuestPage, toGuestRequest } from "./guest-page.ts";
import { completeHeaders, type PageSecurity } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";

export type WebHandler = (request: Request, context: RouterContextProvider) => Promise<Response>;
type Fetch = (request: Request) => Promise<Response> | Response;

export type AppParts = {
  config: Config;
  log: Logger;
  /** The embedded API behind the process's own addresses; null in API_URL mode. */
  api: Fetch | null;
  /** Headers that tell the embedded API whose request it is (its client's address is believed). */
  apiHeaders: Record<string, string>;
  apiTarget: ApiTarget;
  handleWeb: WebHandler;
  staticFiles: StaticFiles | null;
  documents: DocumentCache | null;
  security: PageSecurity;
  /** Throws a sentence when something the product needs is missing. */
  assertReady(): Promise<void>;
};

/** What each request brings to the routes besides Node's own objects. */
type Env = {
  Bindings: {
    /** Decided once, before routing; null when the response is for one visitor alone. */
    guestPage: GuestPage | null;
  };
};
type WebContext = Context<Env>;

const FORM_BYTES_MAX = 1024 * 1024;
/** Forms with files; the API knows the limit of each file. */
const UPLOAD_BYTES_MAX = 20 * 1024 * 1024;
const UPLOAD_PATHS = /^\/[a-z-]+\/dashboard\/(?:verification|offers\/create)(?:\.data)?$/i;
const API_PATHS = ["/api", "/api/*", "/sanctum/*", "/media/*", "/webhooks/*"];

/**
 * The process's HTTP surface. Files and finished pages are answered before any routing; then
 * health, the API, and React Router for everything else.
 */
export function createServerApp(parts: AppParts): {
  fetch(request: Request, env?: unknown): Promise<Response>;
} {
  const { staticFiles, documents } = parts;
  const app = createRoutes(parts);
  return {
    async fetch(request, env) {
      const url = new URL(request.url);
      const file = staticFiles?.get(request, url.pathname);
      if (file) return file;
      const guestPage = documents ? readGuestPage(request, url) : null;
      const page = guestPage && documents?.get(guestPage.key, request);
      // Brotli is kept with the page; the few who take gzip alone have it packed for them.
      if (page) return compressResponse(request, page);
      const response = await app.fetch(request, { ...(env as object | undefined), guestPage });
      completeHeaders(parts.security, [], response);
      return response;
    },
  };
}

function createRoutes(parts: AppParts): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    try {
      await parts.assertReady();
      return c.text("ready");
    } catch (error) {
      parts.log.warn({ err: error }, "not ready");
      return c.text("not ready", 503);
    }
  });
  app.get("/assets/*", (c) => c.text("Not found", 404));
  const { api } = parts;
  if (api) {
    app.on(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"], API_PATHS, async (c) => {
      const headers = new Headers(c.req.raw.headers);
      // Whatever a stranger claims here is replaced by what we know.
      for (const [name, value] of Object.entries(parts.apiHeaders)) headers.set(name, value);
      headers.set("x-forwarded-for", clientIp(c, parts.config.trustProxy));
      return compressResponse(c.req.raw, await api(new Request(c.req.raw, { headers })));
    });
  }
  app.use(refuseForeignForms);
  app.use((c, next) => (UPLOAD_PATHS.test(c.req.path) ? limitUpload(c, next) : limitForm(c, next)));
  app.all("*", (c) => serveWeb(parts, c));
  app.onError((error, c) => {
    parts.log.error({ err: error, path: c.req.path }, "request failed");
    return c.text("Something went wrong. Please try again in a moment.", 500);
  });
  return app;
}

const limitTo = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c) => c.text("The form is too large.", 413) });
const limitForm = limitTo(FORM_BYTES_MAX);
const limitUpload = limitTo(UPLOAD_BYTES_MAX);

/**
 * React Router checks the origin of forms posted to screens, not to resource routes; this checks
 * all of them. Both headers are the browser's own and cannot be set by a page.
 */
async function refuseForeignForms(c: Context, next: () => Promise<void>) {
  const { method } = c.req;
  if (method === "GET" || method === "HEAD") return next();
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const isForeignSite = site === "cross-site" || site === "same-site";
  const isForeignOrigin = origin !== undefined && hostOf(origin) !== c.req.header("host");
  if (isForeignSite || isForeignOrigin) return c.text("This form came from another site.", 403);
  return next();
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

async function serveWeb(parts: AppParts, c: WebContext): Promise<Response> {
  const { documents, security, config } = parts;
  const { guestPage } = c.env;
  const request = guestPage
    ? toGuestRequest(guestPage, c.req.raw, config.appUrl)
    : withPublicOrigin(c.req.raw, config);
  const nonce = randomBytes(16).toString("base64url");
  const render = () => renderWeb(parts, c, request, nonce);
  const response =
    guestPage && documents
      ? await documents.fill(guestPage.key, c.req.raw, { nonce, render })
      : await render();
  completeHeaders(security, [`'nonce-${nonce}'`], response);
  return compressResponse(c.req.raw, response);
}

async function renderWeb(parts: AppParts, c: WebContext, request: Request, nonce: string) {
  const requestId = randomUUID();
  const context = new RouterContextProvider();
  context.set(webRequestContext, {
    api: parts.apiTarget,
    requestId,
    clientIp: clientIp(c, parts.config.trustProxy),
    nonce,
    defaultLocale: parts.config.defaultLocale,
    logError: (message, error) => parts.log.error({ err: error, requestId }, message),
  });
  const response = await parts.handleWeb(request, context);
  // Answers of `fetch` and redirects have headers that cannot be changed.
  return new Response(response.body, response);
}

/**
 * React Router compares a form's Origin with the request's URL. Behind a TLS proxy that URL says
 * http, so for our own public host it is told the public origin.
 */
function withPublicOrigin(request: Request, config: Config): Request {
  const url = new URL(request.url);
  const publicUrl = new URL(config.appUrl);
  if (url.host !== publicUrl.host || url.protocol === publicUrl.protocol) return request;
  url.protocol = publicUrl.protocol;
  return new Request(url, request);
}

function clientIp(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : null;
  if (forwarded) return forwarded;
  try {
    return getConnInfo(c).remote.address ?? "127.0.0.1";
  } catch {
    // Called without a socket: in tests and by the process itself.
    return "127.0.0.1";
  }
}
