import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { afterEach, describe, expect, it } from "vitest";
import { openRaw, statusOf } from "#tests/setup/api/raw-client.ts";
import { toConnection, withConnectionLimits } from "./connection.ts";

const BODY_BYTES = 19_000_000;
/** A flowing stream reads up to 2 MB in one turn of the event loop. */
const BYTES_A_TURN_MAX = 500_000;

let stop = () => {};
afterEach(() => stop());

/** A server that redirects every request without reading its body. */
async function startServer() {
  const sockets: Socket[] = [];
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    // Test files in one worker share its globals.
    overrideGlobalObjects: false,
    fetch: (_request, env) =>
      withConnectionLimits(toConnection(env), async () => new Response(null, { status: 302 })),
  });
  server.on("connection", (socket: Socket) => sockets.push(socket));
  stop = () => server.close();
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

describe("a body that nobody reads", () => {
  it("is dropped a piece at a time, and its sender still gets the response", async () => {
    const { url, sockets } = await startServer();
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * BODY_BYTES}\r\n\r\n`;
    const connection = openRaw(url, head);
    connection.socket.write(Buffer.alloc(BODY_BYTES, "x"));
    let most = 0;
    for (let before = 0; !sockets[0]?.destroyed; ) {
      await nextTurn();
      const now = sockets[0]?.bytesRead ?? 0;
      most = Math.max(most, now - before);
      before = now;
    }
    expect(statusOf(connection.received())).toBe(302);
    expect(sockets[0]?.bytesRead).toBeGreaterThan(BYTES_A_TURN_MAX);
    expect(most).toBeLessThan(BYTES_A_TURN_MAX);
    connection.socket.destroy();
  });
});
