import { z } from "zod";
import { httpUrl } from "../config/addresses.ts";

const RATIO_ERROR = "must be a number from 0 to 1";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** OpenTelemetry's own names; part of the environment schema. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  /** "authorization=Bearer%20abc,x-scope=shop" */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text) => parseHeaders(text))
    .refine((headers) => headers !== null, "must be name=value, separated by commas")
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("promptory"),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: RATIO_ERROR })
    .min(0, { error: RATIO_ERROR })
    .max(1, { error: RATIO_ERROR })
    .default(1),
};

type TracingEnvironment = z.infer<z.ZodObject<typeof tracingEnvironment>>;

/** The collector for spans, and the sampling ratio of traces. */
export type TracingSettings = {
  /** The collector's traces endpoint, "https://collector.example/v1/traces". */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1, for the ratio-based samplers. */
  ratio: number;
};

/** Null without an endpoint, which means that tracing is off. */
export function readTracingSettings(env: TracingEnvironment): TracingSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (!url) return null;
  return {
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Null for an invalid list of headers; values are percent-encoded (W3C Baggage). */
function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(",").filter((part) => part.trim() !== "");
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = decode(pair.slice(at + 1).trim());
    if (!HEADER_NAME.test(name) || value === null || /[^\t\x20-\x7e]/.test(value)) return null;
    headers[name] = value;
  }
  return headers;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
