import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { RoutePatterns } from "../metrics/route-patterns.ts";

const tracer = trace.getTracer("promptory");

type Fetch = (request: Request) => Promise<Response>;

/**
 * Creates a span for each call of the marketplace API. With `isRemote` the trace is propagated to
 * the other server in W3C's `traceparent` header. `patterns` name the call's route; a remote
 * server's paths stay unnamed.
 */
export function traceCalls(
  fetch: Fetch,
  { patterns, isRemote }: { patterns: RoutePatterns; isRemote: boolean },
): Fetch {
  return (request) => {
    const route = patterns.find(new URL(request.url).pathname);
    const attributes = { "http.request.method": request.method, "http.route": route };
    const kind = isRemote ? SpanKind.CLIENT : SpanKind.INTERNAL;
    return tracer.startActiveSpan(`API ${request.method} ${route}`, { kind, attributes }, (span) =>
      run(span, () => fetch(isRemote ? withTraceparent(request) : request)),
    );
  };
}

async function run(span: Span, work: () => Promise<Response>): Promise<Response> {
  try {
    const response = await work();
    span.setAttribute("http.response.status_code", response.status);
    if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    return response;
  } catch (error) {
    span.setAttribute("error.type", error instanceof Error ? error.name : "error");
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function withTraceparent(request: Request): Request {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  for (const [name, value] of Object.entries(carrier)) request.headers.set(name, value);
  return request;
}
