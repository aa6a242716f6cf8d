import { data, type RouterContextProvider } from "react-router";
import { UNREAD_FORMS } from "#domain/unread-forms.ts";
import { webRequestContext } from "./web-context.ts";

/**
 * Throws the error page of a form whose body exceeded a limit, or got no place in memory: 408, 413
 * or 503; else does nothing.
 */
export function throwUnread(context: Readonly<RouterContextProvider>): void {
  const code = context.get(webRequestContext)?.unread?.() ?? null;
  if (code !== null) throw data({ code }, { status: UNREAD_FORMS[code] });
}
