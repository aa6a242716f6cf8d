import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

export type KillableServer = {
  port: number;
  /** Simulates a crashed server for its clients: connections are reset, and new ones rejected. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** Stands in front of a server on this machine, which keeps what it has when this is killed. */
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
