import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";

/** While clients keep coming, somebody is always waiting: accepting ends after this long. */
const ACCEPT_MS_MAX = 4_000;
/** A request of which some part is still missing this long after the signal is given up. */
const HALF_SENT_MS_MAX = 3_000;
/** Whole requests get this long; compose.yaml allows 30 s for all of it. */
export const DRAIN_MS_MAX = 16_000;
/** After the last request: background jobs, mail, the embedded database. */
export const CLOSE_MS_MAX = 8_000;
const SWEEP_EVERY_MS = 100;
const ACCEPT_TURNS = 3;
/** A longer turn of the loop ran something meanwhile, and others may have connected. */
const QUIET_TURN_MS_MAX = 1;

type Options = {
  server: Server;
  log: Logger;
  /** How long to go on accepting connections after the signal, so that balancers turn away first. */
  drainDelayMs: number;
  /** Called at once: /readyz says no from here on. */
  onStopping(): void;
  /** Ends what is behind the server, the embedded database last. */
  close(): Promise<unknown>;
};

/**
 * Ends the process when it is told to (SIGTERM, SIGINT: exit code 0) and when something threw that
 * nobody caught (exit code 1). Requests finish first: the process stops being ready, goes on
 * accepting for `drainDelayMs` with `Connection: close` on each response, then stops accepting,
 * waits for what is running and closes the database.
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
  /** Every response that has not begun, and every later one, asks its client to disconnect. */
  announceClose(): void;
  /** Resolves when no connection that was made waits to be accepted, or after ACCEPT_MS_MAX. */
  allAccepted(): Promise<void>;
  /** Ends connections whose request has not arrived whole, headers or body. */
  destroyHalfSent(): void;
};

/** Keeps account of the connections of `server` from now on. */
export function watchConnections(server: Server): Connections {
  /** The request that a connection carries now; null between requests. */
  const sockets = new Map<Socket, IncomingMessage | null>();
  const responses = new Set<ServerResponse>();
  let isClosing = false;
  let accepted = 0;
  const askToClose = (response: ServerResponse) => {
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
    if (isClosing) askToClose(response);
  });
  return {
    announceClose: () => {
      isClosing = true;
      for (const response of responses) askToClose(response);
    },
    allAccepted: async () => {
      const startedAt = performance.now();
      let quiet = 0;
      // What waits in the system's queue when the socket is closed is reset.
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
