import { dirname } from "node:path";
import { BackupError } from "#api/backup/archive-format.ts";
import { postgresCode } from "#api/db/client.ts";
import { EmbeddedServerError } from "#api/db/embedded-server/errors.ts";
import { MigrationError } from "#api/db/migration-plan.ts";
import { ConfigError } from "../config/config-error.ts";
import { describeBucketError } from "../lifecycle/files.ts";
import { Interrupted } from "../lifecycle/interrupts.ts";

/** SQLSTATEs: a right that the role lacks, a write in a read-only transaction. */
const NO_RIGHT = "42501";
const READ_ONLY = "25006";

type ErrorClass = new (...args: never[]) => Error;

/** What reading the settings or opening the shop may throw: a sentence each. */
const EXPECTED: readonly ErrorClass[] = [
  BackupError,
  ConfigError,
  EmbeddedServerError,
  Interrupted,
  MigrationError,
];

/**
 * Runs a command, prints what it resolves to, and exits the process: with 1 and a sentence for an
 * error. `expected` are the command's own errors whose message is such a sentence.
 */
export function runCommand(
  main: () => Promise<string>,
  expected: readonly ErrorClass[] = [],
): void {
  main().then(
    (text) => {
      process.stdout.write(text);
      process.exit(0);
    },
    (error: unknown) => {
      process.stderr.write(`${describeError(error, expected)}\n`);
      process.exit(1);
    },
  );
}

/** A sentence for an expected error, a missing right, or failing storage; otherwise the stack. */
export function describeError(error: unknown, expected: readonly ErrorClass[] = []): string {
  if (!(error instanceof Error)) return String(error);
  if ([...EXPECTED, ...expected].some((type) => error instanceof type)) return error.message;
  const sentence = describeRightError(error) ?? describeBucketError(error);
  return sentence ?? describeFileError(error) ?? error.stack ?? error.message;
}

/** The right that the database's role lacks, as a sentence; null for any other error. */
function describeRightError(error: Error): string | null {
  const code = postgresCode(error);
  if (code !== NO_RIGHT && code !== READ_ONLY) return null;
  return (
    `DATABASE_URL: ${error.message}: this command needs the role that the shop has, and a database ` +
    "that can be written."
  );
}

/** An error of the file system as a sentence; null for any other error. */
function describeFileError(error: NodeJS.ErrnoException): string | null {
  if (error.syscall === undefined) return null;
  // An archive has a temporary name until it is complete.
  const place = error.path?.endsWith(".draft") ? dirname(error.path) : error.path;
  if (place === undefined) return error.message;
  if (error.code === "ENOENT") return `${place} does not exist.`;
  if (error.code === "ENOSPC" || error.code === "EDQUOT") {
    return `The disk that holds ${place} is full.`;
  }
  if (error.code === "EISDIR") return `${place} is a folder.`;
  if (error.code === "EACCES" || error.code === "EPERM" || error.code === "EROFS") {
    return `${place} cannot be used by this user (${error.code}).`;
  }
  return error.message;
}
