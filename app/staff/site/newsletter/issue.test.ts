import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { type FakeApi, postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import type { Route } from "./+types/issue";
import { action, loader } from "./issue.tsx";

const SAVED = { subject: "Foxes", body: "Foxes.\n\nAnd owls." };
const ISSUE = {
  id: 7,
  texts: { en: SAVED },
  version: 3,
  created_at: "2026-11-22T00:00:00Z",
  author: "staff@example.com",
  sent_at: null,
  sent_by: null,
  counts: {},
  readers: 12,
};
const STAFF = {
  email: "staff@example.com",
  balance: "0.00",
  is_email_verified: true,
  role: "staff",
  staff_role: "owner",
};

/** An API with one issue, which records what is written. */
function newsletterApi(sent: unknown[], issue: object = ISSUE): FakeApi {
  return async (request, path) => {
    if (path === "/user/profile") return Response.json({ status: "OK", payload: STAFF });
    if (request.method !== "GET") sent.push([path, await request.json()]);
    return Response.json({ status: "OK", payload: issue });
  };
}

/** Without the pattern and the URL, which the action does not read. */
const argsOf = (request: Request, context: Route.LoaderArgs["context"]) =>
  ({ request, context, params: { locale: "en", id: "7" } }) as unknown as Route.ActionArgs;

async function post(fields: Record<string, string>) {
  const sent: unknown[] = [];
  const request = postForm("/en/staff/newsletter/issues/7?language=en", {
    operation_id: "7f9d2d34-6a35-4a62-9c8e-0d6f4f6f2f11",
    version: "3",
    label: "",
    url: "",
    ...fields,
  });
  const run = (context: Route.LoaderArgs["context"]) => action(argsOf(request, context));
  const { result } = await runInWebTier(request, newsletterApi(sent), run);
  return { result, sent };
}

/** The button that sends adds the number of readers that it shows. */
const SEND = { expected: "12" };

describe("an issue that is sent", () => {
  it("goes out as it was saved", async () => {
    const { result, sent } = await post({ ...SAVED, body: "Foxes.\r\n\r\nAnd owls.", ...SEND });
    expect(sent).toEqual([["/staff/newsletter/issues/7/send", { version: 3, expected: 12 }]]);
    expect(result).toBeInstanceOf(Response);
  });

  it("stays with what was typed and not saved", async () => {
    const { result, sent } = await post({ ...SAVED, subject: "Owls", ...SEND });
    expect(sent).toEqual([]);
    expect(result).toMatchObject({
      data: {
        formId: "issue",
        reply: {
          initialValue: { subject: "Owls", body: SAVED.body },
          error: { form: [en["errors.newsletter_unsaved"]] },
        },
      },
      init: { status: 422 },
    });
  });

  it("is saved by the other button", async () => {
    const text = { ...SAVED, subject: "Owls" };
    const { sent } = await post(text);
    expect(sent).toEqual([["/staff/newsletter/issues/7", { version: 3, texts: { en: text } }]]);
  });

  it.each([{}, SEND])("keeps what was typed once the issue is gone: %j", async (button) => {
    const gone: FakeApi = (_request, path) =>
      path === "/user/profile"
        ? Response.json({ status: "OK", payload: STAFF })
        : Response.json({ status: "error", code: "not_found" }, { status: 404 });
    const operation_id = "7f9d2d34-6a35-4a62-9c8e-0d6f4f6f2f11";
    const fields = { ...SAVED, operation_id, version: "3", label: "", url: "", ...button };
    const request = postForm("/en/staff/newsletter/issues/7?language=en", fields);
    const { result } = await runInWebTier(request, gone, async (context) => ({
      sent: await action(argsOf(request, context)),
      shown: await loader(argsOf(request, context)),
    }));
    expect(result.sent).toMatchObject({
      data: { formId: "issue", isGone: true, reply: { initialValue: SAVED } },
      init: { status: 404 },
    });
    expect(result.shown.issue).toBeNull();
  });

  it("is shown in a language that has a text", async () => {
    const issue = { ...ISSUE, texts: { de: SAVED }, sent_at: "2026-11-23T00:00:00Z" };
    const request = new Request(`${SHOP_URL}/en/staff/newsletter/issues/7`);
    const run = (context: Route.LoaderArgs["context"]) => loader(argsOf(request, context));
    const { result } = await runInWebTier(request, newsletterApi([], issue), run);
    expect(result.language).toBe("de");
  });
});
