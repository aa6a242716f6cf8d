import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readTracingSettings, tracingEnvironment } from "./tracing-settings.ts";

const schema = z.object(tracingEnvironment);
const read = (env: Record<string, string>) => readTracingSettings(schema.parse(env));

describe("where traces are sent", () => {
  it("is nowhere without an endpoint", () => {
    expect(read({ OTEL_SERVICE_NAME: "shop" })).toBeNull();
  });

  it("is below the endpoint, or at the one for traces as it stands", () => {
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otel/" };
    expect(read(base)?.url).toBe("https://collector.example/otel/v1/traces");
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in" };
    expect(read({ ...base, ...own })?.url).toBe("https://traces.example/in");
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a b=c"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=%"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=b%0d%0ac"],
    ["OTEL_TRACES_SAMPLER", "some"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ])("is an error with %s=%s", (name, value) => {
    const result = schema.safeParse({ [name]: value });
    expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([name]);
  });

  it("gets each header as it was before it was encoded", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
    const value = fc.stringMatching(/^[!-~][ -~]{0,40}$/).map((text) => text.trim());
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (headers) => {
        const text = Object.entries(headers)
          .map(([key, plain]) => `${key}=${encodeURIComponent(plain)}`)
          .join(",");
        const env = {
          OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
          OTEL_EXPORTER_OTLP_HEADERS: text,
        };
        expect(read(env)?.headers).toEqual(headers);
      }),
    );
  });
});
