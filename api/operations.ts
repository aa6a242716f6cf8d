import { isDeepStrictEqual } from "node:util";
import { DomainError } from "#domain/errors.ts";

/**
 * An idempotency key stands for one write: what a person sent, about one object. A repetition has the
 * result of the first request only if it is the same, otherwise its content would be dropped and
 * reported as stored. `known` is what is stored of the operation, `sent` the request in the same form.
 * Throws operation_conflict when they differ, or nothing is known.
 */
export function assertSameOperation<Known extends object>(
  known: Known | null,
  sent: Partial<Known>,
): asserts known is Known {
  const names = Object.keys(sent) as (keyof Known)[];
  const isSame =
    known !== null && names.every((name) => isDeepStrictEqual(known[name], toStored(sent[name])));
  if (!isSame) throw new DomainError("operation_conflict");
}

/** A value as JSON columns return it: without keys that are undefined. */
function toStored(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
