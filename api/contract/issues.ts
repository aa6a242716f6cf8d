import { z } from "zod";
import { isMessageCode, type Message, type MessageParams, paramNamesOf } from "#domain/messages.ts";

// Messages of the schemas in this folder are codes (`errors.<code>` of locales/*.json). Their
// placeholders come from the rule itself (`max`, `min`) or from the `params` of a custom rule.

/** Marks anything missing, because an issue does not contain its value. */
const MISSING = "is required";
z.config({ customError: ({ input }) => (input === undefined ? MISSING : undefined) });

/** A violation of a domain rule, for `addIssue`. */
export function customIssue({ code, params }: Message) {
  return { code: "custom" as const, message: code, params: { ...params } };
}

/**
 * Converts a schema violation to a code with its values. Rules without a code concern values that
 * our forms cannot send, except that missing values and unknown choices have their own codes.
 */
export function toMessage(issue: z.core.$ZodIssue): Message {
  if (isMessageCode(issue.message)) {
    const names = paramNamesOf(issue.message);
    if (names.length === 0) return { code: issue.message };
    const values = valuesOf(issue);
    return {
      code: issue.message,
      params: Object.fromEntries(names.map((name) => [name, values[name] ?? ""])),
    };
  }
  // Missing and unknown choices get the same message, without the allowed values: those are terms
  // of the contract, and forms may show this message.
  if (issue.code === "invalid_value") return { code: "choice_required" };
  if (issue.message === MISSING) return { code: "value_required" };
  if (issue.code === "too_big" && issue.origin === "string") {
    return { code: "text_too_long", params: { max: Number(issue.maximum) } };
  }
  return { code: "value_invalid" };
}

/** The same for a query, which programs send: lists the allowed values of a choice. */
export function toQueryMessage(issue: z.core.$ZodIssue): Message {
  if (issue.code !== "invalid_value" || isMessageCode(issue.message)) return toMessage(issue);
  return { code: "choice_invalid", params: { choices: issue.values.map(String).join(", ") } };
}

function valuesOf(issue: z.core.$ZodIssue): MessageParams {
  if (issue.code === "too_big") return { max: Number(issue.maximum) };
  if (issue.code === "too_small") return { min: Number(issue.minimum) };
  return issue.code === "custom" ? (issue.params ?? {}) : {};
}
