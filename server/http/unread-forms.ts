import type { ServerBuild } from "react-router";
import { type Context, throwUnread } from "#app/middleware/web-context.ts";
import { RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import { UNREAD_FORMS, type UnreadCode } from "#domain/unread-forms.ts";
import type { BodyFailure, LimitedBody } from "./bodies/limited-body.ts";

const UNREAD: Partial<Record<BodyFailure, UnreadCode>> = {
  tooLarge: "form_too_large",
  tooSlow: "form_too_slow",
  noPlace: "form_busy",
};

/** Why a form was not read to its end; null if it was, or if its sender has disconnected. */
export const findUnread = (body: LimitedBody | null): UnreadCode | null =>
  (body?.failure && UNREAD[body.failure]) ?? null;

const TEXTS: Record<UnreadCode, string> = {
  form_too_large: "The form is too large.",
  form_too_slow: "The form took too long to arrive. Please try again.",
  form_busy: "Too many large forms are arriving. Please go back and try again in a minute.",
};

/**
 * The response to a screen's form: `own`, a page that says why the form was not read, or the same
 * message as plain text if no action was reached.
 */
export function respondToForm(body: LimitedBody | null, own: Response): Response {
  const code = findUnread(body);
  if (code === null) return own;
  const status = UNREAD_FORMS[code];
  const response = own.status === status ? own : new Response(TEXTS[code], { status });
  if (code === "form_busy") response.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return response;
}

type Args = { context: Context };

/**
 * Wraps the build so that an action whose form was not read to its end throws an error, whatever it
 * did with the incomplete form: the visitor gets a page that explains it.
 */
export function withUnreadForms(build: ServerBuild): ServerBuild {
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    const action = route?.module.action;
    routes[id] = action ? { ...route, module: { ...route.module, action: wrap(action) } } : route;
  }
  return { ...build, routes };
}

function wrap<Result>(action: (args: never) => Result) {
  return async (args: Args): Promise<Awaited<Result>> => {
    throwUnread(args.context);
    try {
      // Each route's arguments have a type of their own, with its parameters.
      return await action(args as never);
    } finally {
      throwUnread(args.context);
    }
  };
}
