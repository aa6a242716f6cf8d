import { createHash, randomBytes } from "node:crypto";
import { escapeXml, S3Error } from "./s3-error.ts";

const PART_BYTES_MIN = 5 * 1024 * 1024;
const PART_NUMBER_MAX = 10_000;
const KEY_BYTES_MAX = 1024;

export type StoredObject = {
  bytes: Buffer;
  metadata: Record<string, string>;
  etag: string;
  writtenAt: Date;
};
type Multipart = {
  key: string;
  metadata: Record<string, string>;
  parts: Map<number, { bytes: Buffer; etag: string }>;
  initiated: Date;
};

/** The content of one bucket, with Amazon's rules. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Multipart>();
  /** Tests lower it to get more than one page. */
  pageSize = 1_000;

  put(key: string, bytes: Buffer, options: PutOptions): string {
    assertKey(key);
    this.#assertCondition(key, options.ifNoneMatch);
    const etag = md5(bytes);
    this.objects.set(key, { bytes, metadata: options.metadata, etag, writtenAt: new Date() });
    return etag;
  }

  require(key: string): StoredObject {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
    return object;
  }

  list(prefix: string, token: string | null): string {
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort()
      .filter((key) => token === null || key > fromToken(token));
    const page = keys.slice(0, this.pageSize);
    const isTruncated = keys.length > page.length;
    const contents = page.map((key) => {
      const { bytes, etag, writtenAt } = this.require(key);
      return (
        `<Contents><Key>${escapeXml(key)}</Key><LastModified>${writtenAt.toISOString()}` +
        `</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size>` +
        "<StorageClass>STANDARD</StorageClass></Contents>"
      );
    });
    const next = isTruncated
      ? `<NextContinuationToken>${toToken(page.at(-1) ?? "")}</NextContinuationToken>`
      : "";
    return (
      `<ListBucketResult><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount>` +
      `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`
    );
  }

  beginUpload(key: string, metadata: Record<string, string>): string {
    assertKey(key);
    const id = randomBytes(16).toString("hex");
    this.uploads.set(id, { key, metadata, parts: new Map(), initiated: new Date() });
    return (
      `<InitiateMultipartUploadResult><Key>${escapeXml(key)}</Key>` +
      `<UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
    );
  }

  putPart(key: string, id: string, number: number, bytes: Buffer): string {
    const upload = this.#requireUpload(key, id);
    if (!(number >= 1 && number <= PART_NUMBER_MAX)) throw new S3Error(400, "InvalidArgument");
    const etag = md5(bytes);
    upload.parts.set(number, { bytes, etag });
    return etag;
  }

  completeUpload(key: string, id: string, body: string, ifNoneMatch: string | null): string {
    const upload = this.#requireUpload(key, id);
    const named = [...body.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replace(/&quot;|"/g, ""),
    }));
    if (named.length === 0 || !body.includes("<CompleteMultipartUpload")) {
      throw new S3Error(400, "MalformedXML");
    }
    const parts = named.map(({ number, etag }, index) => {
      const part = upload.parts.get(number);
      if (!part || part.etag !== etag) throw new S3Error(400, "InvalidPart");
      const before = named[index - 1];
      if (before && before.number >= number) throw new S3Error(400, "InvalidPartOrder");
      const isSmall = part.bytes.length < PART_BYTES_MIN && index < named.length - 1;
      if (isSmall) throw new S3Error(400, "EntityTooSmall");
      return part.bytes;
    });
    this.#assertCondition(key, ifNoneMatch);
    const bytes = Buffer.concat(parts);
    const etag = `${md5(bytes)}-${parts.length}`;
    this.objects.set(key, { bytes, metadata: upload.metadata, etag, writtenAt: new Date() });
    this.uploads.delete(id);
    return `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key><ETag>&quot;${etag}&quot;</ETag></CompleteMultipartUploadResult>`;
  }

  abortUpload(key: string, id: string): void {
    this.#requireUpload(key, id);
    this.uploads.delete(id);
  }

  listUploads(prefix: string): string {
    const uploads = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
    const rows = uploads.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId>` +
        `<Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join("")}</ListMultipartUploadsResult>`;
  }

  #requireUpload(key: string, id: string): Multipart {
    const upload = this.uploads.get(id);
    if (!upload || upload.key !== key) throw new S3Error(404, "NoSuchUpload");
    return upload;
  }

  #assertCondition(key: string, ifNoneMatch: string | null): void {
    if (ifNoneMatch === null) return;
    if (ifNoneMatch !== "*") throw new S3Error(501, "NotImplemented");
    if (this.objects.has(key)) throw new S3Error(412, "PreconditionFailed");
  }
}

export type PutOptions = { metadata: Record<string, string>; ifNoneMatch: string | null };

function assertKey(key: string): void {
  if (Buffer.byteLength(key) > KEY_BYTES_MAX) throw new S3Error(400, "KeyTooLongError");
}

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
const toToken = (key: string) => Buffer.from(key).toString("base64");
const fromToken = (token: string) => Buffer.from(token, "base64").toString();
