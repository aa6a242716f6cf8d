import { DiagLogLevel, diag } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-node";
import type { Logger } from "pino";
import type { TracingSettings } from "./tracing-settings.ts";

/** Limits the delay that an unresponsive collector causes at exit; requests are never delayed. */
const EXPORT_TIMEOUT_MS = 2_000;
/**
 * The exporter reports every batch that it could not send, so warnings are limited to this rate.
 */
const WARN_EVERY_MS = 60_000;

/**
 * Sends the spans of this process to the collector in `settings` (OTLP over HTTP, as JSON) from now
 * on. Spans that cannot be sent are dropped, which is logged at most once a minute. `stop` sends
 * the remaining ones.
 */
export function startTracing(settings: TracingSettings, log: Logger): { stop(): Promise<void> } {
  reportProblems(log);
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.serviceName,
      "service.instance.id": `${process.env.HOSTNAME ?? "localhost"}-${process.pid}`,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(settings),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  // With a context manager (AsyncLocalStorage) and W3C's `traceparent`.
  provider.register();
  return {
    stop: () =>
      provider.shutdown().catch((error: unknown) => {
        log.warn({ err: error }, "the last spans could not be sent");
      }),
  };
}

function createSampler({ sampler, ratio }: TracingSettings): Sampler {
  const own = createRootSampler(sampler.replace("parentbased_", ""), ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root: own }) : own;
}

function createRootSampler(name: string, ratio: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

function reportProblems(log: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ reason: message.slice(0, 500) }, "traces could not be sent");
  };
  const ignore = () => {};
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
