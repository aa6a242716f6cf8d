import { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { errorSchema } from "#api/contract/envelope.ts";
import { toEnglish } from "#api/http/messages.ts";
import { isMessageCode, type MessageParams } from "#domain/messages.ts";
import { hasRight, STAFF_ROLES, type StaffRight } from "#domain/staff-roles.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "#tests/setup/api/api-agent.ts";
import { beginRequest } from "#tests/setup/api/begun-request.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { sample } from "#tests/setup/sample.ts";

// Rules for every endpoint, checked against the API's own description, so that new endpoints are
// covered automatically.

type Operation = {
  method: string;
  path: string;
  isMembersOnly: boolean;
  isStaffOnly: boolean;
  /** The staff right that its description names. */
  staffRight: string | undefined;
  isForm: boolean;
  query: string[];
  fields: string[];
};

/** The right for each part of the staff API; longer paths first. */
const PATH_RIGHTS: Record<string, StaffRight> = {
  "/api/staff/overview/confirm": "site",
  "/api/staff/overview/failed-mails": "people.manage",
  "/api/staff/overview": "overview",
  "/api/staff/views": "overview",
  "/api/staff/people/{id}/change": "people.manage",
  "/api/staff/people/{id}/view": "people.manage",
  "/api/staff/people/{id}/data": "people.manage",
  "/api/staff/people/{id}/balance": "people.balance",
  "/api/staff/people": "people",
  "/api/staff/audit": "audit",
  "/api/staff/offers/{id}/answer": "reviews",
  "/api/staff/offers": "offers",
  "/api/staff/verifications": "reviews",
  "/api/staff/notices": "reviews",
  "/api/staff/reasons": "reviews",
  "/api/staff/payouts": "payouts",
  "/api/staff/products": "catalogue",
  "/api/staff/pictures": "catalogue",
  "/api/staff/categories": "catalogue",
  "/api/staff/imports": "catalogue",
  "/api/staff/exports": "catalogue",
  "/api/staff/shelves": "catalogue",
  "/api/staff/styles": "catalogue",
  "/api/staff/orders": "orders",
  "/api/staff/deposits": "orders",
  "/api/staff/refunds": "orders",
  "/api/staff/disputes": "orders",
  "/api/staff/suspense": "orders",
  "/api/staff/withdrawals": "orders",
  "/api/staff/messages": "site",
  "/api/staff/newsletter": "site",
  "/api/staff/pages": "site",
  "/api/staff/texts": "site",
  "/api/staff/settings/money": "payouts",
  "/api/staff/settings/rate": "payouts",
  "/api/staff/settings/site": "site",
  "/api/staff/settings": "settings",
};

/** Endpoints for everybody. All others are for members, or for staff. */
const PUBLIC = [
  "GET /api/categories",
  "POST /api/contact",
  "GET /api/countries",
  "GET /api/email/verify/{id}/{hash}",
  "GET /api/is-auth",
  "GET /api/languages",
  "GET /api/localization/{locale}/words",
  "POST /api/login",
  "POST /api/logout",
  "POST /api/newsletter/confirm",
  "POST /api/newsletter/subscribe",
  "GET /api/newsletter/unsubscribe",
  "POST /api/newsletter/unsubscribe",
  "POST /api/notices",
  "POST /api/notices/complaint",
  "GET /api/openapi.json",
  "GET /api/product-index",
  "GET /api/product-index/{part}",
  "GET /api/products",
  "GET /api/products/featured",
  "GET /api/products/hero",
  "GET /api/products/new",
  "GET /api/products/top-sellers",
  "GET /api/products/{key}",
  "POST /api/register",
  "POST /api/reset-password",
  "GET /api/settings",
  "GET /api/social-links",
  "GET /api/static-pages",
  "GET /api/static-pages/{slug}",
  "GET /api/styles",
  "POST /api/user/reset-password",
  "POST /api/withdrawals",
  "POST /api/withdrawals/confirm",
  "GET /media/share/{locale}/{slug}/{file}",
  "GET /media/{name}/{file}",
  "GET /sanctum/csrf-cookie",
  "POST /webhooks/payouts/{provider}",
  "POST /webhooks/{provider}",
];

let test: TestApi;
let operations: Operation[];
beforeAll(async () => {
  test = await createTestApi();
  operations = readOperations((await test.createAgent().get("/api/openapi.json")).body);
});
afterAll(() => test.close());

const call = (agent: ApiAgent, { method, path }: Operation, value = "7", body?: unknown) =>
  agent.request(method, path.replace(/\{\w+\}/g, value), method === "GET" ? undefined : body);

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

describe("every endpoint", () => {
  it("is for everybody, for members or for staff, as is stated here", () => {
    const open = operations.filter((one) => !one.isMembersOnly && !one.isStaffOnly);
    expect(open.map(nameOf).sort()).toEqual([...PUBLIC].sort());
    const below = operations.filter(({ path }) => path.startsWith("/api/staff/"));
    expect(operations.filter((one) => one.isStaffOnly)).toEqual(below);
    const unused = Object.keys(PATH_RIGHTS).filter(
      (start) => !below.some(({ path }) => path.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });

  it("for members only says so to a guest, before it looks at anything else", async () => {
    const guest = test.createAgent();
    await guest.fetchToken();
    const membersOnly = operations.filter((one) => one.isMembersOnly && !one.isStaffOnly);
    for (const operation of membersOnly) {
      const response = await call(guest, operation, "7", { nonsense: true });
      expect([operation.path, response.status]).toEqual([operation.path, 401]);
      expect(response.error.message).toBe("Unauthenticated.");
    }
  });

  it("for staff only does not exist for a guest or a member, whatever they send", async () => {
    const guest = test.createAgent();
    await guest.fetchToken();
    const { agent: member } = await createMember(test);
    const staffOnly = operations.filter((operation) => operation.isStaffOnly);
    for (const operation of staffOnly) {
      for (const agent of [guest, member]) {
        const response = await call(agent, operation, "7", { nonsense: true });
        expect([operation.path, response.status]).toEqual([operation.path, 404]);
        expect(response.error.code).toBe("not_found");
      }
    }
  });

  it("for staff exists for the roles that have its right, and for no other", async () => {
    const staffOnly = operations.filter((operation) => operation.isStaffOnly);
    for (const staffRole of STAFF_ROLES) {
      const { agent } = await createMember(test, { role: "staff", staffRole });
      for (const operation of staffOnly) {
        const [, right] =
          Object.entries(PATH_RIGHTS).find(([path]) => operation.path.startsWith(path)) ?? [];
        if (!right) throw new Error(`state the right of ${operation.path} in PATH_RIGHTS`);
        expect([operation.path, operation.staffRight]).toEqual([operation.path, right]);
        const { status } = await call(agent, operation, "7", { nonsense: true });
        const is404 = status === 404;
        // Reading an unknown id is a 404 even with the right.
        const isUnclear = operation.method === "GET" && operation.path.includes("{");
        const expected = isUnclear || !hasRight(staffRole, right);
        expect([staffRole, operation.path, is404]).toEqual([staffRole, operation.path, expected]);
      }
    }
  });

  it("that writes asks a session for its token", async () => {
    const { agent } = await createMember(test);
    agent.cookies.delete("XSRF-TOKEN");
    const writing = operations.filter((one) => one.method !== "GET" && one.path.startsWith("/api"));
    for (const operation of writing) {
      agent.cookies.delete("XSRF-TOKEN");
      const response = await call(agent, operation, "7", {});
      expect([operation.path, response.status]).toEqual([operation.path, 419]);
    }
  });

  it("that serves guests without a session sets no cookies", async () => {
    for (const operation of operations.filter((one) => one.path !== "/sanctum/csrf-cookie")) {
      const path = operation.path.replace(/\{\w+\}/g, "7");
      const body = operation.method === "GET" ? undefined : {};
      const response = await test
        .createAgent()
        .request(operation.method, path, body, { isStateful: false });
      expect([operation.path, response.setCookies]).toEqual([operation.path, []]);
    }
  });
});

describe("an endpoint that writes, while the body of a request is on its way", () => {
  /** Returns the statuses after `end`, which runs when everything but the body's end was read. */
  async function statusesAfter(end: (userId: number) => Promise<unknown>, isStaff: boolean) {
    const writing = operations.filter(
      (one) => one.method !== "GET" && one.isStaffOnly === isStaff && !isPublic(one),
    );
    const statuses: [string, number][] = [];
    for (const { method, path, isForm } of writing) {
      const { agent, id } = await createMember(
        test,
        isStaff ? { role: "staff", staffRole: "owner" } : {},
      );
      const url = path.replace(/\{\w+\}/g, "7");
      const request = await beginRequest(test, agent, { method, path: url, isForm });
      await end(id);
      statuses.push([`${method} ${path}`, (await request.finish()).status]);
    }
    return statuses;
  }
  const isPublic = (one: Operation) => PUBLIC.includes(nameOf(one));
  const all = (statuses: [string, number][], status: number) =>
    statuses.map(([name]): [string, number] => [name, status]);

  it.each([true, false])("does nothing for a session that ends: of staff, %s", async (isStaff) => {
    const end = (id: number) => test.database`DELETE FROM sessions WHERE user_id = ${id}`;
    const statuses = await statusesAfter(end, isStaff);
    expect(statuses).toEqual(all(statuses, 401));
    expect(statuses.length).toBeGreaterThan(15);
  });

  it("does nothing for staff who lose their right", async () => {
    const end = (id: number) =>
      test.database`UPDATE users SET role = 'member', staff_role = NULL WHERE id = ${id}`;
    const statuses = await statusesAfter(end, true);
    expect(statuses).toEqual(all(statuses, 404));
    expect(statuses.length).toBeGreaterThan(50);
  });
});

const NAUGHTY: [string, unknown][] = [
  ["nothing", ""],
  ["a blank", " "],
  ["NUL", "a\u0000b"],
  ["emoji", "👩🏽‍🎨🧑‍🎨"],
  ["right to left", "\u202egnp.exe"],
  ["half a character", "\ud83d"],
  ["10 KB", "x".repeat(10_000)],
  ["SQL", "'; DROP TABLE users; --"],
  ["a pattern of LIKE", "%_\\"],
  ["a path", "../../../../etc/passwd"],
  ["a script", '"><script>alert(1)</script>'],
  ["line breaks", "a\r\nSet-Cookie: x=1"],
  ["a huge number", "99999999999999999999999999"],
  ["a negative number", "-1"],
  ["a number with an exponent", "1e400"],
  ["NaN", "NaN"],
  ["__proto__", "__proto__"],
  ["the number 1e308", 1e308],
  ["a fraction of a cent", 0.001],
  ["true", true],
  ["null", null],
  ["a list", ["a", ["b"]]],
  ["an object", { toString: "x", length: -1 }],
];

describe("an endpoint that is given nonsense", () => {
  it.each(sample(NAUGHTY, 6))("responds with its own texts: %s", async (_, value) => {
    test.logged.length = 0;
    const { agent } = await createMember(test);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const encoded = encodeURIComponent(Buffer.from(text).toString());
    for (const operation of operations.filter((one) => one.path !== "/api/logout")) {
      const body = Object.fromEntries(operation.fields.map((field) => [field, value]));
      const responses = [await call(agent, operation, encoded || "-", body)];
      for (const name of operation.query) {
        const query = `?${name}=${encoded}&${name}[]=${encoded}`;
        const withQuery = { ...operation, path: operation.path + query };
        responses.push(await call(agent, withQuery));
      }
      for (const response of responses) assertOwnTexts(operation, response);
    }
  });
});

function assertOwnTexts(operation: Operation, response: ApiResponse): void {
  const name = `${operation.method} ${operation.path}: ${response.status} ${response.text.slice(0, 200)}`;
  expect(test.logged, name).toEqual([]);
  expect(response.status, name).toBeLessThan(500);
  if (response.status >= 400) assertCoded(response.error, name);
}

/** Throws unless every text comes with its code. */
function assertCoded(error: z.infer<typeof errorSchema>, name: string): void {
  const { code, params, errors, error_codes: codes } = error;
  const translate = (message: { code?: string; params?: MessageParams }) =>
    isMessageCode(message.code) ? toEnglish({ code: message.code, params: message.params }) : null;
  expect(isMessageCode(code), name).toBe(true);
  if (!errors) {
    expect(translate({ code, params }), name).toBe(error.message);
    return;
  }
  const texts = Object.entries(codes ?? {}).map(([field, list]) => [field, list.map(translate)]);
  expect(Object.fromEntries(texts), name).toEqual(errors);
}

function readOperations(document: unknown): Operation[] {
  const operationSchema = z.object({
    security: z.array(z.unknown()).optional(),
    tags: z.array(z.string()),
    "x-staff-right": z.string().optional(),
    parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
    requestBody: z.unknown().optional(),
  });
  const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()) });
  const { paths, components } = z
    .object({
      paths: z.record(z.string(), z.record(z.string(), operationSchema)),
      components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
    })
    .parse(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const reference = /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(
        JSON.stringify(operation.requestBody ?? {}),
      );
      const schema = objectSchema.safeParse(components.schemas[reference?.[1] ?? ""]);
      const parameters = operation.parameters ?? [];
      return {
        method: method.toUpperCase(),
        path,
        isMembersOnly: operation.security !== undefined,
        isStaffOnly: operation.tags.includes("staff"),
        staffRight: operation["x-staff-right"],
        isForm: JSON.stringify(operation.requestBody ?? {}).includes('"multipart/form-data"'),
        query: parameters.filter((one) => one.in === "query").map((one) => one.name),
        fields: Object.keys(schema.data?.properties ?? {}),
      };
    }),
  );
}
