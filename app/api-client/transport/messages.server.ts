import type { ShownMessage } from "#app/i18n/message-reference.ts";
import {
  isMessageCode,
  type MessageCode,
  type MessageParams,
  paramNamesOf,
} from "#domain/messages.ts";
import { isRecord } from "./json.server.ts";
import { findKnownCode } from "./known-sentences.server.ts";

const TEXT_LENGTH_MAX = 500;
const VALUE_LENGTH_MAX = 200;

/**
 * What the server says about a call: `payload.message`, else `message` (spec §7), with the code and
 * the values beside it; null when it says nothing, or nothing that is a text to be shown.
 */
export function readMessage(body: unknown): ShownMessage | null {
  if (!isRecord(body)) return null;
  for (const place of [body.payload, body]) {
    const message = isRecord(place) ? toShownMessage(place.message, place) : null;
    if (message) return message;
  }
  return null;
}

/** The messages of `errors`, by field, each with its code of `error_codes` if there is one. */
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

/**
 * A text with the code that is stated for it: ours where we know the code and all values of its text
 * came along, else the text itself. Null for what is no text.
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

/** The values of a code's text, and no others; null unless all are there. */
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
