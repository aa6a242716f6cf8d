import { data, redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { ifFound, orNotFound, orRejected } from "./or-rejected.ts";

const rejected = (status: number) => Promise.reject(new ApiError(status, "a_code", null));
const PASSED_ON = [
  ["a failure of the API's own", new ApiError(500, "server_error", null)],
  ["an API that is away", data({ code: "unavailable" }, { status: 503 })],
  ["a redirect", redirect("/en/login")],
  ["a bug", new TypeError("a bug")],
] as const;

describe("a request that the API rejects", () => {
  it("has the response that the screen makes of the error", async () => {
    expect(await orRejected(Promise.resolve("value"), () => "other")).toBe("value");
    expect(await orRejected(rejected(422), ({ status, code }) => [status, code])).toEqual([
      422,
      "a_code",
    ]);
    // An error inside a 200 response.
    expect(await orRejected(rejected(200), () => "other")).toBe("other");
    await expect(
      orRejected(rejected(404), (error) => {
        throw error;
      }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("is null where the screen itself says that there is no such thing", async () => {
    expect(await ifFound(Promise.resolve("value"))).toBe("value");
    expect(await ifFound(rejected(404))).toBeNull();
    await expect(ifFound(rejected(403))).rejects.toMatchObject({ status: 403 });
    await expect(ifFound(rejected(410))).rejects.toMatchObject({ status: 410 });
  });

  it.each([
    400, 404, 422,
  ])("leads to not-found where the screen has no subject: %d", async (status) => {
    const run = runInWebTier(
      new Request(`${SHOP_URL}/de/staff/offers/7`),
      () => Response.json({ message: "No such offer" }, { status }),
      (context) => {
        getApi(context).setLocale("de");
        return orNotFound(context, getApi(context).get("/staff/offers/7"));
      },
    );
    const thrown: unknown = await run.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Response);
    expect(thrown instanceof Response && [thrown.status, thrown.headers.get("location")]).toEqual([
      302,
      "/en/404",
    ]);
  });
});

describe.each(PASSED_ON)("%s", (_name, error) => {
  it("is passed on", async () => {
    const failing = () => Promise.reject<string>(error);
    await expect(orRejected(failing(), () => "other")).rejects.toBe(error);
    await expect(ifFound(failing())).rejects.toBe(error);
    const { result } = await runInWebTier(
      new Request(`${SHOP_URL}/en/x`),
      () => new Response(),
      (context) => orNotFound(context, failing()).catch((thrown: unknown) => thrown),
    );
    expect(result).toBe(error);
  });
});
