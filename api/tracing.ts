import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("promptory");

/**
 * Runs `work` as a span of the current trace, or as a new trace; without a collector
 * (server/tracing) it only runs it. Records a failure by the error's name alone, because messages
 * may contain user input. Throws whatever `work` throws.
 */
export function withSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  kind = SpanKind.INTERNAL,
): Promise<Result> {
  return tracer.startActiveSpan(name, { kind }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setAttribute("error.type", error instanceof Error ? error.name : "error");
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Runs work that does not deserve its own trace as a span, but only within a current trace; without
 * one it only runs it.
 */
export function withChildSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return trace.getActiveSpan() ? withSpan(name, work) : work();
}

/** Returns the fields that link a log line to its trace; empty outside a trace. */
export function readTraceIds(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
