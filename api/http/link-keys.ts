import { createHmac, timingSafeEqual } from "node:crypto";
import { sha256 } from "../hashes.ts";
import type { ApiDeps } from "./context.ts";

type Deps = { config: Pick<ApiDeps["config"], "sessionSecrets"> };

const KEY_LENGTH = 32;

/**
 * Creates the key in a mailed link, which proves that its holder has read the mail. `content`
 * begins with the link's purpose, which separates its keys from everything else signed with the
 * same secret.
 */
export function createLinkKey({ config }: Deps, content: string): string {
  return sign(config.sessionSecrets[0], content);
}

/** Returns true for the key of this content, signed with any of our secrets. */
export function isLinkKey({ config }: Deps, content: string, key: string): boolean {
  return isSignedWith(config.sessionSecrets, key, (secret) => sign(secret, content));
}

/**
 * Returns true for a signature that `sign` creates with one of the secrets; takes equally long for
 * any other.
 */
export function isSignedWith(
  secrets: readonly string[],
  given: string,
  sign: (secret: string) => string,
): boolean {
  const hashed = sha256(given);
  return secrets.some((secret) => timingSafeEqual(hashed, sha256(sign(secret))));
}

function sign(secret: string, content: string): string {
  return createHmac("sha256", secret).update(content).digest("base64url").slice(0, KEY_LENGTH);
}
