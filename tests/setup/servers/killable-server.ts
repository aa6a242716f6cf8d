import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export type KillableServer = {
  port: number;
  /** Simulates a crashed server for its clients: connections are reset, and new ones rejected. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** The time that a restarted server is unavailable. */
const AWAY_MS = 300;
/** The time between two kills, so that each one hits work in progress. */
export const WORK_MS = 700;

/** Kills the servers in turn, `kills` times each, and restarts each one. */
export async function killInTurn(servers: readonly KillableServer[], kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    for (const server of servers) {
      await pause(WORK_MS);
      await server.kill();
      await pause(AWAY_MS);
      await server.start();
    }
  }
}

/**
 * Starts a proxy for a server on this machine; the server keeps its state when the proxy is killed.
 */
export async function startKillable(target: { port: number }): Promise<KillableServer> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server;
  const start = async () => {
    server = createServer((client) => {
      const upstream = connect(target.port, "127.0.0.1");
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.once("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
      }
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await start();
  return {
    port,
    start,
    kill: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
  };
}
