import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type MailProvider, toMimeAttachments } from "./mail.ts";
import type { Sender } from "./sender.ts";

/**
 * Sends mail without a mail server: each mail becomes a file in `folder` that any mail program can
 * open, and a line in the log. File names start with the time, so the newest sorts last.
 */
export function createOutboxFolder(options: {
  folder: string;
  from: Sender;
  log: Logger;
  now: () => Date;
}): MailProvider {
  const { folder, from, log, now } = options;
  let composer: ReturnType<typeof createComposer> | undefined;
  return {
    name: "outbox folder",
    isFolder: true,
    async send(mail) {
      const date = now();
      const attachments = toMimeAttachments(mail);
      composer ??= createComposer();
      const { message } = await (await composer).sendMail({ ...mail, attachments, from, date });
      if (!Buffer.isBuffer(message)) throw new Error("the mail was not written as a whole");
      // Mails contain addresses and password reset links, so only this process's user may read
      // them.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${date.toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}.eml`;
      // Written atomically, so that a watcher of the folder never reads an incomplete mail.
      const path = join(folder, name);
      const draft = `${path}.part`;
      try {
        await writeFile(draft, message, { mode: 0o600, flush: true });
        await rename(draft, path);
      } catch (error) {
        // Otherwise each attempt on a full disk would leave one more.
        await rm(draft, { force: true });
        throw error;
      }
      // The address and subject are not logged: both are in the file, for those who may read it.
      log.info({ file: path }, "mail written");
    },
    close: async () => {},
  };
}

/** Loaded with the first mail, because it takes 3 MB of memory. */
async function createComposer() {
  const { createTransport } = await import("nodemailer");
  return createTransport({ streamTransport: true, buffer: true, newline: "windows" });
}
