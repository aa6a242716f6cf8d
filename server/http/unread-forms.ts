import type { ServerBuild } from "react-router";
import { type Context, throwUnread } from "#app/middleware/web-context.ts";

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
