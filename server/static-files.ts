import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { type Encoding, pickEncoding } from "./compression.ts";
import { baseHeaders, dataPolicy, type PageSecurity } from "./security-headers.ts";

type Bytes = Buffer<ArrayBuffer>;
type StaticFile = { headers: Record<string, string>; bodies: Partial<Record<Encoding, Bytes>> };

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/**
 * The build's client files, held in memory with the compressed copies made at build time. Looking
 * one up costs a Map access; a disk or a compressor is never touched while serving.
 */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();

  constructor(folder: string, security: Pick<PageSecurity, "isHttps">) {
    const base = baseHeaders(security);
    for (const path of listFiles(folder)) {
      if (path.endsWith(".br") || path.endsWith(".gz")) continue;
      this.#files.set(
        `/${relative(folder, path).split(sep).join("/")}`,
        readStaticFile(path, base),
      );
    }
  }

  /** The response for a path, or null when no file has it. 304 when the browser's copy is current. */
  get(request: Request, pathname: string): Response | null {
    const file = this.#files.get(pathname);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return null;
    const { headers } = file;
    if (request.headers.get("if-none-match") === headers.etag) {
      return new Response(null, { status: 304, headers });
    }
    const [encoding, body] = choose(file, pickEncoding(request.headers.get("accept-encoding")));
    return new Response(request.method === "HEAD" ? null : body, {
      headers: {
        ...headers,
        ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
        "content-length": String(body.byteLength),
      },
    });
  }
}

function choose({ bodies }: StaticFile, accepted: "br" | "gzip" | null): [Encoding, Bytes] {
  const packed = accepted && bodies[accepted];
  return packed ? [accepted, packed] : ["identity", bodies.identity ?? Buffer.alloc(0)];
}

function readStaticFile(path: string, base: Record<string, string>): StaticFile {
  const identity = readFileSync(path);
  const br = readIfThere(`${path}.br`);
  const gzip = readIfThere(`${path}.gz`);
  // Names under assets/ carry a hash of their content; everything else is asked about again.
  const isHashed = path.includes(`${sep}assets${sep}`);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const policy = dataPolicy(type);
  return {
    headers: {
      ...base,
      ...(policy === null ? {} : { "content-security-policy": policy }),
      "content-type": type,
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
      ...(br || gzip ? { vary: "Accept-Encoding" } : {}),
    },
    bodies: { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
  };
}

function readIfThere(path: string): Bytes | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}
