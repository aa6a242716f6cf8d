import { createTransport } from "nodemailer";
import { type MailProvider, MailRefusedError } from "./mail.ts";

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;

/**
 * Mail through a server: `smtp://user:password@host:587` (encrypted where the server offers it) or
 * `smtps://` (encrypted from the first byte). A word the server never accepts is MailRefusedError.
 */
export function createSmtpMail(options: { url: string; from: string }): MailProvider {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    // Mails are made of texts only; nothing in one may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: "smtp",
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, from: options.from });
      } catch (error) {
        if (isRefusalForGood(error)) throw new MailRefusedError(error.message, { cause: error });
        throw error;
      }
    },
    close: async () => transport.close(),
  };
}

/** A 5xx to the recipient. To anything else (signing in, our sender) it is ours to mend. */
function isRefusalForGood(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return typeof responseCode === "number" && responseCode >= 500 && command === "RCPT TO";
}
