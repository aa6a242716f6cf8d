import { parseJson } from "#domain/json.ts";
import { ImageModelError } from "./image-model-error.ts";

/** Maximum size of an image of 40 megapixels; in base64 and JSON it is a third larger. */
export const IMAGE_BYTES_MAX = 32 * 1024 * 1024;
const IMAGE_JSON_BYTES_MAX = 44 * 1024 * 1024;
/** For status, progress and errors. */
const SMALL_BYTES_MAX = 1024 * 1024;
/** For calls that do not wait for an image. */
export const SHORT_MS = 15_000;
const RETRY_AFTER_SECONDS_MAX = 600;

export type ServerResponse = { status: number; headers: Headers; bytes: Buffer };

type Call = {
  body?: unknown;
  signal: AbortSignal;
  /** Maximum number of bytes read; a longer response is an error. */
  bytesMax?: number;
};

/**
 * A model's server as configured by an operator. It is untrusted: every response is limited in
 * bytes and, by the signal, in time, and redirects are not followed.
 */
export class ModelServer {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(baseUrl: string, headers: Record<string, string> = {}) {
    this.#base = baseUrl.replace(/\/+$/, "");
    this.#headers = headers;
  }

  /** True for URLs on this server's own origin. */
  hasOrigin(url: URL): boolean {
    return url.origin === new URL(this.#base).origin;
  }

  /** Sends a request; resolves for any status. Throws ImageModelError, and the signal's reason. */
  get(path: string, call: Call): Promise<ServerResponse> {
    return this.#send("GET", path, call);
  }

  /** The same with a JSON body. */
  post(path: string, call: Call): Promise<ServerResponse> {
    return this.#send("POST", path, call);
  }

  /** The same for a JSON response that contains an image. */
  postForImage(path: string, call: Call): Promise<ServerResponse> {
    return this.#send("POST", path, { bytesMax: IMAGE_JSON_BYTES_MAX, ...call });
  }

  async #send(method: string, path: string, call: Call): Promise<ServerResponse> {
    const { body, signal, bytesMax = SMALL_BYTES_MAX } = call;
    const url = /^https?:/.test(path) ? path : `${this.#base}${path}`;
    try {
      const response = await fetch(url, {
        method,
        signal,
        redirect: "manual",
        headers: {
          accept: "application/json, image/*",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...this.#headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const bytes = await readBounded(response, bytesMax);
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ImageModelError) throw error;
      // undici's messages contain the URL, but never a header.
      throw new ImageModelError("unavailable", "the image server cannot be reached", {
        cause: error instanceof Error ? (error.cause ?? error) : error,
      });
    }
  }
}

async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) {
      throw new ImageModelError("unavailable", `the image server sent more than ${bytesMax} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses the body as JSON; undefined if it is not JSON. */
export function parseBody(bytes: Buffer): unknown {
  return parseJson(bytes.toString("utf8"));
}

/**
 * Decodes base64 as image servers send it, with or without `data:image/png;base64,`; null for
 * anything else.
 */
export function decodeBase64(text: string): Buffer | null {
  const data = text.startsWith("data:") ? text.slice(text.indexOf(",") + 1) : text;
  if (data.length > Math.ceil(IMAGE_BYTES_MAX / 3) * 4) return null;
  // One character class at a time: a pattern of the whole text would retry each run of spaces
  // repeatedly.
  const digits = data.trimEnd().replace(/={1,2}$/, "");
  if (digits.length === 0 || /[^A-Za-z0-9+/\s]/.test(digits)) return null;
  return Buffer.from(digits, "base64");
}

/** Reads `Retry-After` in either format; returns milliseconds, at most ten minutes. */
export function readRetryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const seconds = /^\d{1,9}$/.test(value)
    ? Number(value)
    : (Date.parse(value) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(0, seconds), RETRY_AFTER_SECONDS_MAX) * 1000;
}

/** Maps the statuses that mean the same on all servers to errors. */
export function toStatusError(response: ServerResponse, quote: string): ImageModelError {
  const { status, headers } = response;
  const message = `the image server responded with ${status}${quote === "" ? "" : `: ${quote}`}`;
  const retryAfterMs = readRetryAfter(headers, new Date());
  if (status === 429) return new ImageModelError("busy", message, { retryAfterMs });
  if (status === 503) return new ImageModelError("busy", message, { retryAfterMs });
  const isTheirs = status >= 500 || status === 408 || status === 409 || status === 425;
  return new ImageModelError(isTheirs ? "unavailable" : "misconfigured", message, { retryAfterMs });
}

const QUOTE_LENGTH_MAX = 200;

/**
 * Shortens a server's error text to one line for the log, without the texts sent to it: servers
 * often echo the prompt, which is what the shop sells.
 */
export function quoteServer(text: unknown, sent: readonly string[]): string {
  if (typeof text !== "string") return "";
  const hidden = sent
    .filter((part) => part !== "")
    .reduce((said, part) => said.replaceAll(part, "[...]"), text);
  const line = hidden.replace(/[\p{C}\s]+/gu, " ").trim();
  return line.length > QUOTE_LENGTH_MAX ? `${line.slice(0, QUOTE_LENGTH_MAX)}...` : line;
}
