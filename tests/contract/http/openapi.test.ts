import { OpenAPIHono, z } from "@hono/zod-openapi";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiEnv } from "#api/http/context.ts";
import { toDocumentedFetch } from "#tests/setup/api/documented.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

const NULL = { type: "null" };
const toReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ID = toReference("Id");
const AMOUNT = toReference("Amount");
const METHODS = ["get", "post", "put", "patch", "delete"];

const operationSchema = z.object({
  operationId: z.string().regex(/^[a-z]+[A-Z][A-Za-z]+$/),
  summary: z.string().min(1),
  description: z.string().min(20),
  tags: z.array(z.string()).length(1),
  security: z.array(z.object({ session: z.array(z.never()) })).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
  requestBody: z.object({ required: z.boolean().optional(), content: z.unknown() }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.object({ description: z.string().min(1) }),
  ),
});
const documentSchema = z.object({
  openapi: z.literal("3.1.0"),
  info: z.object({
    title: z.string(),
    version: z.string(),
    contact: z.object({ name: z.string(), url: z.url() }),
    license: z.object({ name: z.string(), url: z.url() }),
  }),
  servers: z.array(z.object({ url: z.url(), description: z.string() })).length(1),
  tags: z.array(z.object({ name: z.string(), description: z.string().min(5) })),
  paths: z.record(z.string().startsWith("/"), z.partialRecord(z.enum(METHODS), operationSchema)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

let test: TestApi;
let body: unknown;
let operations: { route: string; path: string; operation: z.infer<typeof operationSchema> }[];
beforeAll(async () => {
  test = await createTestApi();
  body = (await test.createAgent().get("/api/openapi.json", { isStateful: false })).body;
  const { paths } = documentSchema.parse(body);
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      path,
      operation: operationSchema.parse(operation),
    })),
  );
});
afterAll(() => test.close());

describe("the description at /api/openapi.json", () => {
  it("names exactly what is mounted", () => {
    const mounted = test.api.routes
      .filter((route) => route.method !== "ALL")
      .map((route) => `${route.method} ${route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`);
    expect(operations.map(({ route }) => route).sort()).toEqual([...new Set(mounted)].sort());
  });

  it.each([
    "GET /sanctum/csrf-cookie",
    "POST /api/register",
    "POST /api/login",
    "POST /api/logout",
    "GET /api/is-auth",
    "GET /api/user/profile",
    "GET /api/settings",
    "GET /api/languages",
    "GET /api/localization/{locale}/words",
    "GET /api/products",
    "GET /api/products/hero",
    "GET /api/products/featured",
    "GET /api/products/new",
    "GET /api/products/top-sellers",
    "GET /api/categories",
    "GET /api/styles",
    "POST /api/deposit/validate-amount",
    "POST /api/deposit/validate",
    "POST /api/deposit/checkout",
    "GET /api/deposit/status",
    "GET /api/deposit/history",
    "GET /api/countries",
    "POST /api/purchase/prompt",
    "GET /api/purchase/history",
    "GET /api/purchase/{id}/download",
    "POST /api/purchase/generate-image",
    "GET /api/user/prompts",
    "GET /api/static-pages",
    "GET /api/static-pages/{slug}",
    "GET /api/social-links",
    "POST /api/contact",
    "POST /api/newsletter/subscribe",
    "GET /api/wishlist",
    "POST /api/wishlist/toggle/{productId}",
    "DELETE /api/wishlist/{productId}",
  ])("has %s of the contract", (route) => {
    expect(operations.map((one) => one.route)).toContain(route);
  });

  it("describes each path parameter, and lists the responses", () => {
    for (const { route, path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const described = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === "path")
        .map((parameter) => parameter.name);
      expect(described.sort(), route).toEqual(named.sort());
      expect(Object.keys(operation.responses), route).not.toEqual([]);
    }
  });

  it("passes every rule of spectral:oas, errors and warnings", async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset(new spectralCore.Ruleset(spectralRulesets.oas));
    const findings = await spectral.run(JSON.stringify(body));
    expect(findings.map(({ code, path, message }) => [code, path.join("."), message])).toEqual([]);
  });

  it("is checked by spectral: a missing description is found", async () => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset(new spectralCore.Ruleset(spectralRulesets.oas));
    // One operation is enough: checking all takes seconds.
    const { get } = documentSchema.parse(body).paths["/api/is-auth"] ?? {};
    const findingsOf = async (operation: unknown) => {
      const document = { ...documentSchema.parse(body), paths: { "/api/is-auth": operation } };
      const found = await spectral.run(JSON.stringify(document));
      return found.map(({ code }) => code).filter((code) => code === "operation-description");
    };
    expect(await findingsOf({ get })).toEqual([]);
    expect(await findingsOf({ get: { ...get, description: undefined } })).toHaveLength(1);
  });

  it("gives each operation an id of its own, and describes each tag that is used", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    const described = documentSchema.parse(body).tags.map(({ name }) => name);
    expect(described).toEqual([...used].sort());
  });

  it("says of every staff route that it needs a session", () => {
    const staff = operations.filter(({ path }) => path.startsWith("/api/staff/"));
    expect(staff.length).toBeGreaterThan(0);
    for (const { route, operation } of staff) {
      expect([route, operation.tags, operation.security]).toEqual([
        route,
        ["staff"],
        [{ session: [] }],
      ]);
    }
  });

  it("has no reference that leads nowhere", () => {
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    expect(references.length).toBeGreaterThan(0);
    for (const to of references) expect(follow(body, to ?? ""), to).toBeTypeOf("object");
  });

  it.each([
    ["a reference", "Refund", "order_id", { anyOf: [ID, NULL] }],
    [
      "one with a description",
      "Payment",
      "balance",
      { anyOf: [AMOUNT, NULL], description: "Balance after it; null if it did not change." },
    ],
    ["an object", "Offer", "payout", { anyOf: [toReference("Payout"), NULL] }],
  ])("says where %s may be null: %s.%s", (_, schema, property, expected) => {
    expect(follow(body, `#/components/schemas/${schema}/properties/${property}`)).toEqual(expected);
  });

  it("leaves null out of a schema that only some uses of it allow", () => {
    expect(follow(body, "#/components/schemas/Amount/anyOf")).toEqual([
      { type: "string" },
      { type: "number" },
    ]);
  });

  it("lists each value of a flag", () => {
    const flag = JSON.stringify(
      follow(body, "#/components/schemas/StaticPage/properties/is_terms"),
    );
    expect(flag).toContain('"enum":[0]');
    expect(flag).toContain('"enum":[1]');
  });

  it("may be kept by caches", async () => {
    const response = await test.createAgent().get("/api/openapi.json", { isStateful: false });
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  });
});

