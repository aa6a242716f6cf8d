import { type DestinationStream, type Logger, pino } from "pino";
import { readTraceIds } from "../tracing.ts";

/** Never written down, wherever they turn up in what is logged. */
const SECRET_FIELDS = ["password", "password_confirmation", "cookie", "authorization", "token"];

/**
 * An escape of JSON, which stays as it is, or an e-mail address; what ends in a slash is a path to a
 * package (`node_modules/@hono/...`). Bounded on both sides of the sign: a
 * long text without one costs little more than its length.
 */
const EMAIL =
  /\\(?:u[0-9a-f]{4}|.)|[\w!#$%&'*+\-/=?^`{|}~.\u0080-\uffff]{0,63}[\w!#$%&'*+\-=?^`{|}~.\u0080-\uffff]@[\w.-]{1,255}/gi;

/** A line of JSON without its e-mail addresses; `a***@***` still distinguishes two. */
export function maskEmails(line: string): string {
  return line.replace(EMAIL, (found) =>
    found.startsWith("\\") ? found : `${[...found][0]}***@***`,
  );
}

/**
 * The process's log: one JSON object a line, to stdout by default. Only errors and our
 * own words go in; request bodies never do, and e-mail addresses are masked wherever they stand, the
 * texts of errors included.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: maskEmails },
    mixin: readTraceIds,
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
