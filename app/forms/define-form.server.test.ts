import fc from "fast-check";
import { data, redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { defineForm, dispatchForms } from "./define-form.server.ts";
import type { FailedForm } from "./form-types.ts";
import { preserveInputOfNamed } from "./preserve-input.ts";

const schema = z.object({
  email: z.email("email_invalid"),
  password: z.string("password_required").min(3, "password_required"),
  born: z.string().max(10).optional(),
  kinds: z.array(z.string()).max(3).optional(),
  scan: z.instanceof(File).optional(),
  remember: z.boolean().optional(),
  redirect: z.string().optional(),
  operation_id: z.uuid().optional(),
});
const NAMES = Object.keys(schema.shape);

const form = defineForm(schema, {
  id: "test",
  failure: (error) => (error instanceof ApiError ? "login_failed" : "checkout_failed"),
  secrets: ["password"],
  dates: ["born"],
});

const UNCLEAR = /^We do not know whether this was carried out/;
const NO_STORAGE =
  "Our file storage is not available at the moment, so nothing was changed. Please try again later.";
const OPERATION = "7f9d2d34-6a35-4a62-9c8e-0d6f4f6f2f11";
const RIGHT = { email: "ada@example.test", password: "my secret", operation_id: OPERATION };

function post(fields: [string, string | File][]): Request {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request(`${SHOP_URL}/en/login`, { method: "POST", body });
}

const noApi = () => new Response(null, { status: 204 });
type Run = Parameters<typeof form.handle<Response>>[1];
type ErrorHandlers = Parameters<typeof form.handle<Response>>[2];

async function handle(request: Request, run: Run, handlers?: ErrorHandlers) {
  const { result } = await runInWebTier(request, noApi, (context) =>
    form.handle({ request, context }, run, handlers),
  );
  return result;
}

/** The reply to the browser for a form that is shown again. */
async function reject(error: unknown) {
  const result = await handle(post(Object.entries(RIGHT)), () => {
    throw error;
  });
  if (result instanceof Response) throw new Error("the form was left");
  return { status: result.init?.status, ...result.data };
}

const done: Run = async () => redirect("/en", 303);

describe("an action", () => {
  it("is called with the schema's value and the API, and returns the response", async () => {
    const seen: unknown[] = [];
    const request = post([...Object.entries(RIGHT), ["remember", "on"]]);
    const { result } = await runInWebTier(request, noApi, (context) =>
      form.handle({ request, context }, async (value, api) => {
        seen.push(value, api === getApi(context));
        return redirect("/en", 303);
      }),
    );
    expect(result).toBeInstanceOf(Response);
    expect(seen).toEqual([{ ...RIGHT, remember: true }, true]);
  });

  it("returns what is no response too: data for the page to show", async () => {
    const request = post(Object.entries(RIGHT));
    const { result } = await runInWebTier(request, noApi, (context) =>
      form.handle({ request, context }, async ({ email }) => data({ preview: email })),
    );
    expect(result).toMatchObject({ data: { preview: RIGHT.email } });
  });

  it("shows what the schema found wrong under the fields, with 422", async () => {
    const result = await handle(post([["email", "ada"]]), done);
    expect(result).toMatchObject({
      init: { status: 422 },
      data: {
        formId: "test",
        reply: {
          error: {
            email: ["errors.email_invalid"],
            password: ["errors.password_required"],
          },
          initialValue: { email: "ada" },
        },
        isUnclear: false,
      },
    });
  });

  it("shows the API's messages under the fields that they name, with its status", async () => {
    const error = new ApiError(422, "validation_failed", null, {
      fields: { email: [{ code: "email_required" }], password: [] },
    });
    expect(await reject(error)).toMatchObject({
      status: 422,
      reply: { error: { email: ["Email is required"], password: ["Login failed"] } },
    });
  });

  it.each([
    [
      new ApiError(429, "too_many_attempts", { code: "too_many_attempts" }),
      429,
      "Too Many Attempts.",
    ],
    [new ApiError(409, "conflict", null), 409, "Login failed"],
    // A 401 would mean that the session has expired (wasNotProcessed).
    [new ApiError(401, "unauthenticated", { text: "Wrong." }), 422, "Wrong."],
    [new ApiError(200, "rejected", null), 422, "Login failed"],
    [new ApiError(502, "payment_unavailable", null), 422, "Login failed"],
    [new ApiError(503, "storage_unavailable", { code: "storage_unavailable" }), 503, NO_STORAGE],
    [new ApiError(507, "storage_full", null), 507, "Login failed"],
    [data({ code: "unavailable" }, { status: 503 }), 503, "Checkout failed"],
    [data({ code: "unavailable" }, { status: 502 }), 502, "Checkout failed"],
  ])("shows an error without fields on top: %s", async (error, status, text) => {
    const failed = await reject(error);
    expect(failed.status).toBe(status);
    expect(failed.reply.error).toEqual({ form: [text] });
  });

  it.each([
    [new ApiError(409, "page_changed", null), true],
    [new ApiError(409, "offer_answered", null), true],
    // For a server without codes.
    [new ApiError(409, "conflict", null), true],
    [
      new ApiError(422, "validation_failed", null, {
        fields: { forfeit_balance: [{ code: "balance_changed" }] },
      }),
      true,
    ],
    [new ApiError(409, "evidence_erased", null), false],
    [new ApiError(409, "balance_too_low", null), false],
    [new ApiError(422, "validation_failed", null, { fields: { email: [{ text: "No." }] } }), false],
    [data({ code: "unavailable" }, { status: 503 }), false],
  ])("states whether its record has changed meanwhile: %s", async (error, isConflict) => {
    expect(await reject(error)).toMatchObject({ isConflict });
  });

  it("states that nobody knows whether a write was carried out", async () => {
    const unclear = data({ code: "unavailable", isUnclear: true }, { status: 502 });
    const failed = await reject(unclear);
    expect(failed.isUnclear).toBe(true);
    expect(failed.reply.error?.form).toEqual([expect.stringMatching(UNCLEAR)]);
  });

  const ownError = (code: string, status: number) =>
    Response.json({ status: "ERROR", message: "Not now.", code }, { status });
  it.each<[string, FakeApi, string | RegExp]>([
    ["a failure of the API", () => ownError("server_error", 500), "Checkout failed"],
    ["an API without its database", () => ownError("unavailable", 503), "Checkout failed"],
    [
      "an API without disk space",
      () => ownError("storage_full", 507),
      "This cannot be stored at the moment. Please try again later.",
    ],
    ["an API without its files", () => ownError("storage_unavailable", 503), NO_STORAGE],
    // Other servers have no codes (spec §8).
    [
      "any other 500",
      () => Response.json({ message: "Server Error" }, { status: 500 }),
      "Checkout failed",
    ],
    ["a gateway's page", () => new Response("<h1>Bad gateway</h1>", { status: 502 }), UNCLEAR],
    ["a gateway's JSON", () => Response.json({ code: "unavailable" }, { status: 503 }), UNCLEAR],
    ["a redirect", () => new Response(null, { status: 302 }), UNCLEAR],
    ["no response", () => Promise.reject(new TypeError("fetch failed")), UNCLEAR],
  ])("says what is known after %s", async (_, respond, text) => {
    const request = post(Object.entries(RIGHT));
    const api: FakeApi = (sent, path) => (sent.method === "GET" ? noApi() : respond(sent, path));
    const { result } = await runInWebTier(request, api, (context) =>
      form.handle({ request, context }, (_value, client) => client.send("POST", "/contact", {})),
    );
    const shown = typeof text === "string" ? text : expect.stringMatching(text);
    // Whatever its message, a 5xx may have followed the write; an error with its own text did not.
    const isUnclear = text === "Checkout failed" || text === UNCLEAR;
    expect(result).toMatchObject({ data: { isUnclear, reply: { error: { form: [shown] } } } });
  });

  it.each([
    ["an API without its database", 503, /^We do not know whether your password was changed/],
    ["a failure of the API", 500, "Password change failed"],
  ])("of its own text says what is known after %s", async (_, status, text) => {
    const passwords = defineForm(schema, {
      id: "passwords",
      failure: "password_change_failed",
      unclear: "password_unclear",
    });
    const request = post(Object.entries(RIGHT));
    const error = { status: "ERROR", code: "unavailable", message: "no" };
    const api: FakeApi = (sent) =>
      sent.method === "GET" ? noApi() : Response.json(error, { status });
    const { result } = await runInWebTier(request, api, (context) =>
      passwords.handle({ request, context }, (_value, client) =>
        client.send("POST", "/contact", {}),
      ),
    );
    const shown = typeof text === "string" ? text : expect.stringMatching(text);
    expect(result).toMatchObject({ data: { reply: { error: { form: [shown] } } } });
  });

  it("keeps the operation id, unless it can never work again", async () => {
    expect((await reject(new ApiError(422, "x", null))).operationId).toBe(OPERATION);
    const spent = await reject(new ApiError(409, "operation_conflict", null));
    expect(spent.operationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(spent.operationId).not.toBe(OPERATION);
  });

  it("passes redirects and bugs on", async () => {
    const bug = new Error("a bug");
    await expect(reject(bug)).rejects.toBe(bug);
    const response = redirect("/en/login");
    await expect(reject(response)).rejects.toBe(response);
  });

  it("leaves the form by the error's code, else by its status", async () => {
    const handlers = {
      409: () => redirect("/en/status"),
      changed: () => redirect("/en/changed"),
      verification_decided: () => redirect("/en/code"),
    };
    const leave = (error: ApiError) =>
      handle(
        post(Object.entries(RIGHT)),
        () => {
          throw error;
        },
        handlers,
      );
    const locationOf = (result: unknown) =>
      result instanceof Response ? result.headers.get("location") : null;
    expect(locationOf(await leave(new ApiError(409, "verification_decided", null)))).toBe(
      "/en/code",
    );
    expect(locationOf(await leave(new ApiError(409, "conflict", null)))).toBe("/en/changed");
    expect(locationOf(await leave(new ApiError(409, "evidence_erased", null)))).toBe("/en/status");
    // The server chooses the code.
    expect(locationOf(await leave(new ApiError(422, "constructor", null)))).toBeNull();
    expect(locationOf(await leave(new ApiError(422, "toString", null)))).toBeNull();
  });
});

describe("an action of several forms", () => {
  const dispatch = async (query: string) => {
    const request = new Request(`${SHOP_URL}/en/login${query}`, { method: "POST" });
    const actions = {
      reply: async () => "the reply",
      status: async () => "the status",
    };
    const { result } = await runInWebTier(request, noApi, (context) =>
      dispatchForms(context, actions),
    );
    return result;
  };

  it.each([
    ["", "the reply"],
    ["?index", "the reply"],
    ["?form=reply", "the reply"],
    ["?page=2&form=status", "the status"],
  ])("is that of the form which the address names, else of the first: %s", async (query, result) => {
    expect(await dispatch(query)).toBe(result);
  });

  it.each([
    ["", "reply"],
    ["?form=status", "status"],
  ])("stays as it was typed when it gets lost, and no other: %s", async (query, formId) => {
    const body = new URLSearchParams({ operation_id: OPERATION });
    const request = new Request(`${SHOP_URL}/en/login${query}`, { method: "POST", body });
    const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await preserveInputOfNamed("reply")({ request, serverAction })).toMatchObject({
      data: { formId, isLost: true, operationId: OPERATION },
      init: { status: 503 },
    });
  });

  it.each([
    "?form=other",
    "?form=constructor",
    "?form=Status",
  ])("rejects what is no form of the route: %s", async (query) => {
    await expect(dispatch(query)).rejects.toMatchObject({ init: { status: 400 } });
  });
});

describe("a loader", () => {
  it("gives the constraints, a new operation id and what to say when nothing comes back", async () => {
    const request = new Request(`${SHOP_URL}/en/login`);
    const { result } = await runInWebTier(request, noApi, (context) => form.load(context));
    expect(Object.keys(result.constraints)).toEqual(NAMES);
    expect(result).toMatchObject({ id: "test", unclear: "errors.outcome_unclear" });
    expect(result.operationId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("whatever is posted", () => {
  const SECRET = "correct horse battery";
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...NAMES, "born_day", "born_month", "born_year") },
    fc.constantFrom("__proto__", "constructor", "email[0]", "a[99999999]", "__intent__", ""),
    fc.string({ maxLength: 12 }),
  );
  const value = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom("on", "ada@example.test", OPERATION, "x".repeat(5000)),
    fc.constant(new File(["bytes"], "scan.png")),
    fc.constant(new File([], "")),
  );
  const body = fc.array(fc.tuple(name, value), { maxLength: 10 });
  const apiError = fc.constantFrom(
    new ApiError(422, "validation_failed", null, {
      fields: { password: [{ text: "No." }], __proto__: [{ text: "x" }] },
    }),
    new ApiError(500, "server_error", { code: "server_failed" }),
    data({ code: "unavailable" }, { status: 503 }),
  );

  async function run(fields: [string, string | File][], error?: unknown) {
    const values: object[] = [];
    try {
      const result = await handle(post(fields), async (parsed) => {
        values.push(parsed);
        if (error) throw error;
        return redirect("/en", 303);
      });
      return { values, failed: result instanceof Response ? null : result.data };
    } catch (thrown) {
      return { values, thrown };
    }
  }

  it("is a value of the schema's fields, a form to show again, or a 400", async () => {
    await fc.assert(
      fc.asyncProperty(body, apiError, async (fields, error) => {
        const { values, failed, thrown } = await run(fields, error);
        if (thrown) expect(thrown).toMatchObject({ init: { status: 400 } });
        const names = [...values.flatMap(Object.keys), ...namesOf(failed)];
        expect(NAMES).toEqual(expect.arrayContaining(names));
      }),
      { numRuns: 500 },
    );
  });

  it("never gives a secret back, nor a file", async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.option(apiError), async (fields, error) => {
        const others = fields.slice(0, 3).filter(([field]) => !(field in RIGHT));
        const right: [string, string][] = [
          ["email", RIGHT.email],
          ["password", SECRET],
        ];
        const { failed } = await run([...others, ...right], error);
        expect(JSON.stringify(failed ?? null)).not.toContain(SECRET);
        expect(Object.keys(failed?.reply.initialValue ?? {})).not.toContain("scan");
      }),
      { numRuns: 500 },
    );
  });

  const namesOf = (failed: FailedForm | null | undefined) =>
    Object.keys(failed?.reply.initialValue ?? {});
});
