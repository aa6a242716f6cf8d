import { pino } from "pino";
import { BackupError } from "#api/backup/archive-format.ts";
import { runRefundCommand } from "#api/refunds/refund-command.ts";
import { addStaff, removeStaff, StaffAccountError } from "#api/staff/staff.service.ts";
import { RESET_TTL_SECONDS } from "#domain/accounts.ts";
import { LOCALES } from "#domain/locales.ts";
import { ConfigError, readConfig } from "./config.ts";
import { closeProductDatabase, openProductDatabase } from "./startup.ts";

// A program of its own (`npm run staff -- add ADDRESS`), so that an operator without demo accounts
// gets into the staff pages; it refunds, too. Anyone who may run it owns the database anyway.

const USAGE =
  "npm run staff -- add ADDRESS\n       npm run staff -- remove ADDRESS\n" +
  "       npm run staff -- refund order|deposit ID AMOUNT|all REASON";

async function main(): Promise<void> {
  const [command, address, ...more] = process.argv.slice(2);
  const isRefund = command === "refund";
  const isKnown = isRefund || command === "add" || command === "remove";
  if (!isKnown || address === undefined || (!isRefund && more.length > 0)) {
    throw new StaffAccountError(`usage: ${USAGE}`);
  }
  const config = readConfig(process.env);
  if (config.apiUrl)
    throw new StaffAccountError("API_URL is set: its own server has the accounts.");
  const held = await openProductDatabase(config, pino({ level: "silent" }));
  const deps = {
    database: held.database,
    now: () => new Date(),
    config: { appUrl: config.appUrl, locales: LOCALES },
  };
  try {
    if (isRefund) {
      process.stdout.write(`${await runRefundCommand(deps, [address, ...more])}\n`);
    } else if (command === "add") {
      const { link } = await addStaff(deps, address);
      const minutes = RESET_TTL_SECONDS / 60;
      process.stdout.write(
        `${address} is staff. With this link, which works once and for ${minutes} minutes, its ` +
          `owner sets the password:\n${link}\n`,
      );
    } else {
      await removeStaff(deps, address);
      process.stdout.write(`${address} is an ordinary member now.\n`);
    }
  } finally {
    await closeProductDatabase(held);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected =
      error instanceof StaffAccountError ||
      error instanceof ConfigError ||
      error instanceof BackupError;
    const reason = error instanceof Error && !isExpected ? (error.stack ?? error.message) : error;
    process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
    process.exit(1);
  },
);
