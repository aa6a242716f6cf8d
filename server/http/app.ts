import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { isSafeMethod } from "#api/http/methods.ts";
import { webRequestContext } from "#app/middleware/web-context.ts";
import type { Config } from "../config/config.ts";
import type { Readiness } from "../lifecycle/readiness.ts";
import { KeptPage } from "../pages/kept-page.ts";
import { type FilledPage, fillForMember } from "../pages/member.ts";
import type { PageCache, RenderedPage } from "../pages/page-cache.ts";
import {
  readSharedPage,
  type SharedPage,
  toGuestRequest,
  toPageRequest,
} from "../pages/shared-page.ts";
import { type AllPlaces, createPlaces } from "./bodies/body-places.ts";
import { limitBody } from "./bodies/limit-body.ts";
import type { LimitedBody } from "./bodies/limited-body.ts";
import { compressResponse } from "./compression.ts";
import {
  type Connection,
  isAborted,
  rejectHeaders,
  toConnection,
  withConnectionLimits,
} from "./connection.ts";
import { isForeignWrite } from "./form-origin.ts";
import { createReference } from "./reference.ts";
import { completeHeaders, limitLocation, type PageSecurity } from "./security-headers.ts";
import type { SharedAssets } from "./shared-assets.ts";
import type { StaticFiles } from "./static-files.ts";
import { keepTracking, removeTracking } from "./tracking.ts";
import { waitForTurn } from "./turns.ts";
import { respondToForm } from "./unread-forms.ts";
import { clientIpOf, createWebRequest, toNotFound, type WebParts } from "./web-request.ts";

export type WebHandler = (request: Request, context: RouterContextProvider) => Promise<Response>;
type Fetch = (request: Request) => Promise<Response> | Response;

export type AppParts = WebParts & {
  config: Config;
  /** The embedded API, mounted at the process's own addresses; null in API_URL mode. */
  api: Fetch | null;
  /**
   * Headers that authenticate the web tier to the embedded API (so that its client address is
   * trusted).
   */
  apiHeaders: Record<string, string>;
  handleWeb: WebHandler;
  staticFiles: StaticFiles | null;
  /** Null in development, where nothing is cached. */
  sharedAssets: SharedAssets | null;
  pageCache: PageCache | null;
  security: PageSecurity;
  /** Shows every mail in the browser; null in production, and with another server's API. */
  mailPreview: Hono | null;
  readiness: Pick<Readiness, "assertReady" | "assertStaying" | "isStopping">;
};

/** Per-request data for the routes besides Node's own objects. */
type Env = {
  Bindings: Connection & {
    /** Determined once, before routing; null if the response is for this visitor only. */
    sharedPage: SharedPage | null;
  };
  Variables: {
    /** The body of a request for a screen; null if it has none. */
    body: LimitedBody | null;
  };
};
type WebContext = Context<Env>;

const API_PATHS = ["/api", "/api/*", "/sanctum/*", "/media/*", "/webhooks/*"];

/**
 * The process's HTTP surface. Files and cached pages are served before any routing; then health,
 * the API, and React Router for everything else.
 */
export function createServerApp(
  parts: AppParts,
  places = createPlaces(),
): {
  fetch(request: Request, env?: Parameters<typeof toConnection>[0]): Promise<Response>;
} {
  const { staticFiles, pageCache } = parts;
  const app = createRoutes(parts, places);
  return {
    fetch: (request, env) => {
      const connection = toConnection(env);
      return withConnectionLimits(connection, () => respond(request, connection));
    },
  };

  async function respond(request: Request, connection: Connection): Promise<Response> {
    const url = new URL(request.url);
    const rejection = rejectHeaders(connection);
    const file = rejection ? null : staticFiles?.get(request, url.pathname);
    if (file) return file;
    const sharedPage = pageCache && !rejection ? readSharedPage(toPageRequest(request, url)) : null;
    const page = sharedPage && !sharedPage.hasSession && pageCache?.get(sharedPage.key);
    if (page) return page.respond(request);
    const response = rejection ?? (await app.fetch(request, { ...connection, sharedPage }));
    completeHeaders(parts.security, [], response);
    limitLocation(response);
    return response;
  }
}

function createRoutes(parts: AppParts, places: AllPlaces): Hono<Env> {
  const app = new Hono<Env>();
  // Liveness of this process only: a restart would not fix a missing dependency.
  for (const path of ["/healthz", "/health"]) app.get(path, (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    try {
      // For load balancers that would otherwise remove all processes when their database is down.
      if (c.req.query("only") === "process") parts.readiness.assertStaying();
      else await parts.readiness.assertReady();
      return c.text("ready");
    } catch (error) {
      // While stopping, each poll would log it again.
      if (!parts.readiness.isStopping) parts.log.warn({ err: error }, "not ready");
      return c.text("not ready", 503);
    }
  });
  // For password managers (W3C, "A Well-Known URL for Changing Passwords"). The path without a
  // locale redirects to the visitor's.
  app.get("/.well-known/change-password", (c) => c.redirect("/dashboard/profile#password", 302));
  app.get("/assets/*", async (c) => {
    const found = await parts.sharedAssets?.respond(c.req.raw, c.req.path);
    return found ?? c.text("Not found", 404);
  });
  if (parts.mailPreview) app.route("/", parts.mailPreview);
  const { api } = parts;
  if (api) {
    // The API itself responds to methods that it does not support.
    app.on("ALL", API_PATHS, async (c) => {
      const clientIp = findClientIp(c, parts.config);
      const { request, body } = limitBody(c.req.raw, c.env, { kind: "api", clientIp, places });
      const { method, headers, url } = request;
      // Client-supplied values are overwritten with ours.
      for (const [name, value] of Object.entries(parts.apiHeaders)) headers.set(name, value);
      headers.set("x-forwarded-for", clientIp);
      // For a write without a body the adapter's request would have an empty one.
      const isBodiless = body === null && !isSafeMethod(method);
      const forApi = isBodiless ? new Request(url, { method, headers }) : request;
      try {
        return compressResponse(c.req.raw, await api(forApi));
      } finally {
        body?.release();
      }
    });
  }
  // React Router would respond as to a GET if the path is not a page.
  app.options("*", (c) => c.text("Method not allowed", 405));
  app.use((c, next) => limitForms({ ...parts, places }, c, next));
  app.all("*", (c) => serveWeb(parts, c));
  app.onError((error, c) => {
    const requestId = createReference();
    if (isAborted(c.env)) parts.log.info({ requestId }, "the client went away");
    else parts.log.error({ err: error, requestId, path: c.req.path }, "request failed");
    const text = `Something went wrong. Please try again in a moment.\nReference: ${requestId}\n`;
    return c.text(text, 500, { "x-request-id": requestId });
  });
  return app;
}

