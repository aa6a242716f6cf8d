import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

/** So many segments of a path choose its routes: the language, the section, the desk's screen. */
const DEPTH = 3;

type Table = Record<string, { id: string; parentId?: string; path?: string } | undefined>;

/**
 * React Router's handler of all requests of this build. It is made of handlers that know few routes:
 * one compares the path with every route of its table three times for each document, and makes routes
 * to render of all of them. So each request goes to a handler of those alone that could match its path,
 * made when the first of its kind arrives.
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
 * Takes a table of routes; returns what takes a path and returns the ids of those that could match it,
 * with what they lie under. The same ids are the same set.
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
    // Segments may be encoded or empty: then the router alone knows what they are.
    const isPlain = !pathname.includes("%") && !pathname.includes("//");
    const all = isPlain ? toSegments(pathname.replace(/\.data$/, "").toLowerCase()) : [];
    // What no route is called is one kind of segment, so that the kinds are few.
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

/** A pattern can match a path when it asks for no other name in any of these segments. */
function couldMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  for (let depth = 0; depth < DEPTH; depth++) {
    const name = toName(pattern[depth]);
    if (name !== null && name !== segments[depth]) return false;
  }
  return true;
}

/** The name that a segment of a pattern asks for; null for a parameter, and past the pattern's end. */
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

/** The route and all that it lies under, the root last. */
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
