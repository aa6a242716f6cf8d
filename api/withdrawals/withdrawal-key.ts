import { createHmac, timingSafeEqual } from "node:crypto";
import type { ApiDeps } from "../http/context.ts";

type Deps = { config: Pick<ApiDeps["config"], "sessionSecrets"> };

/** The key in a receipt's link: its holder has access to the statement's mailbox. */
export function createWithdrawalKey({ config }: Deps, number: string): string {
  return sign(config.sessionSecrets[0], number);
}

/** True for the key of this statement, under any of our secrets. */
export function isWithdrawalKey({ config }: Deps, number: string, key: string): boolean {
  const given = Buffer.from(key);
  return config.sessionSecrets.some((secret) => {
    const expected = Buffer.from(sign(secret, number));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function sign(secret: string, number: string): string {
  const hmac = createHmac("sha256", secret).update(`promptory withdrawal v1 ${number}`);
  return hmac.digest("base64url").slice(0, 32);
}
