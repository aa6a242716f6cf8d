import { dirname } from "node:path";
import { createTextCipher } from "#api/http/encryption.ts";
import { keptSecret } from "#server/config/secrets.ts";
import { workerProduct } from "./worker-product.ts";

/** A path of the worker's product with the signature that one of its own redirects gives it. */
export function signedPath(path: string): string {
  const secret = keptSecret(dirname(workerProduct().outbox));
  const signature = createTextCipher([secret]).encrypt("signed_query", path);
  return `${path}&${new URLSearchParams({ signature })}`;
}
