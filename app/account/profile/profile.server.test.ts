import { describe, expect, it } from "vitest";
import { returnFormMiddleware } from "#app/middleware/guards.ts";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { deletionForm, passwordForm, removeAccount } from "./profile.server.ts";

const PROFILE = { id: 7, email: "ada@b.test", balance: "0.00" };

/** Sends the form of the deletion, past the guard that keeps long forms; returns the response. */
async function sendDeletion(api: FakeApi) {
  const request = postForm("/en/dashboard/profile?delete=1", { intent: "delete", password: "old" });
  const { result, headers } = await runInWebTier(request, api, async (context) => {
    const args = { request, url: new URL(request.url), pattern: "", context, params: {} };
    let response: unknown;
    await returnFormMiddleware("/dashboard/profile")(args, async () => {
      response = await removeAccount(args);
      return new Response();
    });
    return response;
  });
  if (!(result instanceof Response)) throw new Error("the form was shown again");
  return { status: result.status, headers };
}

describe("a form whose response is lost", () => {
  it.each([
    ["deletion", deletionForm, "errors.deletion_unclear"],
    ["change of the password", passwordForm, "errors.password_unclear"],
  ])("does not say that the %s failed", async (_, form, text) => {
    const request = new Request("https://shop.example/en/dashboard/profile");
    const api = () => Response.json({ payload: PROFILE });
    const { result } = await runInWebTier(request, api, async (context) => {
      const { unclear, sender } = await form.load(context);
      return { unclear, sender };
    });
    expect(result).toEqual({ unclear: text, sender: "7" });
  });
});

describe("the deletion of an account", () => {
  it("leads home in a new document: nothing of the member's stays in the browser", async () => {
    const { status, headers } = await sendDeletion((_, path) =>
      Response.json(path === "/user/profile" ? { payload: PROFILE } : { status: "OK" }),
    );
    expect([status, headers.get("location")]).toEqual([303, "/en"]);
    expect(headers.get("x-remix-reload-document")).toBe("true");
    const ended = ["shop_session", "kept_form", "desk"];
    expect(headers.getSetCookie()).toEqual(
      expect.arrayContaining(
        ended.map((name) => expect.stringMatching(new RegExp(`^${name}=[^;]*; Max-Age=0`))),
      ),
    );
  });

  it("leads to login where the session is over: an earlier one may have deleted the account", async () => {
    const { headers } = await sendDeletion(() =>
      Response.json({ message: "Unauthenticated." }, { status: 401 }),
    );
    const back = encodeURIComponent("/en/dashboard/profile");
    expect(headers.get("location")).toBe(`/en/login?redirect=${back}&deletion=1`);
  });
});
