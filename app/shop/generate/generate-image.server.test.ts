import { describe, expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { makeImage, rejectToScript } from "./generate-image.server.ts";

const CHOICE = { prompt_id: "7", format: "png", size: "512x512", operation_id: "x", slug: "" };
const isOver = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
const isMember = () => Response.json({ payload: { email: "a@b.test", balance: "1.00" } });

describe("a picture that is asked for when the session has expired", () => {
  it.each([
    ["before", isOver],
    ["meanwhile", isMember],
  ])("leads to login and back to what was chosen (%s)", async (_, profile) => {
    const request = postForm("/en/products/generate/image", CHOICE);
    const run = runInWebTier(
      request,
      (_call, path) => (path === "/user/profile" ? profile() : isOver()),
      (context) => makeImage(context, CHOICE, 1),
    );
    const thrown: unknown = await run.catch((error: unknown) => error);
    const back = encodeURIComponent("/en/products/generate?prompt=7&format=png&size=512x512");
    expect(thrown instanceof Response && thrown.headers.get("location")).toBe(
      `/en/login?redirect=${back}`,
    );
  });
});

describe("a picture that the server rejects", () => {
  it.each([
    ["a message", 422, { message: "Too dark." }, {}, "Too dark."],
    ["errors of fields alone", 422, { errors: { mood: ["Too dark."] } }, {}, "Too dark."],
    ["why it is too often", 429, { message: "Two a day." }, {}, "Two a day."],
    ["when to come back", 429, {}, { "retry-after": "90" }, "in 2 min"],
    ["our code", 429, { code: "too_many_attempts", message: "No." }, {}, en["generate.tooMany"]],
    ["nothing", 429, {}, {}, en["generate.tooMany"]],
    ["nothing of fields", 422, {}, {}, en["errors.generation_failed"]],
  ])("is explained by what it says: %s", async (_name, status, body, headers, text) => {
    const run = await runInWebTier(
      postForm("/en/products/generate/image", CHOICE),
      (_call, path) =>
        path === "/user/profile"
          ? isMember()
          : Response.json(body, { status, headers: { ...headers } }),
      async (context) => {
        const error: unknown = await makeImage(context, CHOICE, 1).catch((thrown) => thrown);
        return rejectToScript(context, error).json();
      },
    );
    expect(run.result.message).toContain(text);
  });
});
