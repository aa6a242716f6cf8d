import { createContext, data } from "react-router";
import { copyRequest } from "#app/framework/copy-request.ts";
import { SENDER_FIELD, UNSENT_FORMS, type UnsentForm } from "#domain/unsent-forms.ts";
import { type Context, throwUnread, webRequestContext } from "./web-context.ts";

/**
 * Maximum bytes read of a form whose sender has to sign in: that of any form without files. Typed
 * values come before files, which cannot be kept anyway.
 */
export const UNSENT_BYTES_MAX = 256 * 1024;
/** From its first bytes, because it may have waited for its place before that. */
const READ_TIMEOUT_MS = 20_000;

const unsentContext = createContext<UnsentForm | null>(null);

/**
 * Reads the beginning of a form for `throwUnsent`. Its sender has to sign in, or is `memberId`, who
 * is signed in and has lost the right to it. Omits passwords. The router passes the original
 * request on to the action. A body without a content length does not come from a browser and is not
 * read; in that case, and if it is not a form, nothing is recorded. Throws what `throwUnread`
 * throws.
 */
export async function noteUnsent(
  context: Context,
  request: Request,
  memberId: string | null = null,
): Promise<void> {
  const unsent = await readUnsentForm(context, request);
  if (unsent) context.set(unsentContext, isOf(unsent, memberId) ? asRightLost(unsent) : unsent);
}

/** The same, but only for a form of `memberId`, who is signed in and has lost the right to it. */
export async function noteRightLost(
  context: Context,
  request: Request,
  memberId: string | null,
): Promise<void> {
  const unsent = await readUnsentForm(context, request);
  if (unsent && isOf(unsent, memberId)) context.set(unsentContext, asRightLost(unsent));
}

const asRightLost = (unsent: UnsentForm): UnsentForm => ({ ...unsent, code: "right_lost" });

const isOf = ({ fields }: UnsentForm, memberId: string | null) =>
  memberId !== null && fields.some(([name, text]) => name === SENDER_FIELD && text === memberId);

async function readUnsentForm(context: Context, request: Request): Promise<UnsentForm | null> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!Number(request.headers.get("content-length") ?? 0)) return null;
  context.get(webRequestContext)?.readBeginning?.(UNSENT_BYTES_MAX);
  const form = await readForm(request, contentType);
  throwUnread(context);
  if (!form) return null;
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
  return unsent;
}

/**
 * The fields at the beginning of a form whose files are streamed, before those files. Leaves the
 * request unread; empty if it is not a form.
 */
export async function peekBeginning(request: Request): Promise<FormData> {
  const form = await readForm(request, request.headers.get("content-type") ?? "");
  return form ?? new FormData();
}

/** The complete fields and files at the beginning of a body; null if it is not a form. */
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
  // Truncated within a part's header: drop the part.
  const cut = bytes.lastIndexOf(separator);
  return parse(Buffer.concat([bytes.subarray(0, Math.max(0, cut)), separator, end]));
}

/** The last part may be truncated: a file's name is known, but a text is not complete. */
function withoutCutText(form: FormData): FormData {
  const entries = [...form];
  if (typeof entries.at(-1)?.[1] === "string") entries.pop();
  const whole = new FormData();
  for (const [name, value] of entries) whole.append(name, value);
  return whole;
}

/** Up to UNSENT_BYTES_MAX of a copy of the body, as far as they arrive in time. */
async function readBeginning(
  request: Request,
): Promise<{ bytes: Buffer<ArrayBuffer>; isWhole: boolean }> {
  const reader = copyRequest(request).body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    isOver = true;
    void reader?.cancel().catch(() => {});
  };
  let isWhole = reader === undefined;
  try {
    while (reader && !isWhole && length < UNSENT_BYTES_MAX) {
      const { done, value } = await reader.read();
      timer ??= setTimeout(end, READ_TIMEOUT_MS);
      isWhole = done && !isOver;
      if (value) chunks.push(value);
      if (done) break;
      length += value.byteLength;
    }
  } catch {
    // The client has disconnected, or exceeded a limit: see `throwUnread`.
  } finally {
    clearTimeout(timer);
    void reader?.cancel().catch(() => {});
  }
  return { bytes: Buffer.concat(chunks), isWhole };
}

/**
 * Throws the form of this request with a 401 if its sender's session had expired, and with a 403 if
 * the sender has lost the right to it; else does nothing.
 */
export function throwUnsent(context: Context): void {
  const unsent = context.get(unsentContext);
  if (unsent) throw data(unsent, { status: UNSENT_FORMS[unsent.code] });
}

/**
 * Throws the 403 for a form that was streamed while its sender lost the right to it: it is not
 * returned.
 */
export function throwRightLost(context: Context, action: string): never {
  const left = { action, fields: [], files: [], isMultipart: true };
  const unsent: UnsentForm = { code: "right_lost", ...left };
  context.set(unsentContext, unsent);
  throw data(unsent, { status: UNSENT_FORMS.right_lost });
}

/** True for a request with a form for `throwUnsent`. */
export function hasUnsent(context: Context): boolean {
  return context.get(unsentContext) !== null;
}
