import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

/** With a constant stream of clients the queue never empties, so accepting ends after this time. */
const ACCEPT_MS_MAX = 4_000;
/** An incomplete request is aborted this long after the signal. */
const HALF_SENT_MS_MAX = 3_000;
/** Complete requests get this long; compose.yaml allows 30 s in total. */
export const DRAIN_MS_MAX = 16_000;
/** After the last request: background jobs, mail, the embedded database. */
export const CLOSE_MS_MAX = 8_000;
const SWEEP_EVERY_MS = 100;
const ACCEPT_TURNS = 3;
/** A turn of the event loop longer than this was busy, and others may have connected meanwhile. */
const QUIET_TURN_MS_MAX = 1;

type Options = {
  server: Server;
  log: Logger;
  /**
   * How long to keep accepting connections after the signal, so that load balancers stop sending
   * first.
   */
  drainDelayMs: number;
  /** Called immediately: /readyz fails from then on. */
  onStopping(): void;
  /** Stops everything behind the server, the embedded database last. */
  close(): Promise<unknown>;
};

/**
 * Exits the process on a shutdown signal (SIGTERM, SIGINT: exit code 0) or an uncaught error (exit
 * code 1). Finishes requests first: the process stops being ready, keeps accepting for
 * `drainDelayMs` with `Connection: close` on each response, then stops accepting, waits for running
 * requests and closes the database.
 */
export function shutDownGracefully(options: Options): void {
  const connections = watchConnections(options.server);
  let exitCode = 0;
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void drainAndExit(options, connections, () => exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  const crash = (event: string) => (error: unknown) => {
    options.log.fatal({ err: error }, `${event}: stopping`);
    exitCode = 1;
    stop();
  };
  process.on("uncaughtException", crash("uncaughtException"));
  process.on("unhandledRejection", crash("unhandledRejection"));
}

async function drainAndExit(
  { server, log, drainDelayMs, onStopping, close }: Options,
  connections: Connections,
  exitCode: () => number,
): Promise<void> {
  log.info("Stopping ...");
  onStopping();
  connections.announceClose();
  await wait(drainDelayMs);
  await connections.allAccepted();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  const halfSent = setTimeout(() => connections.destroyHalfSent(), HALF_SENT_MS_MAX);
  const late = setTimeout(() => {
    log.warn(`Requests still run after ${DRAIN_MS_MAX / 1000} s: ending them`);
    server.closeAllConnections();
  }, DRAIN_MS_MAX);
  await closed;
  for (const timer of [sweep, halfSent, late]) clearTimeout(timer);
  const isClosed = await Promise.race([
    close().then(
      () => true,
      (error: unknown) => {
        log.error({ err: error }, "closing failed");
        return false;
      },
    ),
    wait(CLOSE_MS_MAX).then(() => {
      log.error(`Jobs, mail or the database did not end within ${CLOSE_MS_MAX / 1000} s`);
      return false;
    }),
  ]);
  process.exit(isClosed ? exitCode() : 1);
}

type Connections = {
  /** Makes all responses not yet started, and later ones, ask the client to disconnect. */
  announceClose(): void;
  /** Resolves when no established connection is waiting to be accepted, or after ACCEPT_MS_MAX. */
  allAccepted(): Promise<void>;
  /** Ends connections whose request is incomplete, headers or body. */
  destroyHalfSent(): void;
};

/** Tracks the connections of `server` from now on. */
export function watchConnections(server: Server): Connections {
  /** The current request of each connection; null between requests. */
  const sockets = new Map<Socket, IncomingMessage | null>();
  const responses = new Set<ServerResponse>();
  let isClosing = false;
  let accepted = 0;
  const requestClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    sockets.set(socket, null);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    sockets.set(socket, request);
    responses.add(response);
    response.once("close", () => {
      responses.delete(response);
      if (sockets.get(socket) === request) sockets.set(socket, null);
    });
    if (isClosing) requestClose(response);
  });
  return {
    announceClose: () => {
      isClosing = true;
      for (const response of responses) requestClose(response);
    },
    allAccepted: async () => {
      const startedAt = performance.now();
      let quiet = 0;
      // Connections in the system's queue are reset when the socket is closed.
      while (quiet < ACCEPT_TURNS && performance.now() - startedAt < ACCEPT_MS_MAX) {
        const before = accepted;
        const turnedAt = performance.now();
        await setImmediate();
        const isQuiet = accepted === before && performance.now() - turnedAt < QUIET_TURN_MS_MAX;
        quiet = isQuiet ? quiet + 1 : 0;
      }
    },
    destroyHalfSent: () => {
      for (const [socket, request] of sockets) {
        if (!request?.complete) socket.destroy();
      }
    },
  };
}
