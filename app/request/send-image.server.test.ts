import { redirect } from "react-router";
import { describe, expect, it } from "vitest";
import { getApi } from "#app/middleware/session-relay.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { orBareNotFound, sendImage, toImageResponse } from "./send-image.server.ts";

const request = () => new Request(`${SHOP_URL}/en/dashboard/offers/7/picture`);
const image = (type: string) =>
  new Response("bytes", { headers: { "content-type": type, "x-secret": "1", etag: "x" } });

async function send(api: FakeApi) {
  const { result } = await runInWebTier(request(), api, (context) =>
    sendImage(() => getApi(context).download("/picture", {})),
  );
  return result;
}

describe("a private picture that is passed on", () => {
  it("is a picture, kept nowhere", async () => {
    const response = await send(() => image("image/PNG; x=1"));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("bytes");
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-store",
    });
  });

  it.each(["image/avif", "image/jpeg", "image/gif", "image/webp"])("is %s too", (type) => {
    expect(toImageResponse(image(type))?.headers.get("content-type")).toBe(type);
  });

  it.each(["text/html", "image/svg+xml", ""])("is nothing else: %s", (type) => {
    expect(toImageResponse(image(type))).toBeNull();
  });
});

describe("a picture that there is not", () => {
  const expectBare = async (response: Response) => {
    expect([response.status, await response.text()]).toEqual([404, ""]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  };

  it("is a 404 without a page", async () => {
    await expectBare(await sendImage(async () => null));
    await expectBare(await orBareNotFound(async () => null));
    await expectBare(await send(() => image("text/html")));
    for (const status of [404, 422, 429]) {
      await expectBare(await send(() => Response.json({ message: "No" }, { status })));
    }
  });

  it("is a bare 503 while our API says that it cannot read it now", async () => {
    const body = { status: "ERROR", message: "Later.", code: "storage_unavailable" };
    const response = await send(() => Response.json(body, { status: 503 }));
    expect([response.status, await response.text()]).toEqual([503, ""]);
  });

  it("leads to login when the session is over, and says when the API is away", async () => {
    const over = send(() => Response.json({}, { status: 401 })).catch((thrown: unknown) => thrown);
    expect(await over).toMatchObject({ status: 302 });
    const away = send(() => new Response("", { status: 503 }));
    await expect(away).rejects.toMatchObject({ init: { status: 503 } });
    const response = redirect("/en/404");
    await expect(sendImage(() => Promise.reject(response))).rejects.toBe(response);
  });
});
