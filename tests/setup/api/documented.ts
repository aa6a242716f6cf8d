import type { OpenAPIHono } from "@hono/zod-openapi";
import { errorSchema } from "#api/contract/envelope.ts";
import type { ApiEnv } from "#api/http/context.ts";
import { COMMON_ERRORS } from "#api/http/openapi.ts";
import type { Fetcher } from "./api-agent.ts";
import { checkBodies, toPointer } from "./described-bodies.ts";

type Operation = {
  name: string;
  method: string;
  path: RegExp;
  /** A JSON pointer to the operation's description in the document. */
  pointer: string;
  statuses: string[];
  /** The media types by status, for the statuses that have a body. */
  types: Map<string, string[]>;
};

/**
 * Sends requests to `api`. Throws for a response whose status its OpenAPI document does not list
 * for that operation (unless the code is one that every operation may return), for a body of
 * another media type, and for JSON that does not match the document. Requests that match no
 * operation of the document pass.
 */
export function toDocumentedFetch(api: OpenAPIHono<ApiEnv>): Fetcher {
  const operations = readOperations(api);
  return async (request) => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    const response = await api.fetch(request);
    const operation = operations.find((one) => one.method === method && one.path.test(pathname));
    if (!operation) return response;
    if (operation.statuses.includes(String(response.status))) {
      const violation = await findViolation(operation, response);
      if (violation === null) return response;
      const name = `${operation.name} ${response.status}`;
      throw new Error(`the OpenAPI document describes another body of ${name}: ${violation}`);
    }
    const codes = await readCodes(response.clone());
    if (COMMON_ERRORS.some((common) => codes.includes(common))) return response;
    const found = [response.status, ...codes].join(" ");
    throw new Error(`the OpenAPI document does not list for ${operation.name}: ${found}`);
  };

  /** Returns what a response violates, or null. The body of `response` stays unread. */
  async function findViolation({ pointer, types }: Operation, response: Response) {
    const [type = ""] = response.headers.get("content-type")?.split(";") ?? [];
    const status = String(response.status);
    if (type !== "" && !types.get(status)?.includes(type)) return `no ${type} is described`;
    if (type !== "application/json") return null;
    const content = toPointer("responses", status, "content", type);
    const mounted = operations.map((operation) => operation.name).join();
    // Cloning a large body, such as a download's, would buffer all of it in memory.
    const body: unknown = await response.clone().json();
    return checkBodies(api, mounted)(`${pointer}${content}/schema`, body);
  }
}

/**
 * Reads the codes of an error and its fields; empty for a body that is not an error of the
 * contract.
 */
async function readCodes(response: Response): Promise<string[]> {
  const body: unknown = await response.json().catch(() => null);
  const { code, error_codes: fields = {} } = errorSchema.safeParse(body).data ?? {};
  const ofFields = Object.values(fields).flatMap((list) => list.map((one) => one.code));
  return [...(code === undefined ? [] : [code]), ...ofFields];
}

/** Lists the operations in matching order: fixed paths before paths with parameters. */
function readOperations(api: OpenAPIHono<ApiEnv>): Operation[] {
  return api.openAPIRegistry.definitions
    .flatMap((definition) => (definition.type === "route" ? [definition.route] : []))
    .sort((one, other) => countParams(one.path) - countParams(other.path))
    .map(({ method, path, responses }) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      pointer: toPointer("paths", path, method),
      statuses: Object.keys(responses ?? {}),
      types: new Map(
        Object.entries(responses ?? {}).map(([status, response]) => [
          status,
          "content" in response ? Object.keys(response.content ?? {}) : [],
        ]),
      ),
    }));
}

function countParams(path: string): number {
  return path.split("{").length;
}
