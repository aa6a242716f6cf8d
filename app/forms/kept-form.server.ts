import type { MiddlewareFunction } from "react-router";
import { z } from "zod";
import { toReference } from "#app/i18n/message-reference.ts";
import { getUrl, SENT_AWAY, type SentAway, whySentAway } from "#app/middleware/session-relay.ts";
import { type Context, createOwnCookie, requireWebRequest } from "#app/middleware/web-context.ts";
import { readForm } from "./parse-form.server.ts";

const PURPOSE = "kept_form";
const LIFETIME_SECONDS = 15 * 60;
/** Browsers drop larger cookies; this is the length before encryption and encoding. */
const TEXT_LENGTH_MAX = 2_000;

/**
 * The values of a form whose sender had to sign in, or to confirm the address, or that has a second
 * step.
 * The cookie is encrypted: a copy does not reveal the bank account in it, and the values never
 * appear in a URL.
 */
const keptFormCookie = createOwnCookie(PURPOSE, { maxAge: LIFETIME_SECONDS });

const keptFormSchema = z.object({
  path: z.string(),
  until: z.number(),
  fields: z.record(z.string(), z.string()),
  reason: z.enum(SENT_AWAY).optional(),
});

/** `reason`: why it was not processed; undefined for a form that was. */
export type KeptForm = {
  path: string;
  fields: Record<string, string>;
  reason?: SentAway | undefined;
};

/**
 * Place it before every guard of the route at `path` (including its parents'): when a post there is
 * redirected to the sign-in, or to confirming the address, stores its fields `names` until the user
 * returns (docs/decisions 0020).
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
    const reason = whySentAway(context);
    if (reason) {
      const { pathname, search } = getUrl(context);
      const fields = await readFields(copy, names);
      await storeForm(context, response, { path: pathname + search, fields, reason });
    }
    return response;
  };
}

/** Keeps the fields of the form at its path for the next pages. False if they are too long. */
export async function storeForm(
  context: Context,
  response: Pick<Response, "headers">,
  form: KeptForm,
): Promise<boolean> {
  const line = await serialize(context, form);
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

async function serialize(context: Context, form: KeptForm): Promise<string | null> {
  const until = requireWebRequest(context).now().getTime() + LIFETIME_SECONDS * 1000;
  const text = JSON.stringify({ ...form, until });
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
  const { until, ...form } = kept;
  return until > requireWebRequest(context).now().getTime() ? form : null;
}

/** The message above a form that was not processed, as a reference that the form translates. */
export function describeKept({ reason }: KeptForm): string {
  return toReference({
    code: reason === "email_unverified" ? "form_unconfirmed" : "form_restored",
  });
}

/** Deletes the stored form: it has been submitted, or the person signs out. */
export async function clearKeptForm<Sent extends Pick<Response, "headers">>(
  context: Context,
  response: Sent,
): Promise<Sent> {
  response.headers.append("set-cookie", await keptFormCookie.clear(context));
  return response;
}
