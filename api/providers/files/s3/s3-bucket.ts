import type { S3Client } from "@aws-sdk/client-s3";
import { assertFileKey } from "../file-keys.ts";
import type { S3Limits } from "./s3-client.ts";

/** `prefix`: what all keys of the product's objects start with. */
export type Bucket = { client: S3Client; name: string; prefix: string; limits: S3Limits };

/** The parameters that identify a file's object in every request. Throws for an invalid key. */
export function objectOf({ name, prefix }: Bucket, key: string): { Bucket: string; Key: string } {
  assertFileKey(key);
  return { Bucket: name, Key: prefix + key };
}
