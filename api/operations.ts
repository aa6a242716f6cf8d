import { isDeepStrictEqual } from "node:util";
import { DomainError } from "#domain/errors.ts";

/**
 * Checks that a repeated request matches the one that first used its idempotency key. If their
 * contents differed, returning the first result would report the second as stored although it was
 * dropped. `known` is what is stored for the operation, `sent` the request in the same form. Throws
 * operation_conflict if they differ or nothing is stored.
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

/** Returns a value as a JSON column returns it: without undefined keys. */
function toStored(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
