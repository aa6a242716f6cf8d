import { createHmac, timingSafeEqual } from "node:crypto";
import type { NoticeParty } from "#domain/notices.ts";
import type { ApiDeps } from "../http/context.ts";

type Deps = { config: Pick<ApiDeps["config"], "sessionSecrets"> };

/** The key in a complaint link: its holder received our mail about the decision. */
export function createComplaintKey({ config }: Deps, reference: string, by: NoticeParty): string {
  return sign(config.sessionSecrets[0], reference, by);
}

/** True for a key of this notice and party, under any of our secrets. */
export function isComplaintKey(
  { config }: Deps,
  { reference, by, key }: { reference: string; by: NoticeParty; key: string },
): boolean {
  const given = Buffer.from(key);
  return config.sessionSecrets.some((secret) => {
    const expected = Buffer.from(sign(secret, reference, by));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function sign(secret: string, reference: string, by: NoticeParty): string {
  const hmac = createHmac("sha256", secret).update(`promptory notice v1 ${reference} ${by}`);
  return hmac.digest("base64url").slice(0, 32);
}
