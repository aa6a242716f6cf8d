import type { MiddlewareFunction } from "react-router";
import { z } from "zod";
import { getUrl, wasSentToLogin } from "#app/middleware/session-relay.ts";
import { type Context, createOwnCookie, requireWebRequest } from "#app/middleware/web-context.ts";
import { readForm } from "./parse-form.server.ts";

const PURPOSE = "kept_form";
const LIFETIME_SECONDS = 15 * 60;
/** Browsers drop larger cookies; this is the length before encryption and encoding. */
const TEXT_LENGTH_MAX = 2_000;

/**
 * The values of a form that was submitted after its session had expired, or that has a second step.
 * The cookie is encrypted: a copy does not reveal the bank account in it, and the values never
 * appear in a URL.
 */
const keptFormCookie = createOwnCookie(PURPOSE, { maxAge: LIFETIME_SECONDS });

const keptFormSchema = z.object({
  path: z.string(),
  until: z.number(),
  fields: z.record(z.string(), z.string()),
});

export type KeptForm = { path: string; fields: Record<string, string> };

/**
 * Place it before every guard of the route at `path` (including its parents'): when a post there is
 * redirected to the sign-in, stores its fields `names` until the user returns (docs/decisions
 * 0020).
 */
export function preserveFormMiddleware(
  path: string,
  names: readonly string[],
): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    const isHere = getUrl(context).pathname.endsWith(path);
    if (request.method !== "POST" || !isHere) return next();
    const copy = request.clone();
    const response = await next();
    if (wasSentToLogin(context)) {
      const { pathname, search } = getUrl(context);
      await storeForm(context, response, pathname + search, await readFields(copy, names));
    }
    return response;
  };
}

/** Keeps the fields of the form at `path` for the next pages. False if they are too long. */
export async function storeForm(
  context: Context,
  response: Pick<Response, "headers">,
  path: string,
  fields: Record<string, string>,
): Promise<boolean> {
  const line = await serialize(context, path, fields);
  if (line) response.headers.append("set-cookie", line);
  return line !== null;
}

async function readFields(request: Request, names: readonly string[]) {
  const form = await readForm(request).catch(() => new FormData());
  const texts = names.map((name) => [name, form.get(name)] as const);
  return Object.fromEntries(
    texts.filter((one): one is [string, string] => typeof one[1] === "string"),
  );
}

async function serialize(
  context: Context,
  path: string,
  fields: Record<string, string>,
): Promise<string | null> {
  const until = requireWebRequest(context).now().getTime() + LIFETIME_SECONDS * 1000;
  const text = JSON.stringify({ path, until, fields });
  if (Buffer.byteLength(text) > TEXT_LENGTH_MAX) return null;
  const encrypted = requireWebRequest(context).cipher.encrypt(PURPOSE, text);
  return keptFormCookie.serialize(context, encrypted);
}

/** Null for data that another release has kept in a different format. */
function parseKept(text: string): z.infer<typeof keptFormSchema> | null {
  try {
    return keptFormSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The stored form, or null: none, expired, or not made by us. */
export async function readKeptForm(context: Context, request: Request): Promise<KeptForm | null> {
  const encrypted = await keptFormCookie.parse(request);
  const text =
    typeof encrypted === "string"
      ? requireWebRequest(context).cipher.decrypt(PURPOSE, encrypted)
      : null;
  const kept = text === null ? null : parseKept(text);
  if (kept === null) return null;
  const { path, until, fields } = kept;
  return until > requireWebRequest(context).now().getTime() ? { path, fields } : null;
}

/** Deletes the stored form: it has been submitted, or the person signs out. */
export async function clearKeptForm<Sent extends Pick<Response, "headers">>(
  context: Context,
  response: Sent,
): Promise<Sent> {
  response.headers.append("set-cookie", await keptFormCookie.clear(context));
  return response;
}
