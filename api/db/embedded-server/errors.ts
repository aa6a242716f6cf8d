import { errnoOf } from "../../errno.ts";

/** A failure, explained in one sentence to the person who started the product. */
export class EmbeddedServerError extends Error {
  override name = "EmbeddedServerError";
}

const OWN_DATABASE = "set DATABASE_URL to a Postgres 15 or newer";

/** The message for a machine that cannot run the packaged server. */
export function unsupportedPlatform(reason: string): EmbeddedServerError {
  const machine = `${process.platform}-${process.arch} (${reason})`;
  return new EmbeddedServerError(
    `There is no built-in database for this machine, ${machine}: ${OWN_DATABASE}.`,
  );
}

/** Converts any failure to one sentence; `place` is the folder in use. */
export function explain(error: unknown, place: string): EmbeddedServerError {
  if (error instanceof EmbeddedServerError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new EmbeddedServerError(sentence(errnoOf(error), text, place), { cause: error });
}

function sentence(code: string, text: string, place: string): string {
  if (code === "ENOSPC" || /no space left on device|disk quota exceeded/i.test(text)) {
    return `The disk that holds ${place} is full: free some space and start again.`;
  }
  if (code === "ENOTDIR" || code === "EEXIST") {
    return `${place} is not a folder: set DATA_DIR to a folder for the product's data.`;
  }
  const isUnmade = code === "ENOENT" && text.includes("mkdir");
  if (
    isUnmade ||
    /^(EACCES|EPERM|EROFS)$/.test(code) ||
    /permission denied|read-only file/i.test(text)
  ) {
    return (
      `${place} cannot be written by this user: ` +
      `change its owner, or set DATA_DIR to a folder that can be written.`
    );
  }
  const detail = lastErrorLine(text).replace(/\.+$/, "");
  return `The built-in database did not start (${detail}): see postgres.log, or ${OWN_DATABASE}.`;
}

/** The most informative line in the output of the server or a tool. */
function lastErrorLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const errorLines = lines.filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line));
  const line = errorLines.at(-1) ?? lines.filter((one) => one !== "").at(-1) ?? "no reason given";
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, "");
}
