/** All other methods share one label. */
export const METHODS: ReadonlySet<string> = new Set([
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
]);
/** Label of requests whose path matches no pattern. */
export const OTHER_ROUTE = "(other)";
/** Longer paths only match patterns that end in a splat. */
const DEPTH_MAX = 12;

type Node = {
  pattern: string | null;
  fixed: Map<string, Node>;
  param: Node | null;
  /** Parameters with a suffix: `:file.xml`. */
  suffixed: { suffix: string; node: Node }[];
  splat: string | null;
};

const createNode = (): Node => ({
  pattern: null,
  fixed: new Map(),
  param: null,
  suffixed: [],
  splat: null,
});

/**
 * Finds the pattern of a path, "/:locale/products/:slug" for "/en/products/fox". Requests are
 * counted per pattern, which bounds the number of series. Static segments take precedence over
 * parameters, and those over splats, as in React Router and Hono.
 */
export class RoutePatterns {
  readonly #root = createNode();
  readonly all: ReadonlySet<string>;

  constructor(patterns: Iterable<string>) {
    const all = new Set<string>();
    for (const pattern of patterns) {
      all.add(pattern);
      this.#add(pattern);
    }
    this.all = all;
  }

  /** Returns one of `all`, or OTHER_ROUTE. `path` is the raw path without the query. */
  find(path: string): string {
    const parts = toParts(toDocumentPath(path));
    return find(this.#root, parts, 0) ?? OTHER_ROUTE;
  }

  #add(pattern: string): void {
    let node = this.#root;
    for (const part of toParts(pattern)) {
      if (part === "*") {
        node.splat ??= pattern;
        return;
      }
      node = childOf(node, part);
    }
    node.pattern ??= pattern;
  }
}

const toParts = (path: string) => path.split("/").filter((part) => part !== "");

/** The router requests a page's data under the page's path with the suffix `.data`. */
function toDocumentPath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path.slice(0, -".data".length).replace(/\/(?:_root|_)$/, "/");
}

function childOf(node: Node, part: string): Node {
  const [, suffix] = /^:\w+(?:\{[^}]*\})?\??(.*)$/.exec(part) ?? [];
  if (suffix === undefined) {
    const known = node.fixed.get(part) ?? createNode();
    node.fixed.set(part, known);
    return known;
  }
  if (suffix === "") {
    node.param ??= createNode();
    return node.param;
  }
  const known = node.suffixed.find((one) => one.suffix === suffix);
  if (known) return known.node;
  const created = { suffix, node: createNode() };
  node.suffixed.push(created);
  return created.node;
}

function find(node: Node, parts: readonly string[], depth: number): string | null {
  const part = parts[depth];
  if (part === undefined) return node.pattern ?? node.splat;
  if (depth >= DEPTH_MAX) return node.splat;
  const fixed = node.fixed.get(part);
  const suffixed = node.suffixed.find(
    ({ suffix }) => part.endsWith(suffix) && part.length > suffix.length,
  );
  for (const next of [fixed, suffixed?.node, node.param]) {
    const found = next && find(next, parts, depth + 1);
    if (found) return found;
  }
  return node.splat;
}

/** Paths that this process handles itself, besides API and pages. */
const OWN_PATTERNS = ["/healthz", "/health", "/readyz", "/assets/*", "/fonts/*"];

/** Creates the patterns of all paths of the product. `pageRoutes` is null in development. */
export function createRoutePatterns(
  apiPatterns: readonly string[],
  pageRoutes: Record<string, BuiltRoute | undefined> | null,
): RoutePatterns {
  return new RoutePatterns([
    ...OWN_PATTERNS,
    ...apiPatterns,
    ...listPagePatterns(pageRoutes ?? {}),
  ]);
}

/** A route of React Router's build, reduced to its path. */
export type BuiltRoute = { path?: string; parentId?: string };

/** The patterns of a React Router build: a route's own path appended to those of its parents. */
export function listPagePatterns(routes: Record<string, BuiltRoute | undefined>): string[] {
  const pathOf = (route: BuiltRoute): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    const before = parent ? pathOf(parent) : "";
    return route.path ? `${before}/${route.path}` : before;
  };
  return Object.values(routes).map((route) => (route && pathOf(route)) || "/");
}
