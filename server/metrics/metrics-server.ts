import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Logger } from "pino";
import { ConfigError } from "../config/config-error.ts";
import type { MetricsSettings } from "../config/machine-settings.ts";
import { describeListenError, METRICS_PLACE } from "../lifecycle/ports.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Options = {
  settings: MetricsSettings;
  /** The metrics in Prometheus' text format. */
  read(): Promise<string>;
  log: Logger;
};

/**
 * Serves `GET /metrics` on a separate port, which is not published: a shop's activity is
 * confidential. If there is a token, requests must send it. Rejects if the port cannot be opened.
 */
export async function serveMetrics({ settings, read, log }: Options): Promise<Server> {
  const server = createServer(async (request, response) => {
    const send = (status: number, text: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers });
      response.end(text);
    };
    const [path] = (request.url ?? "").split("?", 1);
    if (path !== "/metrics") return send(404, "Not found\n");
    if (request.method !== "GET") return send(405, "Use GET\n", { allow: "GET" });
    if (!isAllowed(request, settings.token)) {
      return send(401, "A token is needed\n", { "www-authenticate": "Bearer" });
    }
    try {
      send(200, await read(), { "content-type": CONTENT_TYPE, "cache-control": "no-store" });
    } catch (error) {
      log.error({ err: error }, "the metrics could not be read");
      send(500, "The metrics could not be read\n");
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = describeListenError(error, settings, METRICS_PLACE);
      reject(new ConfigError(message, { cause: error }));
    });
    server.listen(settings.port, settings.host, resolve);
  });
  server.unref();
  return server;
}

function isAllowed(request: IncomingMessage, token: string | null): boolean {
  if (token === null) return true;
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

/** Gives both the same length, which the comparison requires. */
const digest = (text: string) => createHash("sha256").update(text).digest();
