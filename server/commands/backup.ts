import { createBackup } from "#api/backup/backup.service.ts";
import { describeMissing } from "#api/backup/missing-files.ts";
import { describeAmounts, runBackupCommand } from "./backup-command.ts";

// A separate program (`npm run backup -- FILE`), for a running or stopped shop.

const DESPITE_MISSING = "--despite-missing-files";

runBackupCommand({
  usage: `npm run backup -- FILE [${DESPITE_MISSING}]`,
  options: [DESPITE_MISSING],
  async run(path, withShop, options) {
    const startedAtMs = performance.now();
    const despiteMissing = options.includes(DESPITE_MISSING);
    const summary = await withShop((shop) => createBackup(shop, path, { despiteMissing }));
    const lines = [`${path}: ${describeAmounts(summary, startedAtMs)}, read back and checked.`];
    lines.push(
      summary.hasSecret
        ? "It holds the session secret and everything that people entrusted to you: keep it closed."
        : "It does not hold SESSION_SECRET, which comes from the environment: keep that as well, " +
            "because identity documents, bank accounts and sold files open only with it.",
    );
    if (summary.missing) lines.push(`${describeMissing(summary.missing, "it")}.`);
    if (summary.violations.length > 0) {
      lines.push(`The ledger of this shop does not balance: ${summary.violations.join("; ")}`);
    }
    return `${lines.join("\n")}\n`;
  },
});
