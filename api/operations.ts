import { isDeepStrictEqual } from "node:util";
import { DomainError } from "#domain/errors.ts";

/**
 * Checks that a repeated request is the same as the one that used its idempotency key first: if its
 * content differed, returning the first result would report it as stored although it was dropped.
 * `known` is what is stored of the operation, `sent` the request in the same form. Throws
 * operation_conflict if they differ, or if nothing is stored.
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
