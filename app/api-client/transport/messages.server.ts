import { STATUS_CODES } from "node:http";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { isRecord } from "#domain/json.ts";
import {
  isMessageCode,
  type MessageCode,
  type MessageParams,
  paramNamesOf,
} from "#domain/messages.ts";
import { findKnownCode } from "./known-sentences.server.ts";

const TEXT_LENGTH_MAX = 500;
const VALUE_LENGTH_MAX = 200;

/** Names of errors, such as `invalid_grant`. */
const IDENTIFIER = /^[\w.-]+$/;
/** Names of statuses, such as "Bad Request". */
const STATUS_NAMES: ReadonlySet<string | undefined> = new Set(Object.values(STATUS_CODES));

/**
 * The server's message about a call: `payload.message`, else `message` (spec §7), else `error`, a
 * text or an object with a `message`; with its code and values. Null if there is none, or if it is
 * not displayable text.
 */
export function readMessage(body: unknown): ShownMessage | null {
  if (!isRecord(body)) return null;
  for (const place of [body.payload, body]) {
    const message = isRecord(place) ? toShownMessage(place.message, place) : null;
    if (message) return message;
  }
  return readError(body.error);
}

/** A name of the error or of its status is for developers. */
function readError(error: unknown): ShownMessage | null {
  const message = isRecord(error)
    ? toShownMessage(error.message, error)
    : toShownMessage(error, undefined);
  const isName =
    message &&
    "text" in message &&
    (IDENTIFIER.test(message.text) || STATUS_NAMES.has(message.text));
  return isName ? null : message;
}

/** The messages in `errors` by field, each with its code from `error_codes` if there is one. */
export function readFieldMessages(body: unknown): Record<string, ShownMessage[]> {
  if (!isRecord(body) || !isRecord(body.errors)) return {};
  const codes = isRecord(body.error_codes) ? body.error_codes : {};
  const entries = Object.entries(body.errors).map(([field, texts]) => {
    const stated = Object.hasOwn(codes, field) ? codes[field] : undefined;
    const list = (Array.isArray(texts) ? texts : [texts]).map((text, index) =>
      toShownMessage(text, Array.isArray(stated) ? stated[index] : undefined),
    );
    return [field, list.filter((message) => message !== null)];
  });
  return Object.fromEntries(entries);
}

/** The messages in an `errors` that names no fields: a text, or a list of texts or messages. */
export function readErrorList(body: unknown): ShownMessage[] {
  if (!isRecord(body) || isRecord(body.errors)) return [];
  const list = Array.isArray(body.errors) ? body.errors : [body.errors];
  return list
    .map((error) =>
      isRecord(error) ? toShownMessage(error.message, error) : toShownMessage(error, undefined),
    )
    .filter((message) => message !== null);
}

/**
 * A text with its code: our code if we know it and all values of its text were sent, else the text
 * itself. Null if it is not text.
 */
function toShownMessage(text: unknown, stated: unknown): ShownMessage | null {
  if (typeof text !== "string" || text.trim() === "") return null;
  const { code, params } = isRecord(stated) ? stated : {};
  if (isMessageCode(code)) {
    const values = readParams(code, params);
    if (values) return Object.keys(values).length > 0 ? { code, params: values } : { code };
  }
  const known = findKnownCode(text.trim());
  return known ? { code: known } : { text: text.trim().slice(0, TEXT_LENGTH_MAX) };
}

/** Exactly the values that a code's text needs; null unless all are present. */
function readParams(code: MessageCode, params: unknown): MessageParams | null {
  const values: Record<string, string | number> = {};
  for (const name of paramNamesOf(code)) {
    const value = isRecord(params) && Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value === "number") values[name] = value;
    else if (typeof value === "string") values[name] = value.slice(0, VALUE_LENGTH_MAX);
    else return null;
  }
  return values;
}
