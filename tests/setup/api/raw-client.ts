import { connect, type Socket } from "node:net";

/** A connection that sends what it is given, byte for byte, well-formed or not. */
export type RawConnection = {
  socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves when the server has closed its side, or reset the connection. */
  closed: Promise<void>;
};

/** Opens a connection to the origin `url` and sends `text` at once. */
export function openRaw(url: string, text: string | Buffer = ""): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A reset is one of the ways in which a server closes.
  socket.on("error", () => socket.destroy());
  const closed = new Promise<void>((resolve) => {
    socket.once("end", resolve);
    socket.once("close", () => resolve());
  });
  if (text.length > 0) socket.write(text);
  return { socket, received: () => Buffer.concat(chunks).toString("latin1"), closed };
}

/** Sends one request and gives all that came back when the server has closed the connection. */
export async function sendRaw(url: string, text: string | Buffer): Promise<string> {
  const connection = openRaw(url, text);
  await connection.closed;
  connection.socket.destroy();
  return connection.received();
}

/** The status of a raw response; 0 when there is none. */
export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
}
