import { openArchive } from "#api/backup/archive-reader.ts";
import { describeMissing } from "#api/backup/missing-files.ts";
import { restoreBackup } from "#api/backup/restore.service.ts";
import { describeAmounts, runBackupCommand } from "./backup-command.ts";

// A separate program (`npm run restore -- FILE`), for an empty shop that is not running.

runBackupCommand({
  usage: "npm run restore -- FILE",
  async run(path, withShop) {
    const startedAtMs = performance.now();
    // Before the database is started or anything is written.
    const archive = await openArchive(path);
    const summary = await withShop((shop) => restoreBackup(shop, archive));
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
    return `${lines.join("\n")}\n`;
  },
});
