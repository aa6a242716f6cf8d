import { sendDueMails } from "#api/mails/mails.service.ts";
import type { TestApi } from "../api/test-api.ts";
import { type ReadMail, readOutbox } from "../mail-reading.ts";

export type QueuedMail = {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

/** Returns the mails to an address that wait to be sent, oldest first. */
export async function queuedMailsTo(
  { database }: Pick<TestApi, "database">,
  email: string,
): Promise<QueuedMail[]> {
  return database<QueuedMail[]>`
    SELECT subject, body_text AS text, body_html AS html, headers FROM mails
    WHERE recipient = ${email} ORDER BY id`;
}

/** Returns the text of the newest of them; undefined if there is none. */
export async function lastMailTo(test: TestApi, email: string): Promise<string | undefined> {
  return (await queuedMailsTo(test, email)).at(-1)?.text;
}

/** Sends the due mails; returns all that were sent to an address, oldest first. */
export async function deliverMailsTo(
  { deps, outboxFolder }: TestApi,
  email: string,
): Promise<ReadMail[]> {
  await sendDueMails(deps);
  return (await readOutbox(outboxFolder)).filter(({ headers }) => headers.to === email);
}
