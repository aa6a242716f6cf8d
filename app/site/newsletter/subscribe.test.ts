import { describe, expect, it } from "vitest";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action } from "./subscribe.ts";

/** What the box shows for this response of the server. */
async function subscribe(status: number, body: unknown) {
  const request = postForm("/en/newsletter", { email: "ada@example.test" });
  request.headers.set("accept", "application/json");
  const { result } = await runInWebTier(
    request,
    () => Response.json(body, { status }),
    async (context) => {
      const args = { request, context, params: {} } as Parameters<typeof action>[0];
      return (await action(args)).json();
    },
  );
  return result;
}

const FAILED = "An error occurred during subscription.";

describe("a subscription that the server rejects", () => {
  it.each([
    ["inside a 200", 200, { status: "ERROR", message: "You are on the list already." }],
    ["by a 400", 400, { message: "You are on the list already." }],
    ["by a 401", 401, { message: "You are on the list already." }],
    ["by a 409", 409, { message: "You are on the list already." }],
    ["in another field", 422, { errors: { list: ["You are on the list already."] } }],
  ])("%s says why (spec §5)", async (_how, status, body) => {
    expect(await subscribe(status, body)).toEqual({
      isOk: false,
      isInvalid: false,
      text: "You are on the list already.",
    });
  });

  it.each([
    ["without a reason", 200, { status: "ERROR" }],
    ["because it has no such call", 404, { message: "The route could not be found." }],
    ["for another method", 405, { message: "The POST method is not supported." }],
  ])("%s says that it failed (spec §8)", async (_how, status, body) => {
    expect(await subscribe(status, body)).toMatchObject({ isOk: false, text: FAILED });
  });

  it("by a word about the address marks the field", async () => {
    const body = { status: "ERROR", message: "The email must be a valid email address." };
    expect(await subscribe(200, body)).toEqual({
      isOk: false,
      isInvalid: true,
      text: "Please enter a valid email address",
    });
  });
});
