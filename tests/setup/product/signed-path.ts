import { dirname } from "node:path";
import { createTextCipher } from "#api/http/encryption.ts";
import { keptSecret } from "#server/config/secrets.ts";
import { workerProduct } from "./worker-product.ts";

/** Adds the signature to a path of the worker's product that its redirects would add. */
export function signedPath(path: string): string {
  const secret = keptSecret(dirname(workerProduct().outbox));
  const signature = createTextCipher([secret]).encrypt("signed_query", path);
  return `${path}&${new URLSearchParams({ signature })}`;
}
