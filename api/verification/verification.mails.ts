import { formatDay } from "#domain/dates.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { reviewedBy } from "#domain/verification.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";

export const VERIFICATION_MAILS = ["received", "approved", "rejected"] as const;

type Person = { userId: number; email: string; fullName: string; locale: string };

/** Notifies a user of the status of their verification, in the language of the submission. */
export async function queueVerificationMail(
  deps: ApiDeps,
  sql: Sql,
  person: Person,
  news:
    | { kind: "received"; sentAt: Date }
    | { kind: "approved" }
    | { kind: "rejected"; reason: string },
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = deps.config.locales.includes(person.locale) ? person.locale : DEFAULT_LOCALE;
  const text = await loadText(sql, locale);
  const values = {
    company: companyName,
    name: person.fullName,
    ...(news.kind === "received" ? { date: formatDay(reviewedBy(news.sentAt)) } : {}),
  };
  const of = (part: string) => text(`mail.verification.${news.kind}.${part}`, values);
  await queueMail(deps, sql, {
    to: person.email,
    userId: person.userId,
    subject: of("subject"),
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [text("mail.verification.hello", values), of("text")],
      ...(news.kind === "rejected" ? { quote: news.reason } : {}),
      action: {
        label: of("action"),
        url: `${deps.config.appUrl}/${locale}/dashboard/verification`,
      },
      closing: [text("mail.verification.why", values)],
    },
  });
}
