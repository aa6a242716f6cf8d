import type { IssueText } from "#domain/newsletter.ts";
import { type MailContent, toParagraphs } from "../mails/mail-layout.ts";
import type { Text } from "../site/translations.ts";

/**
 * Returns the mail of an issue to one reader; `token` is the reader's, null for a preview or a
 * test.
 */
export function toIssueContent(
  words: Text,
  { locale, text }: { locale: string; text: IssueText },
  reader: { companyName: string; appUrl: string; token: string | null },
): MailContent {
  const { companyName, appUrl, token } = reader;
  const { subject, body, label, url } = text;
  const leave = `${appUrl}/${locale}/newsletter/unsubscribe`;
  return {
    locale,
    sender: companyName,
    heading: subject,
    paragraphs: toParagraphs(body),
    ...(label && url ? { action: { label, url } } : {}),
    closing: [words("mail.newsletter.again.why", { company: companyName })],
    footerLink: {
      label: words("mail.newsletter.unsubscribe"),
      url: token === null ? leave : `${leave}?token=${token}`,
    },
  };
}
