import { ApiError, isUnavailable, toApiError } from "#app/api-client/transport/api-error.server.ts";
import { readBodyText } from "#app/api-client/transport/body-text.server.ts";
import { parseBody } from "#app/api-client/transport/json.server.ts";
import { isRejection } from "#app/api-client/transport/rejection.server.ts";
import type { ApiClient, ApiTarget } from "#app/api-client/transport/transport.server.ts";
import type { Call } from "./calls.ts";

/** A server's response to a probe. */
export type Reply = {
  /** 422 for a rejection inside a 2xx, as the shop treats it; null without a response. */
  status: number | null;
  /** Its message, without the parts that differ between paths and calls; "" for none. */
  message: string;
  /** The methods of the path, if the response lists them. */
  allowed: string[] | null;
};

const BODY_BYTES_MAX = 200_000;
const NO_REPLY: Reply = { status: null, message: "", allowed: null };

/** Sends a call without session and body. Throws if there is no response. */
export async function probe(
  target: ApiTarget,
  { method, path }: Pick<Call, "method" | "path">,
): Promise<Reply> {
  const request = new Request(target.baseUrl + path.replaceAll(/\{\w+\}/g, "0"), {
    method,
    headers: { ...target.headers, accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(8_000),
  });
  const response = await target.fetch(request);
  const body = parseBody((await readBodyText(response, BODY_BYTES_MAX).catch(() => null)) ?? "");
  const { message } = toApiError(response.status, body, response.headers);
  const allow = response.headers
    .get("allow")
    ?.toUpperCase()
    .match(/[A-Z]+/g);
  return {
    status: response.ok && isRejection(body, { isWrite: true }) ? 422 : response.status,
    message: toComparable(message, request.url.slice(target.baseUrl.length), target),
    allowed: allow ?? null,
  };
}

/** POSTs an empty body with a client's session and token. */
export async function sendEmpty(
  target: ApiTarget,
  client: ApiClient,
  path: string,
): Promise<Reply> {
  try {
    await client.send("POST", path, undefined);
    return { ...NO_REPLY, status: 200 };
  } catch (error) {
    if (error instanceof ApiError) {
      const status = error.status < 400 ? 422 : error.status;
      return { ...NO_REPLY, status, message: toComparable(error.message, path, target) };
    }
    return isUnavailable(error) ? { ...NO_REPLY, status: error.data.httpStatus ?? null } : NO_REPLY;
  }
}

/** Routers repeat the unknown path, in full or below their base; some add a time or an id. */
function toComparable(message: string, path: string, { baseUrl }: ApiTarget): string {
  const whole = new URL(baseUrl).pathname.replace(/\/$/, "") + path;
  return [whole, whole.slice(1), path, path.slice(1)]
    .reduce((text, name) => text.replaceAll(name, "*"), message)
    .replaceAll(/[\w-]*\d[\w-]*/g, "#");
}
