import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "#api/providers/files/s3/s3-settings.ts";
import { Bucket } from "./bucket.ts";
import { S3Error } from "./s3-error.ts";
import { assertSigned } from "./signature.ts";

// An S3 server for tests: small, and as strict as the real ones. It verifies signatures including
// the hash of the body, supports our adapter's operations and rejects all others, and fails on
// request.

const KEYS = { accessKeyId: "AKIATESTS", secretAccessKey: "secret/of+tests", region: "us-east-1" };
export const BUCKET = "shop-files";

/** What a request gets instead of its normal response. */
export type Fault =
  | { kind: "error"; status: number; code: string }
  /** It never gets a response. */
  | { kind: "hang" }
  /** It gets its normal response, but only after `until`. */
  | { kind: "held"; until: Promise<void> }
  | { kind: "reset" }
  /** Half of the content, then the connection is closed. */
  | { kind: "cutOff" }
  /** The right length, the wrong bytes. */
  | { kind: "wrongBytes" }
  /** No Content-Length, and a body without end. */
  | { kind: "endless" }
  | { kind: "raw"; status: number; body: string; type: string };

export type SeenRequest = { method: string; key: string; query: URLSearchParams };

export type S3Server = {
  url: string;
  settings: S3Settings;
  bucket: Bucket;
  /** Every correctly signed request: "GET pictures/a.png". */
  seen: string[];
  /** Sets the function that chooses a fault for each request; null means no fault. */
  setFault(choose: ((request: SeenRequest) => Fault | null) | null): void;
  close(): Promise<void>;
};

/** Starts a server with one empty bucket on a free port. */
export async function startS3(): Promise<S3Server> {
  const bucket = new Bucket();
  const seen: string[] = [];
  let chooseFault: ((request: SeenRequest) => Fault | null) | null = null;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const { key, isBucket } = parsePath(url.pathname);
    const body = await readBody(request);
    const { method = "" } = request;
    try {
      assertSigned(request, url, body, KEYS);
      if (!isBucket) throw new S3Error(404, "NoSuchBucket");
      assertHeaders(request, body);
      seen.push(`${method} ${key}${describeQuery(url.searchParams)}`);
      const fault = chooseFault?.({ method, key, query: url.searchParams }) ?? null;
      if (fault?.kind === "held") await fault.until;
      if (fault && fail(fault, response)) return;
      const result = operate(bucket, { method, key, query: url.searchParams, request, body });
      send(response, { ...result, method, fault });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const xml = error.toXml(url.pathname);
      response.writeHead(error.status, { "content-type": "application/xml" });
      response.end(method === "HEAD" ? undefined : xml);
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening server has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { region, ...credentials } = KEYS;
  return {
    url,
    settings: { endpoint: url, region, bucket: BUCKET, prefix: "", isPathStyle: true, credentials },
    bucket,
    seen,
    setFault: (choose) => {
      chooseFault = choose;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parsePath(pathname: string) {
  const [, name = "", ...rest] = pathname.split("/").map(decodeURIComponent);
  return { isBucket: name === BUCKET, key: rest.join("/") };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const describeQuery = (query: URLSearchParams) => {
  const names = [...query.keys()].filter((name) => name !== "x-id");
  return names.length > 0 ? `?${names.sort().join("&")}` : "";
};

/** Servers of other vendors support no checksum but this one, and no bodies in signed chunks. */
function assertHeaders({ method, headers }: IncomingMessage, body: Buffer): void {
  const unknown = Object.keys(headers).find(
    (name) => name.startsWith("x-amz-checksum-") || name === "x-amz-trailer",
  );
  if (unknown !== undefined || /aws-chunked/.test(headers["content-encoding"] ?? "")) {
    throw new S3Error(501, "NotImplemented");
  }
  if (method === "PUT" && headers["content-length"] === undefined) {
    throw new S3Error(411, "MissingContentLength");
  }
  const digest = headers["content-md5"];
  if (digest === undefined) return;
  const expected = createHash("md5").update(body).digest("base64");
  if (digest !== expected) throw new S3Error(400, "BadDigest");
}

type Operation = SeenRequest & { request: IncomingMessage; body: Buffer };
type Result = {
  status?: number;
  headers?: Record<string, string>;
  xml?: string;
  content?: Buffer;
};

function operate(bucket: Bucket, { method, key, query, request, body }: Operation): Result {
  const names = [...query.keys()].filter((name) => name !== "x-id").sort();
  const operation = `${method}${key === "" ? " bucket" : ""} ${names.join("&")}`.trim();
  const id = query.get("uploadId") ?? "";
  const ifNoneMatch = request.headers["if-none-match"] ?? null;
  const metadata = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => name.startsWith("x-amz-meta-"))
      .map(([name, value]) => [name, String(value)]),
  );
  switch (operation) {
    case "PUT":
      return { headers: { etag: `"${bucket.put(key, body, { metadata, ifNoneMatch })}"` } };
    case "GET":
    case "HEAD": {
      const { bytes, etag, writtenAt, metadata: kept } = bucket.require(key);
      const modified = { "last-modified": writtenAt.toUTCString() };
      return { headers: { ...kept, ...modified, etag: `"${etag}"` }, content: bytes };
    }
    case "DELETE":
      bucket.objects.delete(key);
      return { status: 204 };
    case "GET bucket list-type&prefix":
    case "GET bucket list-type":
    case "GET bucket continuation-token&list-type&prefix":
    case "GET bucket continuation-token&list-type":
      return { xml: bucket.list(query.get("prefix") ?? "", query.get("continuation-token")) };
    case "GET bucket prefix&uploads":
    case "GET bucket uploads":
      return { xml: bucket.listUploads(query.get("prefix") ?? "") };
    case "POST uploads":
      return { xml: bucket.beginUpload(key, metadata) };
    case "PUT partNumber&uploadId": {
      const etag = bucket.putPart(key, id, Number(query.get("partNumber")), body);
      return { headers: { etag: `"${etag}"` } };
    }
    case "POST uploadId":
      return { xml: bucket.completeUpload(key, id, body.toString("utf8"), ifNoneMatch) };
    case "DELETE uploadId":
      bucket.abortUpload(key, id);
      return { status: 204 };
    default:
      throw new S3Error(501, "NotImplemented", operation);
  }
}

/** Returns true if the fault has ended the response. */
function fail(fault: Fault, response: ServerResponse): boolean {
  switch (fault.kind) {
    case "hang":
      return true;
    case "reset":
      response.destroy();
      return true;
    case "error":
      throw new S3Error(fault.status, fault.code);
    case "raw":
      response.writeHead(fault.status, {
        "content-type": fault.type,
        "content-length": Buffer.byteLength(fault.body),
      });
      response.end(fault.body);
      return true;
    case "endless": {
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", write);
      };
      response.writeHead(200, { "content-type": "image/png" });
      write();
      return true;
    }
    default:
      return false;
  }
}

function send(
  response: ServerResponse,
  {
    status = 200,
    headers = {},
    xml,
    content,
    method,
    fault,
  }: Result & Pick<SeenRequest, "method"> & { fault: Fault | null },
): void {
  const bytes = xml === undefined ? (content ?? Buffer.alloc(0)) : Buffer.from(xml);
  const type = xml === undefined ? "application/octet-stream" : "application/xml";
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { "content-type": type, "content-length": String(bytes.length) }),
  });
  if (method === "HEAD") response.end();
  else if (fault?.kind === "cutOff") {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  } else if (fault?.kind === "wrongBytes") response.end(Buffer.alloc(bytes.length, "x"));
  else response.end(bytes);
}
