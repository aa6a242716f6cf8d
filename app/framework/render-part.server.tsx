import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { PageAddress } from "./kept-markup.tsx";
import { toPartMarkers } from "./preact/part-markers.server.ts";

/**
 * The markup of a single part of a page, as rendered at this address within the route with this id,
 * whose loader has returned `loaderData`.
 */
export function renderPart(
  part: ReactNode,
  { routeId, loaderData, address }: { routeId: string; loaderData: unknown; address: PageAddress },
): string {
  const { dataRoutes } = createStaticHandler([{ id: routeId, path: "*", element: part }]);
  const [route] = dataRoutes;
  if (!route) throw new Error("a handler of one route has none");
  const context = {
    basename: "/",
    location: { ...address, hash: "", state: null, key: "default" },
    matches: [{ params: {}, pathname: "/", pathnameBase: "/", route }],
    loaderData: { [routeId]: loaderData },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  };
  const router = createStaticRouter(dataRoutes, context);
  return toPartMarkers(
    renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />),
  );
}
