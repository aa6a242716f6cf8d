import { redirect } from "react-router";
import { ENGLISH_WORDS } from "#app/i18n/i18next.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale, getT } from "#app/middleware/locale.ts";
import { type Context, createOwnCookie, requireWebRequest } from "#app/middleware/web-context.ts";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";
import { isRecord } from "#domain/json.ts";
import { type MessageParams, messageKey } from "#domain/messages.ts";
import { TOAST_KINDS, type Toast, type ToastKind } from "#domain/toasts.ts";
import { splitTracking } from "#domain/tracking-parameters.ts";

export type FlashToast = {
  kind: ToastKind;
  key: string;
  /** The server's message, shown instead of `key` (spec §8). */
  serverMessage?: ShownMessage | null;
  values?: MessageParams;
  newsletter?: string;
  isInvalid?: boolean;
};

export const TOAST_COOKIE = "toast";

/**
 * Carries a message across one redirect: the key of one of our own texts with its values, or
 * another server's text, encrypted. Anybody can forge such a cookie, so nothing else in it is
 * trusted.
 */
const toastCookie = createOwnCookie(TOAST_COOKIE, { maxAge: 60 });

/** 303 to a page of the current locale, with a message to show there. */
export async function redirectTo(context: Context, to: string, toast?: FlashToast) {
  const response = redirect(localePath(getLocale(context), to), 303);
  if (toast) await addToast(context, response, toast);
  return response;
}

/**
 * Makes the redirect a document navigation, even for a form sent by scripts, so that the old and
 * the new document share no data. Browsers may keep the old one for Back; one with a member's data
 * is then hidden and reloaded (layout/hydration-flag.ts).
 */
export function leaveDocument(response: Response): Response {
  response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}

/** 303 to the page of this site from which a form was sent, else home, with a message. */
export async function redirectBack(context: Context, request: Request, toast: FlashToast) {
  const referer = request.headers.get("referer") ?? "";
  const from = URL.canParse(referer) ? new URL(referer) : null;
  const isOurs = from?.origin === new URL(request.url).origin && !from.pathname.startsWith("//");
  const response = redirect(
    (from && isOurs ? toPagePath(from) : localePath(getLocale(context), "/")) +
      (toast.newsletter === undefined ? "" : "#newsletter"),
    303,
  );
  await addToast(context, response, toast);
  return response;
}

/** Not a second visit from a campaign (docs/decisions/0063). */
const toPagePath = ({ pathname, search }: URL) => pathname + splitTracking(search).search;

/** Longer ones would not fit into the cookie. */
const SERVER_MESSAGE_LENGTH_MAX = 300;

/** Adds a message that the next page will show. Another server's text is encrypted. */
export async function addToast(
  context: Context,
  response: Response,
  { serverMessage, ...toast }: FlashToast,
): Promise<void> {
  const shown = serverMessage && toCookieFields(context, serverMessage);
  const line = await toastCookie.serialize(context, { ...toast, ...shown });
  response.headers.append("set-cookie", line);
}

function toCookieFields(context: Context, message: ShownMessage) {
  if (!("text" in message)) return { key: messageKey(message.code), values: message.params };
  const text = message.text.slice(0, SERVER_MESSAGE_LENGTH_MAX);
  return { encrypted: requireWebRequest(context).cipher.encrypt("toast", text) };
}

/** Reads the message carried by a redirect, and the header that removes it; null if none. */
export async function takeToast(
  context: Context,
  request: Request,
): Promise<{ toast: Toast; setCookie: string } | null> {
  const cookie = await toastCookie.parse(request);
  const flash = readFlash(cookie);
  if (!flash) return null;
  const text = openText(context, cookie) ?? getT(context)(flash.key, flash.values);
  return {
    toast: { kind: flash.kind, text, newsletter: flash.newsletter, isInvalid: flash.isInvalid },
    setCookie: await toastCookie.clear(context),
  };
}

const VALUE_LENGTH_MAX = 200;

/** The message in a cookie; null unless its kind and its text are ours. */
export function readFlash(cookie: unknown): FlashToast | null {
  if (!isRecord(cookie)) return null;
  const { key, newsletter } = cookie;
  const kind = TOAST_KINDS.find((known) => known === cookie.kind);
  const text = typeof key === "string" ? findText(key) : undefined;
  if (kind === undefined || typeof key !== "string" || text === undefined) return null;
  const typed = typeof newsletter === "string" ? newsletter.slice(0, EMAIL_LENGTH_MAX) : undefined;
  const values = readValues(text, cookie.values);
  return {
    kind,
    key,
    values,
    newsletter: typed,
    isInvalid: cookie.isInvalid === true || undefined,
  };
}

/** The English text of a key, or its plural; undefined for an unknown key. */
function findText(key: string): string | undefined {
  const own = [key, `${key}_other`].find((name) => Object.hasOwn(ENGLISH_WORDS, name));
  return own === undefined ? undefined : ENGLISH_WORDS[own];
}

/**
 * Only values for the text's own placeholders, because i18next reads its options from the same
 * object.
 */
function readValues(text: string, values: unknown): Record<string, string | number> {
  const places = [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name);
  const entries = places.map((name): [string, string | number] => {
    const value = isRecord(values) && Object.hasOwn(values, name) ? values[name] : "";
    if (typeof value === "number") return [name, value];
    return [name, typeof value === "string" ? value.slice(0, VALUE_LENGTH_MAX) : ""];
  });
  return Object.fromEntries(entries);
}

/** Another server's text; null for anything that we did not encrypt. */
function openText(context: Context, cookie: unknown): string | null {
  if (!isRecord(cookie) || typeof cookie.encrypted !== "string") return null;
  return requireWebRequest(context).cipher.decrypt("toast", cookie.encrypted);
}
