import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/** Number of path segments that select routes: the language, the section, the staff screen. */
const DEPTH = 3;

type Table = Record<string, { id: string; parentId?: string; path?: string } | undefined>;

/**
 * React Router's handler for all requests of this build. It dispatches to handlers with few routes
 * each, because a handler compares the path with every route of its table three times per document,
 * and creates objects for all of them. Each request uses a handler with only the routes that could
 * match its path, created on first use.
 */
export function createRequestHandlers(build: ServerBuild, mode: string): RequestHandler {
  const chooseRoutes = createRouteChooser(build.routes);
  const handlers = new Map<ReadonlySet<string>, RequestHandler>();
  return (request, context) => {
    const ids = chooseRoutes(new URL(request.url).pathname);
    const known = handlers.get(ids);
    if (known) return known(request, context);
    const handler = createRequestHandler(pickRoutes(build, ids), mode);
    handlers.set(ids, handler);
    return handler(request, context);
  };
}

/**
 * Takes a table of routes; returns a function from a path to the ids of routes that could match it,
 * with their parents. Equal ids are the same set object.
 */
export function createRouteChooser(routes: Table): (pathname: string) => ReadonlySet<string> {
  const patterns = Object.values(routes).flatMap((route) =>
    route ? [{ id: route.id, segments: toSegments(toPattern(routes, route.id)) }] : [],
  );
  const names = Array.from(
    { length: DEPTH },
    (_, depth) => new Set(patterns.flatMap(({ segments }) => toName(segments[depth]) ?? [])),
  );
  const byKey = new Map<string, ReadonlySet<string>>();
  const byIds = new Map<string, ReadonlySet<string>>();
  const choose = (segments: readonly string[]): ReadonlySet<string> => {
    const found = patterns.filter((pattern) => couldMatch(pattern.segments, segments));
    const ids = new Set(found.flatMap(({ id }) => withAncestors(routes, id)));
    const key = [...ids].sort().join(" ");
    const same = byIds.get(key) ?? ids;
    byIds.set(key, same);
    return same;
  };
  return (pathname) => {
    // Segments may be encoded or empty, which only the router can handle.
    const isPlain = !pathname.includes("%") && !pathname.includes("//");
    const all = isPlain ? toSegments(pathname.replace(/\.data$/, "").toLowerCase()) : [];
    // All segments that no route names count as one kind, which limits the number of kinds.
    const segments = names.flatMap((known, depth) => {
      const segment = all[depth];
      return segment === undefined ? [] : [known.has(segment) ? segment : "*"];
    });
    const key = isPlain ? segments.join("/") : "%";
    const ids = byKey.get(key) ?? (isPlain ? choose(segments) : new Set(Object.keys(routes)));
    byKey.set(key, ids);
    return ids;
  };
}

/** A pattern can match a path unless one of its segments requires a different name. */
function couldMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  for (let depth = 0; depth < DEPTH; depth++) {
    const name = toName(pattern[depth]);
    if (name !== null && name !== segments[depth]) return false;
  }
  return true;
}

/**
 * The name required by a segment of a pattern; null for a parameter, and past the pattern's end.
 */
function toName(segment: string | undefined): string | null {
  return segment === undefined || /[:*?]/.test(segment) ? null : segment.toLowerCase();
}

const toSegments = (path: string): string[] => path.split("/").filter(Boolean);

function toPattern(routes: Table, id: string): string {
  return withAncestors(routes, id)
    .reverse()
    .map((one) => routes[one]?.path ?? "")
    .join("/");
}

/** The route and its parents, root last. */
function withAncestors(routes: Table, id: string): string[] {
  const parentId = routes[id]?.parentId;
  return parentId ? [id, ...withAncestors(routes, parentId)] : [id];
}

function pickRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  return {
    ...build,
    routes: pick(build.routes, ids),
    assets: { ...build.assets, routes: pick(build.assets.routes, ids) },
  };
}

function pick<Value>(all: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));
}
