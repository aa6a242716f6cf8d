import type { Sql } from "#api/db/client.ts";
import { SERIES_KINDS, seriesNumber } from "#domain/documents.ts";
import { recordAction } from "../audit/audit.service.ts";
import {
  deleteSessions,
  deleteWaitingMails,
  markRefundsTried,
  moveSeriesOn,
} from "./after-restore.queries.ts";

/** How many numbers of each series stay unused after a restore, by default. */
export const DOCUMENT_GAP = 10_000;

export type AfterRestore = {
  /**
   * 0 for a shop that moves: it was stopped before the backup, nothing happened since, and sessions
   * stay.
   */
  documentGap: number;
  /** What waits in the outbox may have been sent since. */
  dropsMails: boolean;
};

export type Settled = {
  /** What goes unused: "INV-2026-000018 to INV-2026-010017". */
  unusedNumbers: string[];
  /** Null where nobody was signed out. */
  sessions: number | null;
  /** Null unless mails were to be dropped. */
  mails: number | null;
  /** How many waited to be sent to their provider, and may have been since. */
  refunds: number;
};

/**
 * Prevents a restored shop from repeating what the original has done since `backedUpAt`. Document
 * numbers continue after a gap, because two invoices must not have the same number (Directive
 * 2006/112/EC Art. 226(2)); the audit log explains the gap for as long as documents are kept. All
 * sessions end, except in a shop that moves, because some may have been ended since, for example by
 * a changed password. Requested refunds are looked up at their provider before they are sent.
 */
export async function settleRestored(
  sql: Sql,
  backedUpAt: string,
  { documentGap, dropsMails }: AfterRestore,
): Promise<Settled> {
  const moved =
    documentGap > 0
      ? await moveSeriesOn(sql, { series: SERIES_KINDS, since: backedUpAt, gap: documentGap })
      : [];
  const unusedNumbers: string[] = [];
  for (const { series, year, lastNumber } of moved) {
    const first = seriesNumber(series, year, lastNumber - documentGap + 1);
    const unused = `${first} to ${seriesNumber(series, year, lastNumber)}`;
    unusedNumbers.push(unused);
    // As the subject, because everything else in the log is erased after a time.
    const subject = { kind: "documents", id: unused };
    await recordAction(sql, { actorId: null, action: "restore.unused-numbers", subject });
  }
  return {
    unusedNumbers,
    // A shop that moves keeps its sessions.
    sessions: documentGap > 0 ? await deleteSessions(sql) : null,
    mails: dropsMails ? await deleteWaitingMails(sql) : null,
    refunds: await markRefundsTried(sql),
  };
}
