import { describe, expect, it } from "vitest";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { makeImage } from "./generate-image.server.ts";

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
