import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Cluster, parseAction } from "./cluster.ts";
import { badRequest, EngineError, type Json, toObject } from "./errors.ts";

export type SearchEngineStandIn = {
  /** Includes the name and the password, like SEARCH_URL. */
  readonly url: string;
  readonly cluster: Cluster;
  /** "POST /shop-products/_search", in order. */
  readonly requests: string[];
  /**
   * What it does with requests whose line matches instead of doing them: an error of this status, no
   * response at all, or ("lose") everything but the response.
   */
  fault: { matches: RegExp; status: number | "hang" | "lose" } | null;
  /** Awaited before each request is processed. */
  before: ((line: string) => Promise<void>) | null;
  /** Stops listening, and keeps its data. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  start(): Promise<void>;
};

const USER = "shop";
const PASSWORD = "p@ss:word/1";
const EXPECTED = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;

type Route = {
  matches: RegExp;
  parameters: readonly string[];
  isNdjson?: boolean;
  run(cluster: Cluster, request: { target: string; query: URLSearchParams; body: string }): unknown;
};

/** The parameters that all requests of the engine allow. */
const COMMON_PARAMETERS = ["pretty", "human", "error_trace", "filter_path"];

const ROUTES: Route[] = [
  {
    matches: /^(?:POST|GET) \/([^/]+)\/_search$/,
    parameters: ["timeout", "preference"],
    run: (cluster, { target, body }) => cluster.search(target, parseJson(body)),
  },
  {
    matches: /^(?:POST|PUT) \/([^/]+)\/_bulk$/,
    parameters: ["require_alias", "refresh"],
    isNdjson: true,
    run: runBulk,
  },
  {
    matches: /^GET \/([^/]+)\/_alias$/,
    parameters: ["ignore_unavailable", "local"],
    run: (cluster, { target }) => cluster.aliasesOf(target),
  },
  {
    matches: /^POST \/_aliases$/,
    parameters: ["timeout"],
    run: (cluster, { body }) => {
      cluster.updateAliases(parseJson(body).actions);
      return { acknowledged: true };
    },
  },
  {
    matches: /^(?:GET|POST) \/([^/]+)\/_refresh$/,
    parameters: [],
    run: (cluster, { target }) => {
      cluster.refresh(target);
      return { _shards: { total: 1, successful: 1, failed: 0 } };
    },
  },
  {
    matches: /^GET \/([^/]+)\/_count$/,
    parameters: [],
    run: (cluster, { target }) => ({ count: cluster.count(target) }),
  },
  {
    matches: /^PUT \/([^/_][^/]*)$/,
    parameters: ["timeout", "wait_for_active_shards"],
    run: (cluster, { target, body }) => {
      cluster.create(target, parseJson(body || "{}"));
      return { acknowledged: true, shards_acknowledged: true, index: target };
    },
  },
  {
    matches: /^DELETE \/([^/_][^/]*)$/,
    parameters: ["timeout"],
    run: (cluster, { target }) => {
      cluster.delete(target);
      return { acknowledged: true };
    },
  },
];

/**
 * Starts a stand-in for an engine with Elasticsearch's wire interface: a real HTTP server that has
 * the part of the interface which the shop uses, rejects what the real ones reject (unknown names
 * and types, wrong content types, credentials, versions), and evaluates queries.
 */
export async function startSearchEngine(
  options: { bytesMax?: number } = {},
): Promise<SearchEngineStandIn> {
  const { bytesMax = 100 * 2 ** 20 } = options;
  const cluster = new Cluster();
  const requests: string[] = [];
  const engine: Pick<SearchEngineStandIn, "fault" | "before"> = { fault: null, before: null };
  const listen = async (port: number) => {
    const server = createServer((request, response) => {
      respond(request, response).catch((error: unknown) => {
        if (!(error instanceof EngineError)) throw error;
        const { status, body } = error;
        sendJson(response, status, { error: { root_cause: [body], ...body }, status });
      });
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://engine");
    const line = `${request.method} ${decodeURIComponent(url.pathname)}`;
    requests.push(line);
    const body = await readBody(request, bytesMax);
    await engine.before?.(line);
    const status = engine.fault?.matches.test(line) ? engine.fault.status : null;
    if (status === "hang") return;
    if (typeof status === "number") {
      throw new EngineError(status, "stand_in_fault", "as the test has it");
    }
    if (request.headers.authorization !== EXPECTED) {
      throw new EngineError(401, "security_exception", "unable to authenticate user");
    }
    const result = handle(cluster, { line, url, body, request });
    if (status === "lose") request.socket.destroy();
    else sendJson(response, 200, result);
  };
  let server: Server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const credentials = `${USER}:${encodeURIComponent(PASSWORD)}`;
  return Object.assign(engine, {
    url: `http://${credentials}@127.0.0.1:${port}`,
    cluster,
    requests,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    start: async () => {
      server = await listen(port);
    },
  });
}

function handle(
  cluster: Cluster,
  given: { line: string; url: URL; body: string; request: IncomingMessage },
): unknown {
  const { line, url, body, request } = given;
  const route = ROUTES.find(({ matches }) => matches.test(line));
  if (!route) {
    throw badRequest("illegal_argument_exception", `no handler found for uri [${line}]`);
  }
  const [, target = ""] = route.matches.exec(line) ?? [];
  for (const name of url.searchParams.keys()) {
    if ([...COMMON_PARAMETERS, ...route.parameters].includes(name)) continue;
    throw badRequest("illegal_argument_exception", `contains unrecognized parameter: [${name}]`);
  }
  const type = String(request.headers["content-type"] ?? "").split(";")[0] ?? "";
  const types = route.isNdjson
    ? ["application/x-ndjson", "application/json"]
    : ["application/json"];
  if (body !== "" && !types.includes(type)) {
    const reason = `Content-Type header [${type}] is not supported`;
    throw new EngineError(406, "media_type_header_exception", reason);
  }
  return route.run(cluster, { target, query: url.searchParams, body });
}

function runBulk(
  cluster: Cluster,
  { target, query, body }: { target: string; query: URLSearchParams; body: string },
): Json {
  if (!body.endsWith("\n")) {
    const reason = "The bulk request must be terminated by a newline [\\n]";
    throw badRequest("illegal_argument_exception", reason);
  }
  const lines = body.slice(0, -1).split("\n").map(parseJson);
  const actions = lines.flatMap((line, index) => {
    if (index % 2 === 1) return [];
    const source = lines[index + 1];
    if (!source) throw badRequest("illegal_argument_exception", "a line without its document");
    return [{ meta: parseAction(line), source }];
  });
  const requiresAlias = query.get("require_alias") === "true";
  const items = actions.map(({ meta, source }) => {
    const index = typeof meta._index === "string" ? meta._index : target;
    return { index: cluster.write(index, meta, source, requiresAlias) };
  });
  return { took: 1, errors: items.some(({ index }) => index.error !== undefined), items };
}

function parseJson(text: string): Json {
  try {
    return toObject(JSON.parse(text), "body");
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw badRequest("json_parse_exception", "Unexpected character");
  }
}

async function readBody(request: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (body.length > bytesMax) {
    throw new EngineError(413, "content_too_long_exception", "entity content is too long");
  }
  return body.toString("utf8");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
  response.end(JSON.stringify(body));
}
