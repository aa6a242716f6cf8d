import { isRecord } from "#domain/json.ts";
import { readFlag } from "./json.server.ts";
import { readErrorList, readFieldMessages, readMessage } from "./messages.server.ts";

/**
 * Values of `status` with which servers say that they have not done it; anything else may be a
 * state or a sentence.
 */
const FAILURE =
  /^(?:err(?:or)?s?|fail(?:ed|ure|s)?|false|nok|denied|rejected|refused|invalid|unauthori[sz]ed|unauthenticated|forbidden|unavailable|[45]\d\d)$/;

/**
 * True if the body of a 2xx says that nothing was done (docs/decisions 0020): through
 * `success: false`, messages in `errors`, or a failure `status`. A read is only rejected if it
 * comes without data: next to data, these fields describe the data, such as the status of a
 * deposit.
 */
export function isRejection(body: unknown, { isWrite }: { isWrite: boolean }): boolean {
  if (!isRecord(body)) return false;
  if (body.status === "ERROR") return true;
  const isFalse = body.success !== undefined && readFlag(body.success) === false;
  const isFailure = isFalse || FAILURE.test(toWord(body.status));
  if (isWrite) return isFailure || hasErrors(body);
  if (!isFailure) return false;
  const isData = readMessage(body) === null ? isSome : isFilled;
  return !["payload", "data", "order"].some((name) => isData(body[name]));
}

/** True for a body that states errors, under fields or in a list. */
export function hasErrors(body: unknown): boolean {
  const fields = Object.values(readFieldMessages(body));
  return fields.some((messages) => messages.length > 0) || readErrorList(body).length > 0;
}

/**
 * A status as a lower-case word; "" if there is none, or if it is not a status, such as an object.
 */
function toWord(status: unknown): string {
  const isWord = ["string", "number", "boolean"].includes(typeof status);
  return isWord ? String(status).trim().toLowerCase() : "";
}

const isSome = (value: unknown) => value !== undefined && value !== null;

/** An empty list or map, next to a message, is what a server sends instead of data. */
const isFilled = (value: unknown) =>
  isSome(value) && (typeof value !== "object" || Object.keys(value ?? {}).length > 0);