/**
 * Rejects cross-site forms here, because React Router only checks those of screens. A body is only
 * read once the screen, behind its guard, requests it: a guest's upload stays in the socket.
 */
async function limitForms(
  { config, places }: AppParts & { places: AllPlaces },
  c: WebContext,
  next: () => Promise<void>,
) {
  if (isForeignWrite(c.req.raw, config)) {
    return c.text("This form came from another site.", 403);
  }
  const clientIp = findClientIp(c, config);
  const { request, body } = limitBody(c.req.raw, c.env, { kind: "web", clientIp, places });
  c.req.raw = request;
  c.set("body", body);
  try {
    await next();
  } finally {
    body?.release();
  }
  const response = respondToForm(body, c.res);
  if (response === c.res) return;
  // Cleared first, or Hono would keep the headers of the screen's own response.
  c.res = undefined;
  c.res = response;
}

function findClientIp(c: WebContext, { trustProxy }: Config): string {
  return clientIpOf(c.env, { trustProxy, forwardedFor: c.req.header("x-forwarded-for") });
}

async function serveWeb(parts: AppParts, c: WebContext): Promise<Response> {
  const nonce = randomBytes(16).toString("base64url");
  const { request, tracking } = removeTracking(withPublicOrigin(c.req.raw, parts.config));
  const render = (asked: Request) => renderWeb(parts, c, toNotFound(asked), nonce);
  const shared = await findShared(parts, c, { nonce, render });
  const page = shared ?? (await render(request));
  if (page instanceof KeptPage) return page.respond(c.req.raw);
  if ("setCookies" in page) {
    return compressResponse(c.req.raw, toResponse(page), page.html);
  }
  keepTracking(request, page.response, tracking);
  completeHeaders(parts.security, [`'nonce-${nonce}'`], page.response);
  return compressResponse(c.req.raw, page.response, page.html);
}

/** A page rendered once for everybody; null for one rendered for this request only. */
async function findShared(
  parts: AppParts,
  c: WebContext,
  { nonce, render }: { nonce: string; render(request: Request): Promise<RenderedPage> },
): Promise<KeptPage | RenderedPage | FilledPage | null> {
  const { pageCache, config } = parts;
  const { sharedPage } = c.env;
  if (!pageCache || !sharedPage) return null;
  const request = c.req.raw;
  const forGuests = {
    nonce,
    render: () => render(toGuestRequest(sharedPage, request, config.appUrl)),
  };
  if (!sharedPage.hasSession) return pageCache.fill(sharedPage.key, forGuests);
  const web = toWebRequest(parts, c, nonce);
  return fillForMember(pageCache, sharedPage, { forGuests, web, request });
}

function toResponse({ headers, setCookies }: FilledPage): Response {
  const response = new Response(null, { headers });
  for (const line of setCookies) response.headers.append("set-cookie", line);
  return response;
}

async function renderWeb(
  parts: AppParts,
  c: WebContext,
  request: Request,
  nonce: string,
): Promise<RenderedPage> {
  const context = new RouterContextProvider();
  const web = toWebRequest(parts, c, nonce);
  web.isDocument = !new URL(request.url).pathname.endsWith(".data");
  context.set(webRequestContext, web);
  await waitForTurn("begin");
  const response = await parts.handleWeb(request, context);
  const { status, headers } = response;
  const { html, toMemberPage, ownable } = web;
  // The request is kept until its response is sent; the document string is not needed that long.
  web.html = undefined;
  // Headers of `fetch` responses and redirects are immutable.
  if (html === undefined) return { response: new Response(response.body, response), html: null };
  const ownHeaders = new Headers(headers);
  // The log line has the same id.
  if (status >= 500) ownHeaders.set("x-request-id", web.requestId);
  return {
    response: new Response(null, { status, headers: ownHeaders }),
    html,
    forMembers: toMemberPage && { toMemberPage, ownable },
  };
}

const toWebRequest = (parts: AppParts, c: WebContext, nonce: string) =>
  createWebRequest(parts, c.env, {
    forwardedFor: c.req.header("x-forwarded-for"),
    nonce,
    body: c.get("body"),
  });

/**
 * React Router compares a form's Origin with the request's URL. Behind a TLS proxy that URL is
 * http, so for our own public host it is replaced by the public origin.
 */
function withPublicOrigin(request: Request, config: Config): Request {
  const url = new URL(request.url);
  const publicUrl = new URL(config.appUrl);
  if (url.host !== publicUrl.host || url.protocol === publicUrl.protocol) return request;
  url.protocol = publicUrl.protocol;
  return new Request(url, request);
}
