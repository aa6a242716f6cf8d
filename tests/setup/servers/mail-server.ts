import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { readMail } from "../mail-reading.ts";
import { freePort } from "./free-port.ts";

export type ReceivedMail = { to: string; text: string };

export type MailServer = {
  port: number;
  url: string;
  /** One entry per recipient, in the order of arrival. */
  received: ReceivedMail[];
  close(): Promise<void>;
};

/** Starts an SMTP server without TLS that accepts every mail, and confirms it after `workMs`. */
export async function startMailServer(workMs = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { text } = readMail(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, text });
        await pause(workMs);
        done();
      });
    },
  });
  // Killed clients reset their connections.
  server.on("error", () => {});
  const port = await freePort();
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return {
    ...{ port, url: `smtp://127.0.0.1:${port}`, received },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
