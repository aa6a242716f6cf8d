import type { RequestListener } from "node:http";
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { METHODS, type RoutePatterns } from "../metrics/route-patterns.ts";

const tracer = trace.getTracer("promptory");

/**
 * Creates a span for each request to `listener`, until its response has ended. The span is named
 * after the route and contains neither URL nor user, because those may include tokens and personal
 * data. A client's trace is only continued behind a trusted proxy (`isTrusted`); otherwise
 * untrusted clients could force sampling.
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
