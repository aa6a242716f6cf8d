import { createContext, data, type RouterContextProvider } from "react-router";
import type { UnsentForm } from "#domain/unsent-forms.ts";

type Context = Readonly<RouterContextProvider>;

/** Beyond this a form is a file, not something that was typed. */
const KEPT_BYTES_MAX = 8_000_000;

const unsentContext = createContext<UnsentForm | null>(null);

/**
 * Reads a copy of the form whose sender has to sign in, for `throwUnsent`. Passwords are left out. The
 * router hands the request itself on to the action.
 */
export async function noteUnsent(context: Context, request: Request): Promise<void> {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  const isShort = Number(request.headers.get("content-length") ?? 0) <= KEPT_BYTES_MAX;
  const form = isShort
    ? await request
        .clone()
        .formData()
        .catch(() => new FormData())
    : new FormData();
  const unsent: UnsentForm = {
    code: "session_over",
    action: url.pathname + url.search,
    fields: [],
    files: [],
    isMultipart: /^multipart\//.test(request.headers.get("content-type") ?? ""),
  };
  for (const [name, value] of form) {
    if (typeof value !== "string") unsent.files.push(...(value.name ? [value.name] : []));
    else if (!/password/i.test(name)) unsent.fields.push([name, value]);
  }
  context.set(unsentContext, unsent);
}

/** Throws a 401 with the form of this request if its sender's session was over; else does nothing. */
export function throwUnsent(context: Context): void {
  const unsent = context.get(unsentContext);
  if (unsent) throw data(unsent, { status: 401 });
}

/** True for a request with a form that `throwUnsent` throws. */
export function hasUnsent(context: Context): boolean {
  return context.get(unsentContext) !== null;
}
