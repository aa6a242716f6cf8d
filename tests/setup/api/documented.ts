import type { OpenAPIHono } from "@hono/zod-openapi";
import { errorSchema } from "#api/contract/envelope.ts";
import type { ApiEnv } from "#api/http/context.ts";
import { COMMON_ERRORS } from "#api/http/openapi.ts";
import type { Fetcher } from "./api-agent.ts";

type Operation = { name: string; method: string; path: RegExp; statuses: string[] };

/**
 * Sends requests to `api`. Throws for a response whose status its OpenAPI document does not list
 * for that operation, unless the code is one that every operation may respond with. Requests that
 * are no operation of the document pass.
 */
export function toDocumentedFetch(api: OpenAPIHono<ApiEnv>): Fetcher {
  const operations = readOperations(api);
  return async (request) => {
    const { method } = request;
    const { pathname } = new URL(request.url);
    const response = await api.fetch(request);
    const operation = operations.find((one) => one.method === method && one.path.test(pathname));
    if (!operation || operation.statuses.includes(String(response.status))) return response;
    const codes = await readCodes(response.clone());
    if (COMMON_ERRORS.some((common) => codes.includes(common))) return response;
    const found = [response.status, ...codes].join(" ");
    throw new Error(`the OpenAPI document does not list for ${operation.name}: ${found}`);
  };
}

/** The codes of an error and of its fields; none of what is no error of the contract. */
async function readCodes(response: Response): Promise<string[]> {
  const body: unknown = await response.json().catch(() => null);
  const { code, error_codes: fields = {} } = errorSchema.safeParse(body).data ?? {};
  const ofFields = Object.values(fields).flatMap((list) => list.map((one) => one.code));
  return [...(code === undefined ? [] : [code]), ...ofFields];
}

/** In the order in which a path is compared: one that is fixed before one with parameters. */
function readOperations(api: OpenAPIHono<ApiEnv>): Operation[] {
  return api.openAPIRegistry.definitions
    .flatMap((definition) => (definition.type === "route" ? [definition.route] : []))
    .sort((one, other) => countParams(one.path) - countParams(other.path))
    .map(({ method, path, responses }) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      statuses: Object.keys(responses ?? {}),
    }));
}

function countParams(path: string): number {
  return path.split("{").length;
}
