import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getChecked, keepChecked } from "#api/providers/files/checked-files.ts";
import { DomainError } from "#domain/errors.ts";
import { type Fault, type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";
import type { Files } from "../files.ts";
import { createS3Files } from "./s3-files.ts";
import { describeBucket, readS3Settings, type S3Settings } from "./s3-settings.ts";

let folder: string;
let s3: S3Server;
let files: Files;
/** For a server that never responds; all other tests have generous timeouts. */
const HURRIED = { connectMs: 200, requestMs: 200, idleMs: 200, downloadMs: 200, probeMs: 200 };
const PATIENT = {
  connectMs: 60_000,
  requestMs: 60_000,
  idleMs: 60_000,
  downloadMs: 60_000,
  probeMs: 60_000,
};
const KEY = "pictures/a.png";
const PNG = Buffer.alloc(3_000, "png");

const open = (settings: Partial<S3Settings> = {}, attempts = 1, limits = PATIENT) =>
  createS3Files({ ...s3.settings, ...settings }, { scratchFolder: folder, ...limits, attempts });
const openFor = ({ kind }: Fault) =>
  open({}, 1, kind === "hang" || kind === "endless" ? HURRIED : PATIENT);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-scratch-"));
  s3 = await startS3();
  files = open();
  await files.put(KEY, PNG);
  s3.seen.length = 0;
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const always = (fault: Fault) => s3.setFault(() => fault);
/** Fails only the first requests. */
const first = (count: number, fault: Fault) => {
  let left = count;
  s3.setFault(() => (left-- > 0 ? fault : null));
};
/** Damaged content stays damaged, whereas an unavailable bucket comes back. */
const codeOf = ({ kind }: Fault) => (kind === "wrongBytes" ? "unavailable" : "storage_unavailable");
const failsWith = async (work: Promise<unknown>, code: string) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ code });
  expect((error as DomainError).retryAfterSeconds).toBeGreaterThan(0);
};
async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
async function* large(): AsyncGenerator<Buffer> {
  for (let part = 0; part < 18; part++) yield Buffer.alloc(1_000_000, "x");
}

/** The response of a network that blocks everything until somebody signs in. */
const SIGN_IN_PAGE: Fault = {
  kind: "raw",
  status: 200,
  type: "text/html",
  body: "<html>Sign in to the hotel's network</html>",
};

