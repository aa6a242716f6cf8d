import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { BUCKET, type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";

// The built product in front of a bucket, and its command that moves files there.

const program = fileURLToPath(new URL("../../../build/server/files-move.js", import.meta.url));
const LARGE = Buffer.alloc(18_000_000, "large");
const SMALL = Buffer.alloc(3_000, "small");

let s3: S3Server;
let dataDir: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  s3 = await startS3();
  dataDir = mkdtempSync(join(tmpdir(), "promptory-bucket-"));
  const folder = createLocalFiles(join(dataDir, "files"));
  await folder.put("imports/large.zip", LARGE);
  await folder.put("pictures/small.png", SMALL);
});
afterEach(() => {
  s3.setFault(null);
  for (const child of running.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = () => ({
  S3_ENDPOINT: s3.url,
  S3_BUCKET: BUCKET,
  S3_ACCESS_KEY_ID: s3.settings.credentials?.accessKeyId ?? "",
  S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secretAccessKey ?? "",
});

function runMove(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, ...environment() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const end = once(child, "close").then(([code, signal]) => code ?? signal);
  return { child, end, output: () => printed };
}

describe("npm run files:move", () => {
  it.each([
    { moment: "between two parts", at: "PUT imports/large.zip?partNumber&uploadId", parts: 2 },
    { moment: "before an upload in parts is complete", at: "POST imports/large.zip?uploadId" },
    { moment: "in a single upload", at: "PUT pictures/small.png" },
  ])("killed $moment leaves no half file", async ({ at, parts = 1 }) => {
    s3.bucket.objects.clear();
    const seenBefore = s3.seen.length;
    const isReached = () => s3.seen.slice(seenBefore).filter((one) => one === at).length >= parts;
    s3.setFault(() => (isReached() ? { kind: "hang" } : null));
    const { child, end } = runMove();
    await vi.waitUntil(isReached, { timeout: 60_000, interval: 10 });
    child.kill("SIGKILL");
    expect(await end).toBe("SIGKILL");
    const whole = { "imports/large.zip": LARGE, "pictures/small.png": SMALL };
    for (const [key, { bytes }] of s3.bucket.objects) {
      expect(bytes.equals(whole[key as keyof typeof whole]), key).toBe(true);
    }
    const name = at.replace(/^\S+ |\?.*$/g, "");
    expect(s3.bucket.objects.has(name)).toBe(false);
  });

  it("run again takes what is missing, and says so; a third run has nothing to do", async () => {
    s3.bucket.objects.clear();
    const first = runMove();
    expect([await first.end, first.output()]).toEqual([
      0,
      `s3://${BUCKET}/: 2 files copied (18.0 MB), 0 were there already.\n`,
    ]);
    const again = runMove();
    expect([await again.end, again.output()]).toEqual([
      0,
      `s3://${BUCKET}/: 0 files copied (0.0 MB), 2 were there already.\n`,
    ]);
    expect(s3.bucket.objects.get("imports/large.zip")?.bytes.equals(LARGE)).toBe(true);
    s3.setFault(() => ({ kind: "error", status: 403, code: "AccessDenied" }));
    const denied = runMove();
    expect([await denied.end, denied.output()]).toEqual([
      1,
      expect.stringMatching(/^the bucket: .*\(status 403\)$/m),
    ]);
  });
});

describe("the product with a bucket", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct({ env: { SEED_DEMO: "0", ...environment() } });
  });
  afterAll(() => product.remove());

  it("is ready while the bucket takes files, and not ready while it does not", async () => {
    const readiness = async () => (await fetch(`${product.url}/readyz`)).status;
    expect(await readiness()).toBe(200);
    s3.setFault(() => ({ kind: "error", status: 507, code: "XMinioStorageFull" }));
    // Results are cached for a second.
    await expect.poll(readiness).toBe(503);
    await expect.poll(() => product.output()).toContain("files: XMinioStorageFull");
    s3.setFault(() => ({ kind: "hang" }));
    await expect
      .poll(() => readiness().then(() => product.output()))
      .toMatch(/files: (?:no response in time|Request aborted)/);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    s3.setFault(null);
    await expect.poll(readiness).toBe(200);
    expect(product.output()).not.toContain(s3.settings.credentials?.secretAccessKey);
  });
});
