import { pino } from "pino";
import { type DatabaseTarget, openDatabase } from "#api/db/client.ts";
import { readDatabaseTime } from "#api/db/database-clock.ts";
import { runRefundCommand } from "#api/refunds/refund-command.ts";
import { CommandError } from "#api/staff/command-error.ts";
import { addStaff, createStaffLink, listStaff, removeStaff } from "#api/staff/staff.service.ts";
import { MoneyInvariantError, runMoneyCheck } from "#api/wallet/check-money-command.ts";
import { RESET_TTL_SECONDS } from "#domain/accounts.ts";
import { DEFAULT_LOCALE, LOCALES } from "#domain/locales.ts";
import { STAFF_ROLES } from "#domain/staff-roles.ts";
import { readConfig } from "../config/config.ts";
import { closeShopDatabase, openShopDatabase } from "../lifecycle/shop-database.ts";
import { runCommand } from "./run-command.ts";

// A separate program (`npm run staff -- add ADDRESS`), with which an operator without demo accounts
// can get access to the staff pages; it also makes refunds and checks the money. Anyone who can run
// it has access to the database anyway.

const USAGE =
  `npm run staff -- add ADDRESS [--role ${STAFF_ROLES.join("|")}]\n` +
  "       npm run staff -- link ADDRESS\n       npm run staff -- remove ADDRESS\n" +
  "       npm run staff -- list\n" +
  "       npm run staff -- refund order|deposit ID AMOUNT|all REASON\n" +
  "       npm run staff -- check-money";

type Deps = Parameters<typeof addStaff>[0] &
  Parameters<typeof runRefundCommand>[0] & { target: DatabaseTarget };

/** Each returns the output to print. Throws CommandError, whose message is a sentence. */
const COMMANDS: Record<string, (deps: Deps, args: string[]) => Promise<string>> = {
  add,
  link: createLink,
  remove,
  list,
  refund: runRefundCommand,
  "check-money": checkMoney,
};

async function add(deps: Deps, [address, flag, name, ...more]: string[]): Promise<string> {
  const role = flag === undefined ? "owner" : STAFF_ROLES.find((one) => one === name);
  const isRole = flag === undefined || flag === "--role";
  if (address === undefined || !isRole || !role || more.length > 0) {
    throw new CommandError(`usage: ${USAGE}`);
  }
  const { link } = await addStaff(deps, address, role);
  return `${address} is staff (${role}). ${describeLink(deps, link)}`;
}

async function createLink(deps: Deps, [address, ...more]: string[]): Promise<string> {
  if (address === undefined || more.length > 0) throw new CommandError(`usage: ${USAGE}`);
  const { link } = await createStaffLink(deps, address);
  return describeLink(deps, link);
}

const describeLink = ({ config }: Deps, link: string) =>
  `With this link, which works once and for ${RESET_TTL_SECONDS / 60} minutes, the account's owner ` +
  `sets the password:\n${link}\nThe desk: ${config.appUrl}/${DEFAULT_LOCALE}/staff`;

async function remove(deps: Deps, [address, ...more]: string[]): Promise<string> {
  if (address === undefined || more.length > 0) throw new CommandError(`usage: ${USAGE}`);
  await removeStaff(deps, address);
  return `${address} is an ordinary member now.`;
}

async function list(deps: Deps, args: string[]): Promise<string> {
  if (args.length > 0) throw new CommandError(`usage: ${USAGE}`);
  const people = await listStaff(deps);
  if (people.length === 0) return "Nobody is staff. Add an owner: npm run staff -- add ADDRESS";
  return people
    .map(({ email, staffRole, isDisabled }) =>
      [staffRole.padEnd(10), email, ...(isDisabled ? ["(disabled)"] : [])].join(" "),
    )
    .join("\n");
}

async function checkMoney({ target }: Deps, args: string[]): Promise<string> {
  if (args.length > 0) throw new CommandError(`usage: ${USAGE}`);
  // It reads the whole ledger.
  const database = openDatabase(target, { connectionsMax: 1, hasTimeLimits: false });
  try {
    return await runMoneyCheck(database);
  } finally {
    await database.end({ timeout: 1 });
  }
}

async function main(): Promise<string> {
  const [command, ...args] = process.argv.slice(2);
  const run = command === undefined ? undefined : COMMANDS[command];
  if (!run) throw new CommandError(`usage: ${USAGE}`);
  // An owner may be added before the first start, but a mistyped DATA_DIR must not create a new
  // shop.
  const mustExist = command !== "add";
  const config = readConfig(process.env, undefined, { mustExist });
  if (config.apiUrl) throw new CommandError("API_URL is set: its own server has the accounts.");
  const log = pino({ level: "silent" });
  const held = await openShopDatabase(config, log, undefined, { mustExist });
  const deps = {
    database: held.database,
    target: held.target,
    now: await readDatabaseTime(held.database),
    config: { appUrl: config.appUrl, locales: LOCALES },
  };
  try {
    return `${await run(deps, args)}\n`;
  } finally {
    await closeShopDatabase(held);
  }
}

runCommand(main, [CommandError, MoneyInvariantError]);
