import { pickIssueText } from "#domain/newsletter.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { toIssueContent } from "./issue-mail.ts";
import {
  claimDeliveries,
  type DueDelivery,
  getIssue,
  setQueued,
  settleDeliveries,
} from "./issues.queries.ts";
import { unsubscribeHeaders } from "./newsletter.service.ts";

/**
 * Newsletter mails in the outbox that are due at the same time, so that transactional mails never
 * queue behind more than these. Mails waiting for a retry come after all new ones and do not count:
 * otherwise full mailboxes would stop an issue.
 */
const DUE_MAX = 20;
/**
 * The limit including mails waiting for a retry, so that the outbox stays small while no mail is
 * accepted.
 */
const QUEUED_MAX = 500;

/**
 * Queues the next mails of the issues being sent. A delivery and its mail are queued in one
 * transaction: if the process is killed at any point, no mail is lost or queued twice.
 */
export async function deliverIssues(deps: Pick<ApiDeps, "database" | "now" | "config">) {
  await inTransaction(deps.database, async (sql) => {
    // Two concurrent processes may have queued more than the limits allow.
    const { dueCount, count } = await settleDeliveries(sql, deps.now());
    const space = Math.max(0, Math.min(DUE_MAX - dueCount, QUEUED_MAX - count));
    const due = await claimDeliveries(sql, space);
    for (const delivery of due) await queueDelivery(deps, sql, delivery);
  });
}

async function queueDelivery(
  deps: Pick<ApiDeps, "now" | "config">,
  sql: Sql,
  { id, issueId, email, token, locale }: DueDelivery,
): Promise<void> {
  const issue = await getIssue(sql, issueId);
  const picked = issue && pickIssueText(issue.texts, locale);
  if (!picked) throw new Error(`issue ${issueId} has no text`);
  const { companyName } = await requireSettings(sql);
  const { appUrl } = deps.config;
  const mailId = await queueMail(deps, sql, {
    to: email,
    subject: picked.text.subject,
    headers: unsubscribeHeaders(appUrl, token),
    content: toIssueContent(await loadText(sql, picked.locale), picked, {
      companyName,
      appUrl,
      token,
    }),
  });
  await setQueued(sql, id, mailId);
}
