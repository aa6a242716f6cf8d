import { dirname } from "node:path";
import { BackupError } from "#api/backup/archive-format.ts";
import { EmbeddedServerError } from "#api/db/embedded-server/errors.ts";
import { MigrationError } from "#api/db/migration-plan.ts";
import { ConfigError } from "../config/config-error.ts";
import { describeRightError } from "../lifecycle/database-rights.ts";
import { describeBucketError } from "../lifecycle/files.ts";
import { Interrupted } from "../lifecycle/interrupts.ts";

type ErrorClass = new (...args: never[]) => Error;

/**
 * The expected errors of reading the settings or opening the shop; the message of each is a
 * sentence for the operator.
 */
const EXPECTED: readonly ErrorClass[] = [
  BackupError,
  ConfigError,
  EmbeddedServerError,
  Interrupted,
  MigrationError,
];

/**
 * Runs a command, prints the text it resolves to, and exits the process: for an error with 1, after
 * a sentence. `expected` are the command's own errors whose message is such a sentence.
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

/**
 * A sentence for an expected error, a missing privilege, or failing storage; otherwise the stack.
 */
export function describeError(error: unknown, expected: readonly ErrorClass[] = []): string {
  if (!(error instanceof Error)) return String(error);
  if ([...EXPECTED, ...expected].some((type) => error instanceof type)) return error.message;
  const sentence = describeRightError(error) ?? describeBucketError(error);
  return sentence ?? describeFileError(error) ?? error.stack ?? error.message;
}

/** A file system error as a sentence; null for any other error. */
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
