import { DOCUMENT_GAP, type RestoreAdjustments } from "#api/backup/after-restore.ts";
import { BackupError } from "#api/backup/archive-format.ts";
import { openArchive } from "#api/backup/archive-reader.ts";
import { describeMissing } from "#api/backup/missing-files.ts";
import { restoreBackup } from "#api/backup/restore.service.ts";
import { assertHoldsTexts } from "../lifecycle/text-support.ts";
import { describeAmounts, runBackupCommand } from "./backup-command.ts";

// A separate program (`npm run restore -- FILE`), for an empty shop that is not running.

const DROP_MAILS = "--drop-mails";
const GAP = "--document-gap=";
/** Document numbers have six digits. */
const GAP_MAX = 900_000;

runBackupCommand({
  usage: `npm run restore -- FILE [${GAP}${DOCUMENT_GAP}] [${DROP_MAILS}]`,
  options: [GAP, DROP_MAILS],
  async run(path, withShop, options) {
    const afterwards = {
      documentGap: readGap(options),
      dropsMails: options.includes(DROP_MAILS),
    };
    const startedAtMs = performance.now();
    // Before the database is started or anything is written.
    const archive = await openArchive(path);
    const summary = await withShop(async (shop) => {
      await assertHoldsTexts(shop.database, { isNew: true, log: console });
      return restoreBackup(shop, archive, afterwards);
    });
    const when = archive.head.createdAt;
    const lines = [`Restored the shop of ${when}: ${describeAmounts(summary, startedAtMs)}.`];
    if (summary.leftOut.length > 0) {
      lines.push(
        `Tables that Promptory does not know were left out: ${summary.leftOut.join(", ")}.`,
      );
    }
    if (summary.missing) lines.push(`${describeMissing(summary.missing, "the backup")}.`);
    if (!summary.canDecrypt) {
      lines.push(
        "SESSION_SECRET is not that of the backed-up shop: set it before the start, or identity " +
          "documents, bank accounts and sold files stay encrypted.",
      );
    }
    if (summary.settled) lines.push(...describeSettled(summary.settled));
    return `${lines.join("\n")}\n`;
  },
});

/** Throws BackupError if it is not a valid number of documents. */
function readGap(options: readonly string[]): number {
  const given = options.findLast((option) => option.startsWith(GAP))?.slice(GAP.length);
  if (given === undefined) return DOCUMENT_GAP;
  const gap = /^\d{1,6}$/.test(given) ? Number(given) : GAP_MAX + 1;
  if (gap > GAP_MAX) throw new BackupError(`${GAP} must be a whole number up to ${GAP_MAX}.`);
  return gap;
}

function describeSettled({
  unusedNumbers,
  sessions,
  mails,
  refunds,
}: RestoreAdjustments): string[] {
  return [
    sessions === null
      ? "Nobody is signed out: sessions are those of the backup."
      : `Everybody is signed out (${sessions} sessions).`,
    ...(unusedNumbers.length > 0
      ? [`Numbers that stay unused, as the audit log says: ${unusedNumbers.join(", ")}.`]
      : ["Numbers of documents go on where the backup ends."]),
    mails === null
      ? "Mails that wait in the backup are sent at the start, even if they were sent since."
      : `Mails that were dropped: ${mails}.`,
    ...(refunds > 0
      ? [`Refunds that waited: ${refunds}. Each is looked for at its provider before it is sent.`]
      : []),
    'Read "After a restore" in docs/operations.md before the start.',
  ];
}
