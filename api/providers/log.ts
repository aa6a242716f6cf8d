import { type DestinationStream, type Logger, pino } from "pino";

/** Never written down, wherever they turn up in what is logged. */
const SECRET_FIELDS = ["password", "password_confirmation", "cookie", "authorization", "token"];

/**
 * The process's log: one JSON object a line, to stdout unless told otherwise. Only errors and our
 * own words go in; request bodies never do.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