describe("the statuses of the description", () => {
  const respond = async (status: 409 | 503, code: string) => {
    const api = new OpenAPIHono<ApiEnv>();
    const responses = { 200: { description: "A thing" } };
    api.openAPIRegistry.registerPath({ method: "get", path: "/things/{id}", responses });
    api.get("/things/:id", (c) => c.json({ status: "ERROR", message: "No.", code }, status));
    return toDocumentedFetch(api)(new Request("http://localhost/things/7"));
  };

  it("are all that a test's agent accepts of an operation", async () => {
    await expect(respond(409, "message_changed")).rejects.toThrow("GET /things/{id}: 409");
    await expect(respond(503, "generation_busy")).rejects.toThrow("503 generation_busy");
  });

  it("leave out what any operation may respond with", async () => {
    expect((await respond(503, "unavailable")).status).toBe(503);
  });
});

describe("the bodies of the description", () => {
  const serve = (body: unknown) => {
    const api = new OpenAPIHono<ApiEnv>();
    const schema = z.object({ name: z.string(), made_on: z.iso.date().nullable() });
    const content = { "application/json": { schema } };
    const responses = { 200: { description: "A thing", content }, 202: { description: "Soon" } };
    api.openAPIRegistry.registerPath({ method: "get", path: "/bodies/{id}", responses });
    api.get("/bodies/:id", (c) => c.json(body, c.req.param("id") === "later" ? 202 : 200));
    return (id: string) => toDocumentedFetch(api)(new Request(`http://localhost/bodies/${id}`));
  };

  it("are all that a test's agent accepts of an operation", async () => {
    const wrong = serve({ name: null, made_on: null });
    await expect(wrong("7")).rejects.toThrow("GET /bodies/{id} 200: body/name must be string");
    const noDate = serve({ name: "a", made_on: "today" });
    await expect(noDate("7")).rejects.toThrow('body/made_on must match format "date"');
    const right = serve({ name: "a", made_on: null });
    expect((await right("7")).status).toBe(200);
    await expect(right("later")).rejects.toThrow(
      "GET /bodies/{id} 202: no application/json is described",
    );
  });

  it("are kept for no download: nobody but its reader holds the stream", async () => {
    const api = new OpenAPIHono<ApiEnv>();
    const content = { "application/zip": { schema: z.string() } };
    const responses = { 200: { description: "A file", content } };
    api.openAPIRegistry.registerPath({ method: "get", path: "/files/{id}", responses });
    const cancel = vi.fn<() => void>();
    const headers = { "content-type": "application/zip" };
    api.get("/files/:id", () => new Response(new ReadableStream({ cancel }), { headers }));
    const response = await toDocumentedFetch(api)(new Request("http://localhost/files/7"));
    // One half of a teed stream would wait for the other.
    void response.body?.cancel();
    expect(cancel).toHaveBeenCalledOnce();
  });
});

function follow(document: unknown, reference: string): unknown {
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null
          ? Object.entries(value).find(([name]) => name === key)?.[1]
          : undefined,
      document,
    );
}
