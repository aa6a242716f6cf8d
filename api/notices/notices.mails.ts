import { DAY_MS, formatDay } from "#domain/dates.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { COMPLAINT_DAYS, type NoticeParty } from "#domain/notices.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { toParagraphs } from "../mails/mail-layout.ts";
import { AUTO_REPLIED, queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { createComplaintKey } from "./complaint-key.ts";
import type { DecisionRow, NoticeRow } from "./notices.queries.ts";

export const NOTICE_MAIL = "mail.notice";
export const NOTICE_MAILS = ["received", "decided", "seller"] as const;

type Deps = Pick<ApiDeps, "now" | "config">;
type Mailed = Pick<NoticeRow, "reference" | "title">;

/**
 * Confirms receipt of a notice (Art. 16(4)). It does not quote the notice: anybody can enter
 * anybody else's address and could send them text through the shop.
 */
export async function queueNoticeReceipt(
  deps: Deps,
  sql: Sql,
  notice: Mailed & { email: string; locale: string },
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const { email: to, locale, reference, title } = notice;
  const text = await loadText(sql, locale);
  const values = { company: companyName, reference, title };
  const subject = text(`${NOTICE_MAIL}.received.subject`, values);
  await queueMail(deps, sql, {
    to,
    subject,
    headers: AUTO_REPLIED,
    content: {
      locale,
      sender: companyName,
      heading: subject,
      paragraphs: [text(`${NOTICE_MAIL}.received.text`, values)],
      closing: [text(`${NOTICE_MAIL}.received.why`, values)],
    },
  });
}

/**
 * Sends a decision with its statement of reasons (Art. 16(5), 17): the decision and its grounds,
 * that a person made it, and the options for redress. The first decision includes a complaint link,
 * the second does not.
 */
export async function queueDecision(
  deps: Deps,
  sql: Sql,
  mail: {
    notice: Mailed;
    decision: Pick<DecisionRow, "decision" | "ground" | "statement">;
    to: { email: string; locale: string; party: NoticeParty };
    isFinal: boolean;
  },
): Promise<void> {
  const { notice, decision, to, isFinal } = mail;
  const { companyName } = await requireSettings(sql);
  const locale = deps.config.locales.includes(to.locale) ? to.locale : DEFAULT_LOCALE;
  const text = await loadText(sql, locale);
  const until = formatDay(new Date(deps.now().getTime() + COMPLAINT_DAYS * DAY_MS));
  const values = { company: companyName, date: until, ...notice };
  const kind = to.party === "seller" ? "seller" : "decided";
  const subject = text(`${NOTICE_MAIL}.${kind}.subject`, values);
  const facts: [string, string][] = [
    [text(`${NOTICE_MAIL}.reference`), notice.reference],
    [text(`${NOTICE_MAIL}.about`), notice.title],
    [text(`${NOTICE_MAIL}.decision`), text(`notice.decision_${decision.decision}`)],
    [text(`${NOTICE_MAIL}.ground`), decision.ground],
  ];
  const query = new URLSearchParams({
    notice: notice.reference,
    by: to.party,
    key: createComplaintKey(deps, notice.reference, to.party),
  });
  const { appUrl } = deps.config;
  await queueMail(deps, sql, {
    to: to.email,
    subject,
    content: {
      locale,
      sender: companyName,
      heading: subject,
      paragraphs: [
        text(`${NOTICE_MAIL}.${kind}.text`, values),
        ...toParagraphs(decision.statement),
        text(`${NOTICE_MAIL}.by_people`),
        text(`${NOTICE_MAIL}.${isFinal ? "final" : "complain"}`, values),
        text(`${NOTICE_MAIL}.courts`),
      ],
      facts,
      action: isFinal
        ? undefined
        : {
            label: text(`${NOTICE_MAIL}.action`),
            url: `${appUrl}/${locale}/report-content/complaint?${query}`,
          },
      closing: [text(`${NOTICE_MAIL}.${kind}.why`, values)],
    },
  });
}
