import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

// AWS Signature Version 4 as the server computes it, written from its documentation, not from a
// client.

const SKEW_MS_MAX = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

/**
 * Checks that a request was signed with these keys and arrived unchanged, its body included. Throws
 * the S3Error that a real server responds with.
 */
export function assertSigned(request: IncomingMessage, url: URL, body: Buffer, keys: Keys): void {
  const headers = new Map(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const authorization = headers.get("authorization");
  if (authorization === undefined) throw new S3Error(403, "AccessDenied");
  const parts = AUTHORIZATION.exec(authorization);
  if (!parts) throw new S3Error(400, "AuthorizationHeaderMalformed");
  const [, accessKeyId = "", day = "", region = "", service = "", names = "", signature = ""] =
    parts;
  if (accessKeyId !== keys.accessKeyId) throw new S3Error(403, "InvalidAccessKeyId");
  if (region !== keys.region || service !== "s3") {
    throw new S3Error(400, "AuthorizationHeaderMalformed", `expecting '${keys.region}'`);
  }
  const date = headers.get("x-amz-date") ?? "";
  assertRecent(date, day);
  const payloadHash = headers.get("x-amz-content-sha256");
  if (payloadHash === undefined) throw new S3Error(400, "MissingSecurityHeader");
  if (payloadHash !== sha256(body)) throw new S3Error(400, "XAmzContentSHA256Mismatch");
  const signed = names.split(";");
  const unsigned = [...headers.keys()].find(
    (name) => (name === "host" || name.startsWith("x-amz-")) && !signed.includes(name),
  );
  if (unsigned !== undefined) throw new S3Error(403, "AccessDenied", `${unsigned} is not signed`);
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${(headers.get(name) ?? "").trim().replace(/ +/g, " ")}`),
    "",
    names,
    payloadHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  const expected = createHmac("sha256", key).update(text).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) {
    throw new S3Error(403, "SignatureDoesNotMatch");
  }
}

function assertRecent(date: string, day: string): void {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const skew = Math.abs(Date.now() - Date.parse(iso));
  if (!date.startsWith(day) || Number.isNaN(skew)) throw new S3Error(403, "AccessDenied");
  if (skew > SKEW_MS_MAX) throw new S3Error(403, "RequestTimeTooSkewed");
}

const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
