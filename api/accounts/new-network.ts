import { formatDateTime } from "#domain/dates.ts";
import { pickLocale } from "#domain/locales.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { loadText } from "../site/texts.service.ts";
import { queueAccountMail } from "./account-mails.ts";
import { getOwner, hasAnyNetwork } from "./known-networks.queries.ts";
import { isKnownNetwork } from "./login-limits.ts";

/**
 * Mails the account owner after a sign-in from an unknown network (docs/decisions/0016), in the
 * caller's transaction and the owner's language. The account's first network is not reported,
 * because there is nothing to compare it with.
 */
export async function notifyOfNewNetwork(
  deps: Pick<ApiDeps, "database" | "now" | "config">,
  sql: Sql,
  { userId, clientIp, locale }: { userId: number; clientIp: string; locale: string },
): Promise<void> {
  const now = deps.now();
  if (!(await hasAnyNetwork(sql, userId, now))) return;
  if (await isKnownNetwork(deps, sql, { userId, clientIp })) return;
  const owner = await getOwner(sql, userId);
  const language = pickLocale([owner.locale, locale], deps.config.locales);
  const text = await loadText(sql, language);
  await queueAccountMail(deps, sql, {
    to: owner.email,
    userId,
    kind: "new_sign_in",
    locale: language,
    facts: [
      [text("mail.account.time"), formatDateTime(now)],
      [text("mail.account.network"), clientIp],
    ],
  });
}
