import { type RouterContextProvider, redirect } from "react-router";
import { generateImage } from "#app/api-client/generations.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale, getMessage, getT } from "#app/middleware/locale.ts";
import { getApi, getUser, redirectToLogin } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { toDownloadHeaders, ZIP } from "#app/request/download-headers.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { isProductSlug } from "#domain/catalog.ts";
import type { Route } from "./+types/generate-image";
import { generationPath } from "./generation-paths.ts";

/**
 * A script shows its own progress; a browser without scripts is redirected to a page that waits.
 */
const SCRIPTS_WAIT_SECONDS = 2;
const PAGES_WAIT_SECONDS = 10;

type Context = Readonly<RouterContextProvider>;
type Choice = Record<"prompt_id" | "format" | "size" | "operation_id" | "slug", string>;

/** A GET has nothing to show: somebody came back from login, or typed the URL. */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(localePath(getLocale(context), "/products/generate"), 302);
}

/**
 * Streams the zip of a new image (spec §7 purchase/generate-image), or redirects to the page that
 * waits for it. The browser requested a file: a rejection redirects to the form with a message,
 * keeping its choices. Scripts request JSON and get the message, or the redirect target, in that
 * form.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const isScripted = request.headers.get("accept") === "application/json";
  const choice = readChoice(await request.formData().catch(() => new FormData()));
  try {
    if (!(await getUser(context)))
      throw redirectToLogin(getLocale(context), backUrl(context, choice));
    const made = await generateImage(getApi(context), {
      promptId: choice.prompt_id,
      format: choice.format,
      size: choice.size,
      operationId: choice.operation_id,
      waitSeconds: isScripted ? SCRIPTS_WAIT_SECONDS : PAGES_WAIT_SECONDS,
    });
    if ("generation" in made) {
      const path = generationPath(made.generation.id);
      if (!isScripted) return redirectTo(context, path);
      return Response.json({ path: localePath(getLocale(context), path) }, { status: 202 });
    }
    const { zip } = made;
    return new Response(zip.body, { headers: toDownloadHeaders(zip.headers, ZIP) });
  } catch (error) {
    if (error instanceof Response) return isScripted ? toJson(error) : error;
    const { key, serverMessage } = describeFailure(error);
    if (!(error instanceof ApiError)) {
      requireWebRequest(context).logError("a picture could not be made", error);
    }
    if (isScripted) {
      const status = error instanceof ApiError ? error.init.status : 500;
      const text = serverMessage ? getMessage(context)(serverMessage) : getT(context)(key);
      return Response.json({ message: text }, { status });
    }
    return redirectTo(context, backTo(choice), { kind: "error", key, serverMessage });
  }
}

function readChoice(form: FormData): Choice {
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

/** The URL of the form with these values: the product's page, or the page for all prompts. */
function backTo({ slug, prompt_id, format, size }: Choice): string {
  const choices = slug ? { format, size } : { prompt: prompt_id, format, size };
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== ""));
  return `/products/${slug || "generate"}?${query}`;
}

function backUrl(context: Context, choice: Choice): URL {
  return new URL(localePath(getLocale(context), backTo(choice)), "http://here");
}

function toJson(response: Response): Response {
  const location = response.headers.get("location");
  return Response.json({ location }, { status: 401 });
}

const REASONS: Record<string, string> = {
  prompt_not_owned: "errors.prompt_not_owned",
  delivery_not_open: "errors.delivery_not_open",
  generation_busy: "errors.generation_busy",
  generation_rejected: "errors.generation_rejected",
  generation_unavailable: "errors.generation_unavailable",
  generation_timeout: "errors.generation_timeout",
  too_many_attempts: "generate.tooMany",
};

/** Our text for known errors, else the server's message, else the default of spec §8. */
function describeFailure(error: unknown): { key: string; serverMessage?: ShownMessage | null } {
  const usual = "errors.generation_failed";
  if (!(error instanceof ApiError)) return { key: usual };
  const { prompt_id, format, size } = error.fields;
  if (format || size) return { key: "order.choice_invalid" };
  if (prompt_id && error.code === "validation_failed") return { key: "generate.choose" };
  const key = REASONS[error.code];
  return key ? { key } : { key: usual, serverMessage: error.reason };
}