describe("a bucket that does not do what it should", () => {
  it.each<Fault>([
    { kind: "hang" },
    { kind: "reset" },
    { kind: "error", status: 503, code: "SlowDown" },
    { kind: "error", status: 500, code: "InternalError" },
    { kind: "error", status: 403, code: "AccessDenied" },
    { kind: "error", status: 404, code: "NoSuchBucket" },
    SIGN_IN_PAGE,
    { kind: "raw", status: 404, type: "text/html", body: "<html>No such page</html>" },
    { kind: "cutOff" },
    { kind: "wrongBytes" },
    { kind: "endless" },
  ])("is unavailable for reading, and nothing is taken for missing: $kind $status", async (fault) => {
    always(fault);
    files = openFor(fault);
    await failsWith(files.get(KEY), codeOf(fault));
    await failsWith(files.open(KEY), codeOf(fault));
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<Fault>([
    { kind: "hang" },
    { kind: "reset" },
    { kind: "error", status: 503, code: "SlowDown" },
    { kind: "error", status: 403, code: "AccessDenied" },
    { kind: "error", status: 404, code: "NoSuchBucket" },
    SIGN_IN_PAGE,
    { kind: "raw", status: 404, type: "text/html", body: "<html>No such page</html>" },
  ])("says neither that an object is there nor that it is not: $kind $status", async (fault) => {
    always(fault);
    files = openFor(fault);
    await failsWith(files.has(KEY), "storage_unavailable");
    await failsWith(files.has("pictures/none.png"), "storage_unavailable");
  });

  it.each<Fault>([
    { kind: "hang" },
    { kind: "reset" },
    { kind: "error", status: 503, code: "SlowDown" },
    { kind: "error", status: 403, code: "SignatureDoesNotMatch" },
    { kind: "raw", status: 502, type: "text/html", body: "<html>Bad gateway</html>" },
    SIGN_IN_PAGE,
  ])("is unavailable for everything else, and keeps what it has: $kind $status", async (fault) => {
    files = openFor(fault);
    always(fault);
    await failsWith(files.put(KEY, Buffer.from("new")), "storage_unavailable");
    await failsWith(files.putStream("imports/a.zip", large()), "storage_unavailable");
    const content = {
      sha256: createHash("sha256").update(PNG).digest("hex"),
      chunks: inOnePiece(PNG),
    };
    await failsWith(files.add("pictures/b.png", content), "storage_unavailable");
    await failsWith(files.remove(KEY), "storage_unavailable");
    await failsWith(files.checksum(KEY), "storage_unavailable");
    await failsWith(files.removeDrafts(new Date()), "storage_unavailable");
    const listing = (async () => {
      for await (const { key } of files.list()) throw new Error(key);
    })();
    await failsWith(listing, "storage_unavailable");
    await expect(files.assertWritable()).rejects.toThrow();
    s3.setFault(null);
    files = open();
    expect(await files.get(KEY)).toEqual(PNG);
    expect([...s3.bucket.objects.keys()]).toEqual([KEY]);
  });

  it.each<Fault>([
    { kind: "error", status: 507, code: "XMinioStorageFull" },
    { kind: "error", status: 403, code: "QuotaExceeded" },
  ])("is full: $code", async (fault) => {
    always(fault);
    await failsWith(files.put(KEY, Buffer.from("new")), "storage_full");
    await failsWith(files.putStream("imports/a.zip", large()), "storage_full");
    await expect(files.assertWritable()).rejects.toThrow();
    s3.setFault(null);
    expect(await files.get(KEY)).toEqual(PNG);
  });

  it.each<Fault>([
    { kind: "reset" },
    { kind: "cutOff" },
    { kind: "wrongBytes" },
    { kind: "error", status: 500, code: "InternalError" },
  ])("is asked again where that helps, and no more than twice: $kind", async (fault) => {
    files = open({}, 3);
    first(2, fault);
    expect(await files.get(KEY)).toEqual(PNG);
    expect(s3.seen).toEqual(Array(3).fill(`GET ${KEY}`));
    s3.seen.length = 0;
    first(3, fault);
    await failsWith(files.get(KEY), codeOf(fault));
    expect(s3.seen).toHaveLength(3);
  });

  it("sends other bytes: what can be made again is not taken for what was stored", async () => {
    const log = { warn: () => {} };
    await keepChecked({ files, log: log as never }, "renditions/a/320.webp", PNG);
    always({ kind: "wrongBytes" });
    expect(await getChecked(files, "renditions/a/320.webp")).toBeNull();
    s3.setFault(null);
    expect(await getChecked(files, "renditions/a/320.webp")).toEqual(PNG);
  });

  it("sends other bytes: the error has the key, and what was stored without a hash is read", async () => {
    always({ kind: "wrongBytes" });
    const named = { cause: { message: `${KEY} is not what its checksum says` } };
    await expect(files.get(KEY)).rejects.toMatchObject(named);
    s3.setFault(null);
    await files.putStream("imports/a.zip", inOnePiece(PNG));
    expect(await files.get("imports/a.zip")).toEqual(PNG);
  });

  it("fails in the middle of an upload in parts: no half file, and no parts that cost", async () => {
    for (const [method, name] of [
      ["PUT", "partNumber"],
      ["POST", "uploadId"],
    ]) {
      s3.setFault((request) =>
        request.method === method && request.query.has(name ?? "")
          ? { kind: "error", status: 400, code: "InvalidRequest" }
          : null,
      );
      await failsWith(files.putStream("imports/a.zip", large()), "storage_unavailable");
    }
    // As Amazon does when completing an upload takes long: an error in a response with status 200.
    s3.setFault(({ method, query }) =>
      method === "POST" && query.has("uploadId")
        ? {
            kind: "raw",
            status: 200,
            type: "application/xml",
            body: "<Error><Code>InternalError</Code><Message>We failed</Message></Error>",
          }
        : null,
    );
    await failsWith(files.putStream("imports/a.zip", large()), "storage_unavailable");
    expect(s3.bucket.uploads.size).toBe(0);
    expect([...s3.bucket.objects.keys()]).toEqual([KEY]);
  });

  it("lists without an end", async () => {
    const page =
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>";
    always({ kind: "raw", status: 200, type: "application/xml", body: page });
    const listing = (async () => {
      for await (const { key } of files.list()) throw new Error(key);
    })();
    await failsWith(listing, "storage_unavailable");
    expect(s3.seen).toHaveLength(2);
  });

  it("is not there, or does not know us", async () => {
    const { credentials } = s3.settings;
    const strange: Partial<S3Settings>[] = [
      { endpoint: "http://127.0.0.1:9" },
      { bucket: "another-bucket" },
      { region: "eu-central-1" },
      { credentials: { accessKeyId: "AKIAOTHER", secretAccessKey: "x" } },
      { credentials: { accessKeyId: credentials?.accessKeyId ?? "", secretAccessKey: "wrong" } },
    ];
    for (const settings of strange) {
      const other = open(settings);
      await failsWith(other.get(KEY), "storage_unavailable");
      await failsWith(other.put(KEY, Buffer.from("new")), "storage_unavailable");
      await expect(other.assertWritable()).rejects.toThrow();
    }
    expect(await files.get(KEY)).toEqual(PNG);
  });
});

describe("a bucket that is slow", () => {
  const many = (count: number) => Array.from({ length: count }, () => files.get(KEY));
  const gets = () => s3.seen.filter((request) => request.startsWith("GET")).length;

  it("sends pictures in turn, and counts no turn as a connection that was not made", async () => {
    const connectMs = 2_000;
    files = open({}, 1, { ...PATIENT, connectMs });
    let respond = () => {};
    const until = new Promise<void>((resolve) => {
      respond = resolve;
    });
    always({ kind: "held", until });
    const pictures = Promise.all(many(120));
    await expect.poll(gets).toBe(50);
    // The time limit of a connection, measured with a request that gets no response.
    s3.setFault(() => ({ kind: "hang" }));
    const hurried = { ...PATIENT, requestMs: connectMs * 1.5 };
    await failsWith(open({}, 1, hurried).put("pictures/b.png", PNG), "storage_unavailable");
    s3.setFault(null);
    respond();
    expect(await pictures).toEqual(Array(120).fill(PNG));
  });

  it("takes files, and counts as writable, while pictures get no response", async () => {
    files = open({}, 1, { ...PATIENT, connectMs: 2_000 });
    s3.setFault(({ method }) => (method === "GET" ? { kind: "hang" } : null));
    const pictures = Promise.allSettled(many(70));
    await expect.poll(gets).toBe(50);
    await files.put("offers/a.bin", PNG);
    await files.putStream("imports/a.zip", large());
    await files.assertWritable();
    await files.remove("offers/a.bin");
    await s3.close();
    expect((await pictures).map(({ status }) => status)).toEqual(Array(70).fill("rejected"));
  });

  it("says soon whether a file is there, or that it is not known", async () => {
    const hasty = open({}, 3, { ...PATIENT, probeMs: 200 });
    always({ kind: "hang" });
    await failsWith(hasty.has(KEY), "storage_unavailable");
    s3.setFault(({ method }) => (method === "GET" ? { kind: "hang" } : null));
    await failsWith(hasty.has("pictures/b.png"), "storage_unavailable");
    always({ kind: "hang" });
    const others = Array.from({ length: 20 }, () => hasty.checksum(KEY).catch(() => null));
    await failsWith(hasty.has(KEY), "storage_unavailable");
    await s3.close();
    await Promise.all(others);
  });

  it("is unavailable for a picture whose turn does not come", async () => {
    files = open({}, 1, { ...PATIENT, requestMs: 300 });
    always({ kind: "hang" });
    await Promise.all(many(60).map((picture) => failsWith(picture, "storage_unavailable")));
  });

  it("gives each turn back, whatever became of the response", async () => {
    const kinds = ["reset", "cutOff", "wrongBytes"] as const;
    for (const fault of [...kinds.map((kind) => ({ kind })), SIGN_IN_PAGE]) {
      always(fault);
      await Promise.allSettled(many(60));
    }
    always({ kind: "error", status: 404, code: "NoSuchKey" });
    expect(await Promise.all(many(60))).toEqual(Array(60).fill(null));
    s3.setFault(null);
    await Promise.all(Array.from({ length: 30 }, () => files.checksum("pictures/gone.png")));
    expect(await Promise.all(many(60))).toEqual(Array(60).fill(PNG));
  });
});

describe("what a process left that was killed", () => {
  it("goes a day later, and what still runs, or is not ours, stays", async () => {
    const { uploads } = s3.bucket;
    for (const key of ["imports/dead.zip", "imports/young.zip", "Not/ours"]) {
      s3.bucket.beginUpload(key, {});
    }
    for (const upload of uploads.values()) {
      if (upload.key !== "imports/young.zip") upload.initiated = new Date(Date.now() - 90_000_000);
    }
    await files.removeDrafts(new Date());
    expect([...uploads.values()].map(({ key }) => key)).toEqual(["imports/young.zip", "Not/ours"]);
  });
});

describe("the settings of a bucket", () => {
  const read = (environment: Record<string, string>) => readS3Settings(environment);

  it("are none without a bucket, and have good defaults with one", () => {
    expect(read({ PATH: "/bin", S3_PATHS: "x" })).toEqual({ s3: null, problems: [] });
    expect(read({ S3_BUCKET: "shop" }).s3).toEqual({
      endpoint: null,
      region: null,
      bucket: "shop",
      prefix: "",
      isPathStyle: false,
      credentials: null,
    });
    const { s3: own } = read({
      S3_BUCKET: "shop",
      S3_ENDPOINT: "http://minio:9000/",
      S3_PREFIX: "shops/one",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
    });
    expect(own).toEqual({
      endpoint: "http://minio:9000",
      region: "us-east-1",
      bucket: "shop",
      prefix: "shops/one/",
      isPathStyle: true,
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    });
    expect(own && describeBucket(own)).toBe("s3://shop/shops/one/");
    const byHost = { S3_BUCKET: "shop", S3_ENDPOINT: "https://s3.example", S3_PATH_STYLE: "0" };
    expect(read(byHost).s3?.isPathStyle).toBe(false);
  });

  it("say what is wrong with them, and no secret", () => {
    const wrong: [Record<string, string>, string][] = [
      [{ S3_ENDPOINT: "https://s3.example" }, "S3_BUCKET: is missing beside S3_ENDPOINT"],
      [{ S3_BUCKET: "Shop_Files" }, "S3_BUCKET: must be the name of a bucket"],
      [{ S3_BUCKET: "shop", S3_ENDPOINT: "s3.example" }, "S3_ENDPOINT: must be an http(s) URL"],
      [{ S3_BUCKET: "shop", S3_PREFIX: "../x" }, "S3_PREFIX: must be letters, digits"],
      [{ S3_BUCKET: "shop", S3_ACCESS_KEY_ID: "id" }, "S3_SECRET_ACCESS_KEY: is missing beside"],
      [{ S3_BUCKET: "shop", S3_SECRET_ACCESS_KEY: "hidden" }, "S3_ACCESS_KEY_ID: is missing"],
    ];
    for (const [environment, problem] of wrong) {
      const { s3: none, problems } = read(environment);
      expect(none).toBeNull();
      expect(problems.join()).toContain(problem);
      expect(problems.join()).not.toContain("hidden");
    }
  });
});
