import { ACCOUNT_MAILS, queueAccountMail } from "../../accounts/account-mails.ts";
import {
  EMAIL_LINK_MAILS,
  sendEmailLink,
} from "../../accounts/email-verification/email-link-mails.ts";
import { queueResetMail, RESET_MAIL } from "../../accounts/resets.service.ts";
import { CONTACT_MAIL, queueTeamMail } from "../../contact/contact.service.ts";
import { queueReceipt, RECEIPT_MAIL } from "../../contact/receipt.ts";
import { queueReply, REPLY_MAIL } from "../../contact/staff-contact.service.ts";
import { NEWSLETTER_MAILS, queueNewsletterMail } from "../../newsletter/newsletter.service.ts";
import {
  NOTICE_MAIL,
  NOTICE_MAILS,
  queueDecision,
  queueNoticeReceipt,
} from "../../notices/notices.mails.ts";
import { requireSettings } from "../../site/site.queries.ts";
import { loadText } from "../../site/texts.service.ts";
import {
  queueVerificationMail,
  VERIFICATION_MAILS,
} from "../../verification/verification.mails.ts";
import { queueWithdrawalReceipt, WITHDRAWAL_MAIL } from "../../withdrawals/withdrawals.mails.ts";
import { type MailSample, samplesOf } from "./mail-sample.ts";
import { MONEY_SAMPLES } from "./money-samples.ts";

const TOKEN = "preview";
const MESSAGE = "Hello,\n\nwhere do I find my invoice?\nThank you!";

const accountSamples = samplesOf(
  "mail.account",
  ACCOUNT_MAILS,
  (kind) => async (deps, sql, events) => {
    const text = await loadText(sql, events.locale);
    const facts: [string, string][] = [
      [text("mail.account.time"), "22.11.2026 12:00:00"],
      [text("mail.account.network"), "203.0.113.0/24"],
    ];
    const { userId, email: to, locale } = events;
    const isSignIn = kind === "new_sign_in";
    return queueAccountMail(deps, sql, { to, userId, kind, locale, ...(isSignIn && { facts }) });
  },
);

const verificationSamples = samplesOf(
  "mail.verification",
  VERIFICATION_MAILS,
  (kind) =>
    (deps, sql, { userId, email, name, locale, now }) => {
      const person = { userId, email, fullName: name, locale };
      if (kind === "received") {
        return queueVerificationMail(deps, sql, person, { kind, sentAt: now });
      }
      if (kind === "approved") return queueVerificationMail(deps, sql, person, { kind });
      const reason = "The back of your identity card is missing.";
      return queueVerificationMail(deps, sql, person, { kind, reason });
    },
);

/** Samples by the names that nouns declare in `mails`. */
export const MAIL_SAMPLES: Record<string, MailSample> = {
  ...accountSamples,
  ...samplesOf("mail.email_link", EMAIL_LINK_MAILS, (kind) => (deps, sql, events) => {
    const { userId, email, locale } = events;
    return sendEmailLink(deps, sql, { userId, email, kind, locale });
  }),
  [RESET_MAIL]: (deps, sql, events) => queueResetMail(deps, sql, events),
  ...verificationSamples,
  ...samplesOf(
    "mail.newsletter",
    NEWSLETTER_MAILS,
    (kind) =>
      (deps, sql, { email, locale }) =>
        queueNewsletterMail(deps, sql, { email, token: TOKEN, locale, kind }),
  ),
  [CONTACT_MAIL]: async (deps, sql, { contact, locale }) => {
    const settings = await requireSettings(sql);
    const body = { ...contact, message: MESSAGE };
    await queueTeamMail(deps, sql, { body, locale, reference: "7K3M-Q9XA", ...settings });
  },
  [RECEIPT_MAIL]: async (deps, sql, { contact, locale }) => {
    const { companyName } = await requireSettings(sql);
    const body = { ...contact, message: MESSAGE };
    const sender = { user: null, locale };
    await queueReceipt(deps, sql, { body, sender, reference: "7K3M-Q9XA", companyName });
  },
  [REPLY_MAIL]: (deps, sql, { contact, locale, now }) => {
    const row = { id: 1, reference: "7K3M-Q9XA", status: "new", userId: null } as const;
    const message = { ...row, details: contact, message: MESSAGE, locale, createdAt: now };
    return queueReply(deps, sql, message, "Hello Mari,\n\nit is with your order.");
  },
  [WITHDRAWAL_MAIL]: (deps, sql, { userId, email, name, locale, now, order }) => {
    const row = { id: 1, operationId: "preview", number: "W-7K3MQ9XA", status: "review" } as const;
    const stated = { subject: "order", contract: String(order.id), destination: "source" } as const;
    const statement = { ...row, ...stated, userId, name, email, note: null, orderIds: null };
    return queueWithdrawalReceipt(
      deps,
      sql,
      { ...statement, receivedAt: now, confirmedAt: null },
      locale,
    );
  },
  ...samplesOf(NOTICE_MAIL, NOTICE_MAILS, (kind) => (deps, sql, { email, locale }) => {
    const notice = { reference: "7K3M-Q9XA", title: "Aurora over a fjord" };
    if (kind === "received") return queueNoticeReceipt(deps, sql, { ...notice, email, locale });
    const decision = {
      decision: "withdrawn",
      ground: "Directive 2001/29/EC, Art. 2",
      statement: "The picture shows a work that is protected.",
    } as const;
    const party = kind === "seller" ? "seller" : "notifier";
    return queueDecision(deps, sql, {
      notice,
      decision,
      to: { email, locale, party },
      isFinal: false,
    });
  }),
  ...MONEY_SAMPLES,
};
