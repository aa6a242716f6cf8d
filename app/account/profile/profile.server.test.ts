import { describe, expect, it } from "vitest";
import { returnFormMiddleware } from "#app/middleware/guards.ts";
import { type FakeApi, postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import {
  deletionForm,
  invoiceForm,
  passwordForm,
  removeAccount,
  saveProfile,
} from "./profile.server.ts";

const PROFILE = { id: 7, email: "ada@b.test", balance: "0.00" };

/** Sends the deletion form, past the guard that keeps long forms; returns the response. */
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

describe("what the profile's form saves", () => {
  const SHOWN = {
    name: "Ada",
    surname: "Byron",
    email: "ada@b.test",
    phone: "",
    address: "Pikk 1",
    city: "Tallinn",
    post_code: "10123",
    country: "1",
  };

  /** Sends the form with these fields; returns the bodies that the API gets, and the response. */
  async function save(fields: Record<string, string>) {
    const request = postForm("/en/dashboard/profile", { intent: "profile", ...fields });
    const bodies: unknown[] = [];
    const api: FakeApi = async (call) => {
      if (call.method === "PUT") bodies.push(await call.json());
      return Response.json({ payload: PROFILE });
    };
    const { result } = await runInWebTier(request, api, (context) =>
      saveProfile({ request, context }),
    );
    return { bodies, result };
  }
  const shown = JSON.stringify(SHOWN);

  it("is what differs from what it showed, a cleared field as an empty text", async () => {
    const changed = { ...SHOWN, surname: "Lovelace", city: "", country: "2", shown };
    const { bodies, result } = await save(changed);
    expect(bodies).toEqual([{ surname: "Lovelace", city: "", country: "2" }]);
    expect(result).toMatchObject({ status: 303 });
  });

  it("is the address with the password where the address changes", async () => {
    const { bodies } = await save({
      ...SHOWN,
      email: "New@b.test",
      current_password: "old",
      shown,
    });
    expect(bodies).toEqual([{ email: "New@b.test", current_password: "old" }]);
  });

  it("is nothing where nothing changed", async () => {
    const { bodies, result } = await save({ ...SHOWN, current_password: "old", shown });
    expect(bodies).toEqual([]);
    expect(result).toMatchObject({ status: 303 });
  });

  it.each<Record<string, string>>([
    {},
    { shown: "" },
    { shown: "[1]" },
    { shown: '{"name":7}' },
    { shown: `${JSON.stringify(SHOWN)}${" ".repeat(4_000)}` },
  ])("is all of it with %j", async (field) => {
    const { bodies } = await save({ ...SHOWN, ...field });
    expect(bodies).toEqual([SHOWN]);
  });

  it("has the ids of the server's countries, in the invoice details too", async () => {
    const request = postForm("/en/dashboard/profile", {
      ...{ address: "Pikk 1", city: "Tallinn", country: "1" },
    });
    const api = () => Response.json({ payload: PROFILE });
    const { result } = await runInWebTier(request, api, (context) =>
      invoiceForm.parse({ request, context }),
    );
    expect(result).toMatchObject({ status: "success", value: { country: "1" } });
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
