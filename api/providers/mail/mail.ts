/** A finished mail to one reader. */
export type Mail = {
  to: string;
  /** Where replies go, when not to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** More headers, such as List-Unsubscribe. */
  headers: Record<string, string>;
  /** PDFs. */
  attachments: { fileName: string; bytes: Buffer }[];
  /** The same at each attempt, so that a mail that arrives twice is known to be one. */
  messageId: string;
};

/** The attachments as nodemailer takes them; nothing is read from files or addresses. */
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
  /** Mails are only written to files here: nobody gets them. */
  readonly isFolder?: boolean;
  /**
   * Hands the mail over. Throws MailRejectedError when no attempt will ever succeed; anything else
   * that is thrown (the server is down, busy or wrongly set up) may be tried again.
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

/** The receiving side says that this mail can never be delivered: there is no such mailbox. */
export class MailRejectedError extends Error {
  override readonly name = "MailRejectedError";
}
