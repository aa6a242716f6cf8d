/** A finished mail to one reader. */
export type Mail = {
  to: string;
  /** Reply-To address, if not the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Additional headers, such as List-Unsubscribe. */
  headers: Record<string, string>;
  /** PDFs. */
  attachments: { fileName: string; bytes: Buffer }[];
  /** The same on each attempt, so that duplicates can be recognized. */
  messageId: string;
};

/** The attachments in nodemailer's format; nothing is read from files or URLs. */
export function toMimeAttachments({ attachments }: Mail) {
  return attachments.map(({ fileName, bytes }) => ({
    filename: fileName,
    content: bytes,
    contentType: "application/pdf",
  }));
}

/** How mails are sent. */
export type MailProvider = {
  readonly name: string;
  /** Mails are only written to files: nobody receives them. */
  readonly isFolder?: boolean;
  /**
   * Sends the mail. Throws MailRejectedError when no attempt will ever succeed; any other error
   * (the server is down, busy or misconfigured) may be retried.
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/** The receiving server says that this mail can never be delivered: the mailbox does not exist. */
export class MailRejectedError extends Error {
  override readonly name = "MailRejectedError";
}
