/** A finished mail to one recipient. */
export type Mail = {
  to: string;
  /** The Reply-To address, if it differs from the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Additional headers, such as List-Unsubscribe. */
  headers: Record<string, string>;
  /** The attached PDFs. */
  attachments: { fileName: string; bytes: Buffer }[];
  /** The same for each attempt, so that duplicates can be recognized. */
  messageId: string;
};

/** The attachments in nodemailer's format, which then reads nothing from files or URLs. */
export function toMimeAttachments({ attachments }: Mail) {
  return attachments.map(({ fileName, bytes }) => ({
    filename: fileName,
    content: bytes,
    contentType: "application/pdf",
  }));
}

/** A way of sending mails. */
export type MailProvider = {
  readonly name: string;
  /** True if mails are only written to files, so nobody receives them. */
  readonly isFolder?: boolean;
  /**
   * Sends the mail. Throws MailRejectedError if no attempt can ever succeed; after any other error
   * (the server is down, busy or misconfigured) it may be retried.
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/**
 * The receiving server reports that this mail can never be delivered: the mailbox does not exist.
 */
export class MailRejectedError extends Error {
  override readonly name = "MailRejectedError";
}
