import { type MailProvider, MailRejectedError, toMimeAttachments } from "./mail.ts";
import type { Sender } from "./sender.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Time limit for sending a whole mail, even while the server keeps responding. Scanners delay the
 * last response by a minute, and a mail that is given up before it arrives twice.
 */
export const SEND_TIMEOUT_MS = 100_000;

/**
 * Sends mail through a server: `smtp://user:password@host:587` (encrypted if the server offers it)
 * or `smtps://` (encrypted from the start). Throws MailRejectedError if the server permanently
 * rejects the recipient.
 */
export function createSmtpMail(options: {
  url: string;
  from: Sender;
  now: () => Date;
  sendTimeoutMs?: number;
}): MailProvider {
  const { sendTimeoutMs = SEND_TIMEOUT_MS } = options;
  let transport: ReturnType<typeof connect> | undefined;
  return {
    name: "smtp",
    async send(mail) {
      try {
        const attachments = toMimeAttachments(mail);
        transport ??= connect(options.url);
        await (await transport).sendMail({
          ...mail,
          attachments,
          from: options.from,
          date: options.now(),
          signal: AbortSignal.timeout(sendTimeoutMs),
        });
      } catch (error) {
        if (isPermanentRejection(error))
          throw new MailRejectedError(error.message, { cause: error });
        throw error;
      }
    },
    close: async () => (await transport)?.close(),
  };
}

/** Loaded with the first mail, because it takes 3 MB of memory. */
async function connect(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    // Mails consist of texts only; nothing in them may make nodemailer read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * True for a 5xx response to the recipient. To anything else (sign-in, sender), it is our problem.
 */
function isPermanentRejection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return typeof responseCode === "number" && responseCode >= 500 && command === "RCPT TO";
}
