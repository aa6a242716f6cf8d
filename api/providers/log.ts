import { type DestinationStream, type Logger, pino } from "pino";
import { readTraceIds } from "../tracing.ts";

/** Fields that are never logged, wherever they occur. */
const SECRET_FIELDS = ["password", "password_confirmation", "cookie", "authorization", "token"];

/**
 * Matches a JSON escape, which is kept, or an email address. A local part that ends in a slash is a
 * package path (`node_modules/@hono/...`). Bounded on both sides of the @, so that matching takes
 * linear time even in a long text without one.
 */
const EMAIL =
  /\\(?:u[0-9a-f]{4}|.)|[\w!#$%&'*+\-/=?^`{|}~.\u0080-\uffff]{0,63}[\w!#$%&'*+\-=?^`{|}~.\u0080-\uffff]@[\w.-]{1,255}/gi;

/** Masks email addresses in a JSON line; `a***@***` still shows the first character. */
export function maskEmails(line: string): string {
  return line.replace(EMAIL, (found) =>
    found.startsWith("\\") ? found : `${[...found][0]}***@***`,
  );
}

/**
 * Logs only the status of a thrown response, such as a redirect to login: JSON shows nothing of it.
 */
function toLoggedError(error: Error | Response) {
  if (!(error instanceof Response)) return pino.stdSerializers.err(error);
  return { type: "Response", status: error.status };
}

/**
 * The process's log: one JSON object per line, to stdout by default. Only errors and our own texts
 * are logged, never request bodies. Email addresses are masked everywhere, including in the
 * messages of errors.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: maskEmails },
    mixin: readTraceIds,
    serializers: { err: toLoggedError },
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
