import type { Sql } from "#api/db/client.ts";
import { SERIES_KINDS, seriesNumber } from "#domain/documents.ts";
import { recordAction } from "../audit/audit.service.ts";
import {
  advanceSeries,
  deleteSessions,
  deleteWaitingMails,
  markRefundsTried,
} from "./after-restore.queries.ts";

/** How many numbers of each series stay unused after a restore by default. */
export const DOCUMENT_GAP = 10_000;

export type AfterRestore = {
  /**
   * 0 for a shop that moves: it was stopped before the backup, nothing has happened since, and
   * sessions stay valid.
   */
  documentGap: number;
  /**
   * Whether to delete the mails in the outbox, which the original may have sent since the backup.
   */
  dropsMails: boolean;
};

export type RestoreAdjustments = {
  /** The ranges left unused, such as "INV-2026-000018 to INV-2026-010017". */
  unusedNumbers: string[];
  /** Number of sessions ended; null if none were to be. */
  sessions: number | null;
  /** Number of mails deleted; null if none were to be. */
  mails: number | null;
  /**
   * Number of refunds that were waiting to be sent to their provider, and may have been sent since
   * the backup.
   */
  refunds: number;
};

/**
 * Prevents a restored shop from repeating what the original has done since `backedUpAt`. Document
 * numbers continue after a gap, because two invoices must not have the same number (Directive
 * 2006/112/EC Art. 226(2)); the audit log explains the gap for as long as documents are kept. All
 * sessions end, except in a shop that moves, because the original may have ended some since, for
 * example after a password change. Requested refunds are looked up at their provider before they
 * are sent.
 */
export async function adjustRestoredDatabase(
  sql: Sql,
  backedUpAt: string,
  { documentGap, dropsMails }: AfterRestore,
): Promise<RestoreAdjustments> {
  const moved =
    documentGap > 0
      ? await advanceSeries(sql, { series: SERIES_KINDS, since: backedUpAt, gap: documentGap })
      : [];
  const unusedNumbers: string[] = [];
  for (const { series, year, lastNumber } of moved) {
    const first = seriesNumber(series, year, lastNumber - documentGap + 1);
    const unused = `${first} to ${seriesNumber(series, year, lastNumber)}`;
    unusedNumbers.push(unused);
    // The numbers are the subject, because everything else in the log is erased eventually.
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
