import { describe, expect, it } from "vitest";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { removeAccount } from "./profile.server.ts";

/** Sends the form of the deletion; returns the response. */
async function sendDeletion(api: FakeApi) {
  const request = postForm("/en/dashboard/profile?delete=1", { intent: "delete", password: "old" });
  const { result } = await runInWebTier(request, api, (context) =>
    removeAccount({ request, context }),
  );
  if (!(result instanceof Response)) throw new Error("the form was shown again");
  return result;
}

describe("the deletion of an account", () => {
  it("leads home in a new document: nothing of the member's stays in the browser", async () => {
    const { status, headers } = await sendDeletion(() => Response.json({ status: "OK" }));
    expect([status, headers.get("location")]).toEqual([303, "/en"]);
    expect(headers.get("x-remix-reload-document")).toBe("true");
  });
});
