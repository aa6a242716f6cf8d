import type { Sql } from "../../db/client.ts";
import { renderDocuments } from "../../documents/documents.service.ts";
import type { DocumentFile } from "../../documents/pdf/render-document.ts";
import type { ApiDeps } from "../../http/context.ts";
import { MAIL_SAMPLES } from "./mail-samples.ts";
import { makeSampleEvents } from "./sample-events.ts";
import { lastMailId, listMailsAfter, type QueuedMail } from "./samples.queries.ts";

export type PreviewedMail = Omit<QueuedMail, "id" | "documentIds"> & {
  name: string;
  attachments: DocumentFile[];
};

/** Thrown to roll back the transaction. */
class Rollback extends Error {}

/**
 * Returns mails as the outbox gets them: each is queued by the product's own function, about sample
 * rows, in a transaction that is rolled back. Omits mails without a recipient in the shop's
 * settings. `prepare` changes the wording beforehand, in the same transaction. Throws if nothing is
 * for sale, because there is no order to write about.
 */
export async function previewMails(
  deps: ApiDeps,
  locale: string,
  names: readonly string[],
  { hasFiles = true, prepare }: { hasFiles?: boolean; prepare?: (sql: Sql) => Promise<void> } = {},
): Promise<PreviewedMail[]> {
  const previewed: PreviewedMail[] = [];
  try {
    await deps.database.begin(async (sql) => {
      await prepare?.(sql);
      const events = await makeSampleEvents(deps, sql, locale);
      for (const name of names) {
        const before = await lastMailId(sql);
        await MAIL_SAMPLES[name]?.(deps, sql, events);
        for (const mail of await listMailsAfter(sql, before)) {
          previewed.push(await toPreviewed(sql, name, mail, hasFiles));
        }
      }
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return previewed;
}

async function toPreviewed(
  sql: Sql,
  name: string,
  { documentIds, id: _id, ...mail }: QueuedMail,
  hasFiles: boolean,
): Promise<PreviewedMail> {
  return { ...mail, name, attachments: hasFiles ? await renderDocuments(sql, documentIds) : [] };
}
