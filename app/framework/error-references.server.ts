import {
  data,
  isRouteErrorResponse,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { isRecord } from "#domain/json.ts";
import { readUnreadCode } from "#domain/unread-forms.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Context = Readonly<RouterContextProvider>;
type Args = { request: Request; context: Context };

/** Logs the errors of a request under its reference. */
type Reporter = { requestId: string; logError(message: string, error: unknown): void };
type GetReporter = (context: Context) => Reporter;

/**
 * Wraps the build so that error pages get the reference of their request: React Router sends
 * browsers nothing about unexpected errors. The log line of the error has the same value as
 * `requestId`.
 */
export function withReferences(build: ServerBuild, getReporter: GetReporter): ServerBuild {
  const routes: ServerBuild["routes"] = {};
  for (const [id, route] of Object.entries(build.routes)) {
    if (route) routes[id] = { ...route, module: wrapModule(route.module, getReporter) };
  }
  return { ...build, routes };
}

function wrapModule(module: Route["module"], getReporter: GetReporter): Route["module"] {
  const { loader, action, middleware } = module;
  return {
    ...module,
    ...(loader && { loader: wrap(loader, getReporter) }),
    ...(action && { action: wrap(action, getReporter) }),
    ...(middleware && { middleware: middleware.map((one) => wrap(one, getReporter)) }),
  };
}

function wrap<Rest extends unknown[], Result>(
  handle: (args: never, ...rest: Rest) => Result,
  getReporter: GetReporter,
) {
  return async (args: Args, ...rest: Rest): Promise<Awaited<Result>> => {
    try {
      // Each route's arguments have a type of their own, with its parameters.
      return await handle(args as never, ...rest);
    } catch (error) {
      const { request, context } = args;
      const name = `${request.method} ${new URL(request.url).pathname}`;
      throw request.signal.aborted ? error : addReference(error, name, getReporter(context));
    }
  };
}

/**
 * The error to throw instead of `error`: redirects and rejections unchanged, an error page's data
 * with the request's reference, and for an unexpected error only the reference. Anything that gets
 * a reference is logged here under `name`.
 */
function addReference(error: unknown, name: string, reporter: Reporter): unknown {
  if (error instanceof Response || isRouteErrorResponse(error)) return error;
  if (!isThrownData(error)) return toUnexpected(error, name, reporter);
  const { data: shown, init } = error;
  if ((init?.status ?? 200) < 500 || !isRecord(shown)) return error;
  // They are not logged: anybody could flood the log with them.
  if (readUnreadCode(error)) return error;
  reporter.logError(name, error);
  // Throws a different object, because several requests that wait for the same call may share one
  // failure.
  return data({ ...shown, reference: reporter.requestId }, init ?? {});
}

/** Logs an unexpected error and returns the parts of it that its page may show. */
export function toUnexpected(error: unknown, name: string, reporter: Reporter) {
  reporter.logError(name, error);
  return data({ code: "unexpected", reference: reporter.requestId }, { status: 500 });
}

/** True for an error with a reference: it has already been logged. */
export function isLogged(error: unknown): boolean {
  return isRouteErrorResponse(error) && isRecord(error.data) && "reference" in error.data;
}

/** The return type of react-router's `data()`. */
function isThrownData(
  error: unknown,
): error is { data: unknown; init: { status?: number } | null } {
  return isRecord(error) && error.type === "DataWithResponseInit";
}
