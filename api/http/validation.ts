import type { Hook } from "@hono/zod-openapi";
import type { z } from "zod";
import { DomainError, type FieldErrors } from "#domain/errors.ts";
import type { Message } from "#domain/messages.ts";
import { toMessage, toQueryMessage } from "../contract/issues.ts";
import type { ApiEnv } from "./context.ts";

/**
 * Rejects a request that does not match the contract: 422 with a message for every invalid field. A
 * path that cannot match anything (a huge id, an invalid slug) is not found.
 */
export const rejectInvalid: Hook<unknown, ApiEnv, string, unknown> = (result) => {
  if (result.success) return;
  if (result.target === "param") {
    // Spec §8 has a message for orders.
    const isOrders = result.error.issues.some(({ message }) => message === "order_not_found");
    throw new DomainError(isOrders ? "order_not_found" : "not_found");
  }
  const toFieldMessage = result.target === "query" ? toQueryMessage : toMessage;
  throw validationError(result.error.issues, toFieldMessage);
};

/** Returns all invalid fields with the first message of each; fields in lists have dotted names. */
function validationError(
  issues: readonly z.core.$ZodIssue[],
  toFieldMessage: (issue: z.core.$ZodIssue) => Message,
): DomainError {
  const messages = new Map<string, Message[]>();
  for (const issue of issues) {
    const field = issue.path.map(String).join(".") || "body";
    // A value that breaks one rule may break the next for the same reason.
    if (!messages.has(field)) messages.set(field, [toFieldMessage(issue)]);
  }
  // Collected in a Map, so that a field named __proto__ stays a field.
  const fields: FieldErrors = Object.fromEntries(messages);
  return new DomainError("validation_failed", { fields });
}
