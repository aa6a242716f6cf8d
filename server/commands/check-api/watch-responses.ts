import { errnoOf } from "#api/errno.ts";
import { readBodyText } from "#app/api-client/transport/body-text.server.ts";
import { parseBody } from "#app/api-client/transport/json.server.ts";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { isRecord } from "#domain/json.ts";

/** The shop itself reads less (JSON_BYTES_MAX). */
const BODY_BYTES_MAX = 4_000_000;
const KEYS_MAX = 6;

/** The latest call; `response` is null if there was none, for the reason `error`. */
type Latest = { path: string; response: Response | null; text: string; error: unknown };

export type ResponseWatch = {
  target: ApiTarget;
  /** Why the latest response could not be read, in words for the server's developers. */
  explain(): string;
  /** What the latest body is instead of its envelope (spec §3); null if it has one. */
  explainEnvelope(): string | null;
};

/** The same target, whose latest response can be explained. */
export function watchResponses(target: ApiTarget): ResponseWatch {
  let latest: Latest = { path: "", response: null, text: "", error: null };
  const fetch = async (request: Request) => {
    const path = new URL(request.url).pathname;
    try {
      const response = await target.fetch(request);
      const isText = response.body !== null && /json|text/.test(typeOf(response));
      const text = isText ? await readBodyText(response, BODY_BYTES_MAX) : "";
      latest = { path, response, text: text ?? "", error: null };
      return isText ? new Response(text, response) : response;
    } catch (error) {
      latest = { path, response: null, text: "", error };
      throw error;
    }
  };
  return {
    target: { ...target, fetch },
    explain: () => explain(latest),
    explainEnvelope: () => explainEnvelope(latest),
  };
}

const typeOf = ({ headers }: Response) => headers.get("content-type") ?? "";

function explain({ response, text, error }: Latest): string {
  if (!response) return explainLost(error);
  const { status } = response;
  if (status >= 300 && status < 400) {
    const location = response.headers.get("location") ?? "no Location";
    return `${status} to ${location}: redirects are not followed`;
  }
  if (status >= 400) return `status ${status}`;
  if (/html/.test(typeOf(response))) {
    return `${status} with an HTML page instead of JSON; a call that is missing needs a 404`;
  }
  return text === "" ? `${status} without a body` : `${status}, but the body is not JSON`;
}

function explainLost(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return "no response in time (8 seconds for a read)";
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return `no response: ${errnoOf(cause) || (cause instanceof Error ? cause.message : String(cause))}`;
}

function explainEnvelope({ path, response, text }: Latest): string | null {
  if (!response) return null;
  if (text === "") return `${response.status} without a body`;
  const body = parseBody(text);
  const needed = /\/(?:products|categories|styles|product-index)(?:\/|$)/.test(path)
    ? "data"
    : "payload";
  if (isRecord(body) && needed in body) return null;
  const found = Array.isArray(body)
    ? "a bare list"
    : isRecord(body)
      ? `an object with ${Object.keys(body).slice(0, KEYS_MAX).join(", ") || "nothing"}`
      : `${JSON.stringify(body) ?? "no JSON"}`.slice(0, 40);
  return `no "${needed}" in the body (spec §3), which is ${found}`;
}
