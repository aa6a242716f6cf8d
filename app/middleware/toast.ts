import { createCookie, type RouterContextProvider, redirect } from "react-router";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale, getT } from "./locale.ts";

export const TOAST_KINDS = ["success", "info", "warning", "error"] as const;
export type ToastKind = (typeof TOAST_KINDS)[number];
export type Toast = {
  kind: ToastKind;
  text: string;
  /** What was typed into the newsletter's box, when the message is about that. */
  newsletter?: string;
};

type FlashToast = {
  kind: ToastKind;
  key: string;
  values?: Record<string, string | number>;
  newsletter?: string;
};
type Context = Readonly<RouterContextProvider>;

/** Carries a message over one redirect. It holds a text's key, never a text to be shown as it is. */
const toastCookie = createCookie("toast", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  maxAge: 60,
});

/** 303 to a page of the current locale, with a message to be shown there. */
export async function redirectTo(context: Context, to: string, toast?: FlashToast) {
  const response = redirect(localePath(getLocale(context), to), 303);
  if (toast) await addToast(response, toast);
  return response;
}

/** 303 to the page of our own that a form was sent from, else home, with a message. */
export async function redirectBack(context: Context, request: Request, toast: FlashToast) {
  const referer = request.headers.get("referer") ?? "";
  const from = URL.canParse(referer) ? new URL(referer) : null;
  const isOurs = from?.origin === new URL(request.url).origin && !from.pathname.startsWith("//");
  const response = redirect(
    (from && isOurs ? from.pathname + from.search : localePath(getLocale(context), "/")) +
      (toast.newsletter === undefined ? "" : "#newsletter"),
    303,
  );
  await addToast(response, toast);
  return response;
}

/** Adds a message that the next page will show. */
export async function addToast(response: Response, toast: FlashToast): Promise<void> {
  response.headers.append("set-cookie", await toastCookie.serialize(toast));
}

/** Reads the message that came over a redirect, and the header that removes it. */
export async function takeToast(
  context: Context,
  request: Request,
): Promise<{ toast: Toast; setCookie: string } | null> {
  const flash: unknown = await toastCookie.parse(request.headers.get("cookie")).catch(() => null);
  if (!isFlashToast(flash)) return null;
  const text = getT(context)(flash.key, flash.values);
  return {
    toast: { kind: flash.kind, text, newsletter: flash.newsletter },
    setCookie: await toastCookie.serialize("", { maxAge: 0 }),
  };
}

function isFlashToast(value: unknown): value is FlashToast {
  if (typeof value !== "object" || value === null) return false;
  const { kind, key, newsletter } = value as Record<string, unknown>;
  const isWhole = newsletter === undefined || typeof newsletter === "string";
  return isWhole && typeof key === "string" && TOAST_KINDS.some((known) => known === kind);
}
