import type { RequestListener } from "node:http";
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { RoutePatterns } from "../metrics/route-patterns.ts";

const tracer = trace.getTracer("promptory");
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Makes a span of each request that `listener` gets, until its response has ended. It is named by the
 * route and says neither the address nor who asked: those may hold tokens and persons. A trace that the
 * client began is continued only behind a proxy of our own (`isTrusted`); a stranger could have all sampled.
 */
export function traceRequests(
  listener: RequestListener,
  { patterns, isTrusted }: { patterns: RoutePatterns; isTrusted: boolean },
): RequestListener {
  return (request, response) => {
    const parent = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const method = METHODS.has(request.method ?? "") ? request.method : "_OTHER";
    const route = patterns.find((request.url ?? "").split("?", 1)[0] ?? "");
    const attributes = { "http.request.method": method, "http.route": route };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = tracer.startSpan(`${method} ${route}`, options, parent);
    response.once("close", () => {
      if (response.headersSent) {
        span.setAttribute("http.response.status_code", response.statusCode);
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      } else span.setAttribute("error.type", "aborted");
      const reference = response.getHeader("x-request-id");
      if (typeof reference === "string") span.setAttribute("promptory.reference", reference);
      span.end();
    });
    return context.with(trace.setSpan(parent, span), () => listener(request, response));
  };
}
