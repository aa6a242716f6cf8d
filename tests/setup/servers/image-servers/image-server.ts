import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import sharp from "sharp";

/** A fault of the next request of that kind; each fault is used once. */
export type ImageFault =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** The response consists of exactly these bytes. */
  | { kind: "raw"; bytes: string | Buffer; type?: string }
  /** The response is cut off in the middle. */
  | { kind: "cut off" }
  /** A body without end. */
  | { kind: "endless" }
  /** Nothing is sent until the client disconnects. */
  | { kind: "silent" };

export type Sent = { status: number; body: unknown; type?: string };
export type ServerCall = { method: string; path: string; query: URLSearchParams; body: unknown };

/** The common base of the image server stand-ins: a socket, the recorded requests, and faults. */
export abstract class ImageServer {
  readonly calls: ServerCall[] = [];
  /** The number of requests whose client disconnected before the response was complete. */
  abandoned = 0;
  readonly #faults: { path: string; fault: ImageFault }[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Makes the next requests of paths with this prefix fail with these faults. */
  fail(path: string, ...faults: ImageFault[]): void {
    this.#faults.push(...faults.map((fault) => ({ path, fault })));
  }

  callsOf(path: string): ServerCall[] {
    return this.calls.filter((call) => call.path.startsWith(path));
  }

  /** Responds to a request that has no fault. */
  protected abstract respond(call: ServerCall, request: IncomingMessage): Promise<Sent> | Sent;

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("close", () => {
      if (!response.writableFinished) this.abandoned += 1;
    });
    const url = new URL(request.url ?? "/", this.url);
    const raw = await text(request).catch(() => "");
    const call: ServerCall = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      body: raw === "" ? undefined : JSON.parse(raw),
    };
    this.calls.push(call);
    const at = this.#faults.findIndex(({ path }) => call.path.startsWith(path));
    const fault = at === -1 ? undefined : this.#faults.splice(at, 1)[0]?.fault;
    if (fault) return this.#break(fault, response);
    const { status, body, type } = await this.respond(call, request);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body ?? null));
    response.writeHead(status, { "content-type": type ?? "application/json" });
    response.end(bytes);
  }

  #break(fault: ImageFault, response: ServerResponse): void {
    switch (fault.kind) {
      case "status":
        response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
        response.end(JSON.stringify(fault.body ?? {}));
        return;
      case "raw":
        response.writeHead(200, { "content-type": fault.type ?? "application/json" });
        response.end(fault.bytes);
        return;
      case "cut off":
        response.writeHead(200, { "content-type": "application/json", "content-length": "4096" });
        response.write('{"data":[{"b64_json":"');
        setTimeout(() => response.destroy(), 10);
        return;
      case "endless": {
        const chunk = Buffer.alloc(256 * 1024, "A");
        const more = () => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", more);
        more();
        return;
      }
      case "silent":
        return;
    }
  }
}

/** Paints a PNG as models do, with its prompt in a text chunk. */
export async function paintPng(widthPx: number, heightPx: number, prompt: string): Promise<Buffer> {
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: "#5a7d9a" } })
    .withExif({ IFD0: { ImageDescription: prompt } })
    .png()
    .toBuffer();
}
