import { createCookie } from "react-router";
import { describe, expect, it } from "vitest";
import { requireUser } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { type FakeApi, postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { describeKept, preserveFormMiddleware, readKeptForm } from "./kept-form.server.ts";

const PATH = "/en/dashboard/offers?offer=9&step=bank&confirm=1";
const FIELDS = { full_name: "Ada Byron", iban: "EE382200221020145685" };
const sessionIsOver: FakeApi = () =>
  Response.json({ message: "Unauthenticated." }, { status: 401 });

const isUnconfirmed: FakeApi = () =>
  Response.json({ message: "Your email address is not verified." }, { status: 403 });
const isForbidden: FakeApi = () => Response.json({ message: "Forbidden." }, { status: 403 });

/** Submits the form; returns the Set-Cookie line of what was kept. */
async function send(
  fields: Record<string, string>,
  act = requireUser,
  api = sessionIsOver,
): Promise<string | null> {
  const request = postForm(PATH, fields);
  const url = new URL(request.url);
  const { result } = await runInWebTier(request, api, async (context) =>
    preserveFormMiddleware("/dashboard/offers", ["full_name", "iban"])(
      { request, url, pattern: "", context, params: {} },
      // As in React Router: an exception below has become a response.
      () =>
        act(context).then(
          () => new Response(),
          () => new Response(null, { status: 302 }),
        ),
    ),
  );
  return result instanceof Response ? result.headers.get("set-cookie") : null;
}

async function read(line: string) {
  const headers = { cookie: line.split(";")[0] ?? "" };
  const request = new Request(SHOP_URL + PATH, { headers });
  const sent = new Request(request);
  return (await runInWebTier(sent, sessionIsOver, (context) => readKeptForm(context, request)))
    .result;
}

/** The Set-Cookie line of a text encrypted by us, as another release may have left it. */
async function keepText(text: string): Promise<string> {
  const request = new Request(SHOP_URL + PATH);
  const encrypted = await runInWebTier(request, sessionIsOver, (context) =>
    Promise.resolve(requireWebRequest(context).cipher.encrypt("kept_form", text)),
  );
  return createCookie("kept_form").serialize(encrypted.result);
}

describe("a form that another release has kept", () => {
  it.each([
    ["with other fields", JSON.stringify({ path: PATH, until: 9e15, values: FIELDS })],
    [
      "with values that are not texts",
      JSON.stringify({ path: PATH, until: 9e15, fields: { a: 1 } }),
    ],
    ["in another format", "path=/en"],
    ["cut off", '{"path":'],
  ])("%s is none", async (_title, text) => {
    expect(await read(await keepText(text))).toBeNull();
  });

  it("in the same format is read", async () => {
    const text = JSON.stringify({ path: PATH, until: 9e15, fields: FIELDS });
    expect(await read(await keepText(text))).toEqual({ path: PATH, fields: FIELDS });
  });
});

describe("a form whose session was over when it was sent", () => {
  it("is there again for the page that it was sent from, and unreadable on the way", async () => {
    const line = (await send({ ...FIELDS, terms: "on", evil: "x" })) ?? "";
    expect(line).toMatch(/^kept_form=.*Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const carried = Buffer.from(decodeURIComponent(line), "base64").toString("latin1");
    expect(line + carried).not.toContain(FIELDS.iban);
    expect(await read(line)).toEqual({ path: PATH, fields: FIELDS, reason: "session_over" });
  });

  it("is kept too when the API's rejection comes late, from a call of its own", async () => {
    const line = await send(FIELDS, async (context) => {
      await getApi(context).get("/offer/history");
      return requireUser(context);
    });
    const reason = "session_over";
    expect(await read(line ?? "")).toEqual({ path: PATH, fields: FIELDS, reason });
  });

  it("is not kept on another page", async () => {
    const request = postForm("/en/dashboard/profile", FIELDS);
    const url = new URL(request.url);
    const { result } = await runInWebTier(request, sessionIsOver, (context) =>
      preserveFormMiddleware("/dashboard/offers", ["iban"])(
        { request, url, pattern: "", context, params: {} },
        async () => {
          await requireUser(context).catch(() => null);
          return new Response();
        },
      ),
    );
    expect(result instanceof Response && result.headers.get("set-cookie")).toBeNull();
  });

  it("is not kept when the session holds", async () => {
    const request = postForm(PATH, FIELDS);
    const url = new URL(request.url);
    const { result } = await runInWebTier(request, sessionIsOver, (context) =>
      preserveFormMiddleware("/dashboard/offers", ["iban"])(
        { request, url, pattern: "", context, params: {} },
        async () => new Response(),
      ),
    );
    expect(result instanceof Response && result.headers.get("set-cookie")).toBeNull();
  });

  it("is not kept when it is larger than a cookie can be", async () => {
    expect(await send({ ...FIELDS, full_name: "x".repeat(2_000) })).toBeNull();
  });

  it.each([
    "kept_form=",
    "kept_form=bm90aGluZw==",
    `kept_form=${Buffer.from(JSON.stringify("x".repeat(60))).toString("base64")}`,
    "other=1",
  ])("is not believed from %s", async (line) => {
    expect(await read(line)).toBeNull();
  });
});

describe("a form whose sender's address was not confirmed", () => {
  const approve = async (context: Parameters<typeof getApi>[0]) => {
    await getApi(context).send("POST", "/offer/approve", {});
    return requireUser(context);
  };

  it.each([
    ["by the API", approve],
    ["by a guard", requireUser],
  ])("is there again once it is, when it is rejected %s", async (_by, act) => {
    const line = (await send(FIELDS, act, isUnconfirmed)) ?? "";
    const kept = { path: PATH, fields: FIELDS, reason: "email_unverified" as const };
    expect(await read(line)).toEqual(kept);
    expect(describeKept(kept)).toBe("errors.form_unconfirmed");
  });

  it("is not kept for what its sender may never do", async () => {
    expect(await send(FIELDS, approve, isForbidden)).toBeNull();
  });
});
