import type { Message } from "#domain/messages.ts";
import type { Translate } from "./translate.ts";

/** What a screen shows of an error: our text by its code, or another server's text as it is. */
export type ShownMessage = Message | { text: string };

const PREFIX = "errors.";

/**
 * A message as one string, for the replies of forms, whose errors are strings: the key of its text
 * and the values after it as in an address (`errors.text_too_long?max=120`), or another server's
 * text.
 */
export function toReference(message: ShownMessage): string {
  if ("text" in message) return message.text;
  const { code, params = {} } = message;
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  );
  return query.size > 0 ? `${PREFIX}${code}?${query}` : PREFIX + code;
}

/** Translates what `toReference` has made. */
export function translateReference(t: Translate, reference: string): string {
  const [, key, query] = /^(errors\.\w+)(?:\?(.*))?$/.exec(reference) ?? [];
  return key ? t(key, Object.fromEntries(new URLSearchParams(query))) : reference;
}
