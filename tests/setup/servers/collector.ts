import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";

/*
 * A collector of traces as strict as OTLP's own (JSON over HTTP): ids are hexadecimal and not zero,
 * times are ordered decimal nanoseconds, and anything else is a 400.
 */

const attribute = z.object({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});
const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`));
const span = z
  .object({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16).optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: z.string().regex(/^\d{19}$/),
    endTimeUnixNano: z.string().regex(/^\d{19}$/),
    attributes: z.array(attribute),
    status: z.object({ code: z.int().min(0).max(2) }),
  })
  .refine((one) => one.endTimeUnixNano >= one.startTimeUnixNano);
const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A span as tests see it. */
export type CollectedSpan = {
  name: string;
  service: unknown;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
};

export type Collector = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** The spans of all accepted requests, in order. */
  spans: CollectedSpan[];
  /** The reasons of rejected requests. */
  rejections: string[];
  close(): void;
};

/** Starts a collector on a free port that accepts requests with `authorization: Bearer TOKEN`. */
export async function startCollector(token: string): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const rejections: string[] = [];
  const server = createServer(async (request, response) => {
    const problem =
      request.method !== "POST" || request.url !== "/v1/traces"
        ? 404
        : request.headers.authorization !== `Bearer ${token}`
          ? 401
          : request.headers["content-type"] !== "application/json"
            ? 415
            : null;
    const parsed = body.safeParse(parse(await text(request)));
    if (problem || !parsed.success) {
      rejections.push(problem ? String(problem) : String(parsed.error));
      return void response.writeHead(problem ?? 400).end("{}");
    }
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      const service = toRecord(resource.attributes)["service.name"];
      for (const one of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({
          ...one,
          parentSpanId: one.parentSpanId,
          service,
          attributes: toRecord(one.attributes),
        });
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, spans, rejections, close };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

const toRecord = (attributes: z.infer<typeof attribute>[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
