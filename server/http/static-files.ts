import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { isCurrentCopy } from "#api/http/entity-tags.ts";
import { compress, type Encoding, pickEncoding } from "./compression.ts";
import { baseHeaders, dataPolicy, type PageSecurity } from "./security-headers.ts";

type Bytes = Buffer<ArrayBuffer>;
type Bodies = Partial<Record<Encoding, Bytes>> & { identity: Bytes };
type StaticFile = { headers: Record<string, string>; bodies: Bodies };

const ASSETS = "/assets/";

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
 * The build's client files, held in memory with the compressed copies made at build time. A lookup
 * costs a Map access; serving never uses a disk or a compressor.
 */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();
  /** Files of other builds. */
  readonly #added = new Map<string, StaticFile>();
  readonly #baseHeaders: Record<string, string>;

  constructor(folder: string, security: Pick<PageSecurity, "isHttps">) {
    this.#baseHeaders = baseHeaders(security);
    for (const file of listFiles(folder)) {
      if (file.endsWith(".br") || file.endsWith(".gz")) continue;
      const path = `/${relative(folder, file).split(sep).join("/")}`;
      this.#files.set(path, toStaticFile(path, readBodies(file), this.#baseHeaders));
    }
  }

  /** Files with a content hash in their name, and their bytes. */
  listAssets(): [path: string, bytes: Bytes][] {
    return [...this.#files]
      .filter(([path]) => path.startsWith(ASSETS))
      .map(([path, { bodies }]) => [path, bodies.identity]);
  }

  /** Also serves other builds' assets, until `dropAdded`. */
  async add(path: string, identity: Bytes): Promise<void> {
    const isText = /\.(?:js|css|json|svg)$/.test(path);
    const br = isText ? await compress("br", identity) : null;
    this.#added.set(
      path,
      toStaticFile(path, { identity, ...(br ? { br } : {}) }, this.#baseHeaders),
    );
  }

  dropAdded(): void {
    this.#added.clear();
  }

  /**
   * The response for a path, or null if there is no such file: 304 if the browser's copy is
   * current.
   */
  get(request: Request, pathname: string): Response | null {
    const file = this.#files.get(pathname) ?? this.#added.get(pathname);
    if (!file || (request.method !== "GET" && request.method !== "HEAD")) return null;
    const { headers } = file;
    if (isCurrentCopy(request.headers.get("if-none-match"), headers.etag ?? "")) {
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
  return packed ? [accepted, packed] : ["identity", bodies.identity];
}

function readBodies(file: string): Bodies {
  const br = readIfThere(`${file}.br`);
  const gzip = readIfThere(`${file}.gz`);
  return { identity: readFileSync(file), ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) };
}

function toStaticFile(path: string, bodies: Bodies, base: Record<string, string>): StaticFile {
  // Names under assets/ contain a content hash; everything else must be revalidated.
  const isHashed = path.startsWith(ASSETS);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const policy = dataPolicy(type);
  const hash = createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22);
  return {
    headers: {
      ...base,
      ...(policy === null ? {} : { "content-security-policy": policy }),
      "content-type": type,
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      // Weak: the same for every encoding of a file.
      etag: `W/"${hash}"`,
      ...(bodies.br || bodies.gzip ? { vary: "Accept-Encoding" } : {}),
    },
    bodies,
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
