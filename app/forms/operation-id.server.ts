import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";

/** A new idempotency key for a form: if it is submitted twice, it still has only one effect. */
export function createOperationId(): string {
  return randomUUID();
}

/** After these errors the key may belong to a record that can never be opened. */
const SPENT_CODES = new Set([
  "operation_conflict",
  "deposit_expired",
  "rate_changed",
  "payout_approval_decided",
]);

/**
 * The idempotency key of a form that is shown again: kept, so that another submission cannot have a
 * second effect. Only a key that can never work again is replaced.
 */
export function nextOperationId(sent: unknown, error: unknown): string {
  const isSpent = error instanceof ApiError && SPENT_CODES.has(error.code);
  const isUsable = !isSpent && z.uuid().safeParse(sent).success;
  return isUsable ? String(sent) : createOperationId();
}
