import type { Logger } from "pino";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import type { TextCipher, WebRequest } from "#app/middleware/web-context.ts";
import type { Config } from "../config/config.ts";
import { createReference } from "./reference.ts";
import { type Connection, isAborted } from "./request-limits.ts";
import { waitForTurn } from "./turns.ts";

/** What of the process the web tier uses. */
export type WebParts = {
  config: Pick<Config, "trustProxy" | "defaultLocale">;
  log: Logger;
  apiTarget: ApiTarget;
  cipher: TextCipher;
  now(): Date;
};

/** The context of a request for the web tier. `nonce` is for the scripts of its response. */
export function createWebRequest(
  { config, log, apiTarget, cipher, now }: WebParts,
  connection: Connection,
  { forwardedFor, nonce }: { forwardedFor: string | undefined; nonce: string },
): WebRequest {
  const requestId = createReference();
  return {
    api: apiTarget,
    requestId,
    clientIp: clientIpOf(connection, { trustProxy: config.trustProxy, forwardedFor }),
    nonce,
    isDocument: true,
    defaultLocale: config.defaultLocale,
    cipher,
    now,
    waitToRender: () => waitForTurn("render"),
    logError: (message, error) => {
      // A client that disconnects in the middle of a form must not be able to fill the log.
      if (isAborted(connection)) log.info({ requestId }, "the client went away");
      else log.error({ err: error, requestId }, message);
    },
  };
}

/** The address that the proxy in front appended last, where there is one; else the socket's. */
export function clientIpOf(
  { incoming }: Connection,
  { trustProxy, forwardedFor }: { trustProxy: boolean; forwardedFor: string | undefined },
): string {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  // There is no socket in tests and in calls of the process itself.
  return forwarded || (incoming?.socket.remoteAddress ?? "127.0.0.1");
}
