import type { Message } from "#domain/messages.ts";
import type { Translate } from "./translate.ts";

/** A displayed error: our text by its code, or another server's text. */
export type ShownMessage = Message | { text: string };

const PREFIX = "errors.";

/**
 * A message as one string, for the replies of forms, whose errors are strings: the key of its text
 * with its values as a query (`errors.text_too_long?max=120`), or another server's text.
 */
export function toReference(message: ShownMessage): string {
  if ("text" in message) return message.text;
  const { code, params = {} } = message;
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  );
  return query.size > 0 ? `${PREFIX}${code}?${query}` : PREFIX + code;
}

/** Translates a message reference (`toReference`). */
export function translateReference(t: Translate, reference: string): string {
  const [, key, query] = /^(errors\.\w+)(?:\?(.*))?$/.exec(reference) ?? [];
  return key ? t(key, Object.fromEntries(new URLSearchParams(query))) : reference;
}
