import { generateImage } from "#app/api-client/generations.server.ts";
import { ApiError, isOnlyCode, reasonOf } from "#app/api-client/transport/api-error.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { localePath } from "#app/i18n/paths.ts";
import { findUser } from "#app/middleware/guards.ts";
import { getLocale, getMessage, getT } from "#app/middleware/locale.ts";
import { getApi, redirectToLogin, whySentAway } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { isProductSlug } from "#domain/catalog.ts";

export type Choice = Record<"prompt_id" | "format" | "size" | "operation_id" | "slug", string>;

/** The submitted choices; empty if they are missing. */
export async function readChoice(request: Request): Promise<Choice> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: keyof Choice) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 64) : "";
  };
  const slug = form.get("slug");
  return {
    prompt_id: text("prompt_id"),
    format: text("format"),
    size: text("size"),
    operation_id: text("operation_id"),
    slug: typeof slug === "string" && isProductSlug(slug) ? slug : "",
  };
}

/**
 * Requests the picture and waits for it. If nobody is signed in, throws a redirect to login, and
 * from there back to the form with the same choices; otherwise throws what `generateImage` throws.
 */
export async function makeImage(context: Context, choice: Choice, waitSeconds: number) {
  if (!(await findUser(context))) throw toLogin(context, choice);
  try {
    return await generateImage(getApi(context), {
      promptId: choice.prompt_id,
      format: choice.format,
      size: choice.size,
      operationId: choice.operation_id,
      waitSeconds,
    });
  } catch (error) {
    // The session ended between the two calls: the redirect that was thrown does not lead back to
    // the form.
    throw whySentAway(context) === "session_over" ? toLogin(context, choice) : error;
  }
}

function toLogin(context: Context, choice: Choice): Response {
  const locale = getLocale(context);
  return redirectToLogin(locale, new URL(localePath(locale, backTo(choice)), "http://here"));
}

/**
 * The response to a browser: redirects to the form, keeping its choices, with the error message.
 */
export async function rejectToPage(context: Context, choice: Choice, error: unknown) {
  if (error instanceof Response) return error;
  const { key, serverMessage } = describeFailure(context, error);
  return redirectTo(context, backTo(choice), { kind: "error", key, serverMessage });
}

/** The response to a script, as JSON: the error, or the URL to go to. */
export function rejectToScript(context: Context, error: unknown): Response {
  if (error instanceof Response) {
    return Response.json({ location: error.headers.get("location") }, { status: 401 });
  }
  const { key, serverMessage } = describeFailure(context, error);
  const message = serverMessage ? getMessage(context)(serverMessage) : getT(context)(key);
  const status = error instanceof ApiError ? error.init.status : 500;
  return Response.json({ message }, { status });
}

/** The path of the form with these choices: the product's, or the one for all prompts. */
function backTo({ slug, prompt_id, format, size }: Choice): string {
  const choices = slug ? { format, size } : { prompt: prompt_id, format, size };
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== ""));
  return `/products/${slug || "generate"}?${query}`;
}

const REASONS: Record<string, string> = {
  prompt_not_owned: "errors.prompt_not_owned",
  delivery_not_open: "errors.delivery_not_open",
  delivery_held: "errors.delivery_held",
  generation_busy: "errors.generation_busy",
  generation_rejected: "errors.generation_rejected",
  generation_unavailable: "errors.generation_unavailable",
  generation_timeout: "errors.generation_timeout",
  too_many_attempts: "generate.tooMany",
};

/**
 * Our own text for a known error, otherwise the server's message, otherwise the default of spec §8.
 * Logs anything but an API error.
 */
function describeFailure(
  context: Context,
  error: unknown,
): { key: string; serverMessage?: ShownMessage | null } {
  const usual = "errors.generation_failed";
  if (!(error instanceof ApiError)) {
    requireWebRequest(context).logError("a picture could not be made", error);
    return { key: usual };
  }
  const { prompt_id, format, size } = error.fields;
  if (format || size) return { key: "order.choice_invalid" };
  if (prompt_id && error.code === "validation_failed") return { key: "generate.choose" };
  const key = isOnlyCode(error) ? REASONS[error.code] : undefined;
  return key ? { key } : { key: usual, serverMessage: reasonOf(error) };
}
