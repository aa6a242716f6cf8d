import { createContext, data, type RouterContextProvider } from "react-router";
import { copyRequest } from "#app/framework/copy-request.ts";
import type { UnsentForm } from "#domain/unsent-forms.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * What is read of a form whose sender has to sign in: as much as of any form without files. What was
 * typed comes before the files, which cannot be kept anyway.
 */
export const UNSENT_BYTES_MAX = 256 * 1024;
const READ_WITHIN_MS = 20_000;

const unsentContext = createContext<UnsentForm | null>(null);

/**
 * Reads the beginning of the form whose sender has to sign in, for `throwUnsent`. Passwords are left
 * out. The router hands the request itself on to the action. A body that does not say its length is
 * no browser's and is left unread; then, and when it is no form, nothing is noted.
 */
export async function noteUnsent(context: Context, request: Request): Promise<void> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!Number(request.headers.get("content-length") ?? 0)) return;
  const form = await readForm(request, contentType);
  if (!form) return;
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  const unsent: UnsentForm = {
    code: "session_over",
    action: url.pathname + url.search,
    fields: [],
    files: [],
    isMultipart: /^multipart\//.test(contentType),
  };
  for (const [name, value] of form) {
    if (typeof value !== "string") unsent.files.push(...(value.name ? [value.name] : []));
    else if (!/password/i.test(name)) unsent.fields.push([name, value]);
  }
  context.set(unsentContext, unsent);
}

/** The fields and files that the beginning of a body holds whole; null for what is no form. */
async function readForm(request: Request, contentType: string): Promise<FormData | null> {
  const { bytes, isWhole } = await readBeginning(request);
  const parse = (body: Uint8Array<ArrayBuffer>) =>
    new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => null);
  if (isWhole) return parse(bytes);
  const [, boundary] = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(contentType) ?? [];
  if (!boundary) return null;
  const separator = Buffer.from(`\r\n--${boundary}`);
  const end = Buffer.from("--\r\n");
  const inFile = await parse(Buffer.concat([bytes, separator, end]));
  if (inFile) return withoutCutText(inFile);
  // Cut off within the head of a part: that part goes.
  const cut = bytes.lastIndexOf(separator);
  return parse(Buffer.concat([bytes.subarray(0, Math.max(0, cut)), separator, end]));
}

/** Of the last part, which may be cut off, a file's name is known, but not a whole text. */
function withoutCutText(form: FormData): FormData {
  const entries = [...form];
  if (typeof entries.at(-1)?.[1] === "string") entries.pop();
  const whole = new FormData();
  for (const [name, value] of entries) whole.append(name, value);
  return whole;
}

/** Up to UNSENT_BYTES_MAX of a copy of the body, as far as they come in time. */
async function readBeginning(
  request: Request,
): Promise<{ bytes: Buffer<ArrayBuffer>; isWhole: boolean }> {
  const reader = copyRequest(request).body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    void reader?.cancel().catch(() => {});
  }, READ_WITHIN_MS);
  let isWhole = reader === undefined;
  try {
    while (reader && !isWhole && length < UNSENT_BYTES_MAX) {
      const { done, value } = await reader.read();
      isWhole = done && !isOver;
      if (value) chunks.push(value);
      if (done) break;
      length += value.byteLength;
    }
  } catch {
    // Its sender is gone, or it passed a limit, which the server responds to.
  } finally {
    clearTimeout(timer);
    void reader?.cancel().catch(() => {});
  }
  return { bytes: Buffer.concat(chunks), isWhole };
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
