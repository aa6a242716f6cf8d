import type { S3Client } from "@aws-sdk/client-s3";
import { assertFileKey } from "../file-keys.ts";
import type { S3Limits } from "./s3-client.ts";

/** `prefix`: what the keys of the product's objects begin with. */
export type Bucket = { client: S3Client; name: string; prefix: string; limits: S3Limits };

/** The parameters that name a file's object in every request. Throws for a key that is not valid. */
export function objectOf({ name, prefix }: Bucket, key: string): { Bucket: string; Key: string } {
  assertFileKey(key);
  return { Bucket: name, Key: prefix + key };
}
