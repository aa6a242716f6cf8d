import { connect, type Socket } from "node:net";

/** A connection that sends its input byte for byte, well-formed or not. */
export type RawConnection = {
  socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves when the server has closed or reset the connection. */
  closed: Promise<void>;
};

/** Opens a connection to the origin `url` and sends `text` immediately. */
export function openRaw(url: string, text: string | Buffer = ""): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A server may also close by a reset.
  socket.on("error", () => socket.destroy());
  const closed = new Promise<void>((resolve) => {
    socket.once("end", resolve);
    socket.once("close", () => resolve());
  });
  if (text.length > 0) socket.write(text);
  return { socket, received: () => Buffer.concat(chunks).toString("latin1"), closed };
}

/** Sends one request and returns everything received until the server closes the connection. */
export async function sendRaw(url: string, text: string | Buffer): Promise<string> {
  const connection = openRaw(url, text);
  await connection.closed;
  connection.socket.destroy();
  return connection.received();
}

/** Returns the status of a raw response, or 0 if there is none. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
}
