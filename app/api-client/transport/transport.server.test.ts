import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { getProfile, login } from "#app/api-client/accounts.server.ts";
import { listProducts } from "#app/api-client/catalog.server.ts";
import {
  createLaravelState,
  type LaravelState,
  laravelHandlers,
  REMOTE_API,
} from "#tests/mocks/laravel-api.ts";
import { ApiError, isOutcomeUnclear, isUnavailable } from "./api-error.server.ts";
import { PageReads } from "./api-target.server.ts";
import { CircuitOpen } from "./circuit-breaker.server.ts";
import { clearPublicCache } from "./public-cache.server.ts";
import { ApiClient } from "./transport.server.ts";

const ZIP_TYPE = { "content-type": "application/zip" };

const toStream = (parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

const server = setupServer();
let state: LaravelState;
/** The headers as sent: msw adds cookies from its own store. */
let sent: Headers[];

function createClient(
  cookieHeader: string | null = null,
  onError?: () => unknown,
  isRemote = false,
): ApiClient {
  return new ApiClient(
    {
      isRemote,
      fetch: (request) => {
        sent.push(new Headers(request.headers));
        return fetch(request);
      },
      baseUrl: REMOTE_API,
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    },
    { cookieHeader, clientIp: "203.0.113.9", requestId: "r-1", locale: "de", onError },
  );
}

describe("a remote API behind API_URL", () => {
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterAll(() => server.close());
  beforeEach(() => {
    clearPublicCache();
    state = createLaravelState();
    sent = [];
    server.use(...laravelHandlers(state));
  });
  afterEach(() => server.resetHandlers());

  it("fetches the anti-forgery cookie before it logs in, and echoes it decoded", async () => {
    const api = createClient();
    await login(api, { email: "a@b.test", password: "long enough" });
    expect(state.seen.map((call) => call.path)).toEqual(["/sanctum/csrf-cookie", "/api/login"]);
    const headers = sent[1] ?? new Headers();
    expect(headers.get("x-xsrf-token")).toBe("token-1=");
    expect(headers.get("cookie")).toBe("shop_session=sealed-1%3D; XSRF-TOKEN=token-1%3D");
    expect(headers.get("origin")).toBe("https://shop.example");
    expect(headers.get("frontend-language")).toBe("de");
    expect(headers.get("x-forwarded-for")).toBe("203.0.113.9");
  });

  it("hands the API's cookies to the browser without their domain, closed to scripts", async () => {
    const api = createClient();
    await login(api, { email: "a@b.test", password: "long enough" });
    const lines = api.jar.toSetCookieLines();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^shop_session=sealed-2%3D;/);
    for (const line of lines) {
      expect(line).toMatch(/HttpOnly/);
      expect(line).toMatch(/Secure/);
      expect(line).toMatch(/SameSite=Lax/);
      expect(line).not.toMatch(/domain/i);
    }
  });

  it("refreshes a stale token once and sends the same body again", async () => {
    const api = createClient("shop_session=old; XSRF-TOKEN=stale");
    await login(api, { email: "a@b.test", password: "long enough" });
    const paths = state.seen.map((call) => call.path);
    expect(paths).toEqual(["/api/login", "/sanctum/csrf-cookie", "/api/login"]);
    expect(state.seen[2]?.body).toEqual(state.seen[0]?.body);
  });

  it("gives up when the token is rejected twice", async () => {
    server.use(
      http.post(`${REMOTE_API}/login`, () =>
        HttpResponse.json({ message: "CSRF token mismatch." }, { status: 419 }),
      ),
    );
    const attempt = login(createClient(), { email: "a@b.test", password: "long enough" });
    await expect(attempt).rejects.toMatchObject({ status: 419, code: "csrf_mismatch" });
  });

  it("reads public data without cookies, so that it can be shared", async () => {
    const api = createClient("shop_session=mine; XSRF-TOKEN=t; other=1");
    const list = await listProducts(api, {});
    const headers = sent[0] ?? new Headers();
    expect(headers.get("cookie")).toBeNull();
    expect(headers.get("origin")).toBeNull();
    expect(list.products[0]).toMatchObject({
      id: "9f-uuid",
      priceCents: 290,
      imageUrl: "https://backend.example/f.jpg",
    });
  });

  it("keeps public data as long as the API allows, but only once it has proved whole", async () => {
    const good = { id: 1, title: "Fox", slug: "fox", price: 2.9 };
    let product: Record<string, unknown> = { ...good, price: "two euros" };
    server.use(
      http.get(`${REMOTE_API}/products`, () =>
        HttpResponse.json(
          { data: [product], meta: { current_page: 1, last_page: 1 } },
          { headers: { "cache-control": "public, max-age=30" } },
        ),
      ),
    );
    const list = async () => (await listProducts(createClient(), { search: "kept" })).products;
    await expect(list()).rejects.toMatchObject({ init: { status: 502 } });
    product = good;
    expect(await list()).toMatchObject([{ slug: "fox" }]);
    product = { ...good, slug: "later" };
    expect(await list()).toMatchObject([{ slug: "fox" }]);
  });

  it("forwards the API's own cookies only", async () => {
    state.isSignedIn = true;
    const api = createClient("cookies-consent=all; shop_session=s; tracking=1; XSRF-TOKEN=t");
    expect(await getProfile(api)).toMatchObject({ email: "a@b.test", balanceCents: 1250 });
    expect(sent[0]?.get("cookie")).toBe("shop_session=s; XSRF-TOKEN=t");
  });

  it("lets the middleware turn an error into a redirect", async () => {
    const api = createClient("shop_session=s", () => "to login");
    await expect(getProfile(api)).rejects.toBe("to login");
  });

  it("returns 503 with a reference when nothing is there", async () => {
    server.use(http.get(`${REMOTE_API}/products`, () => HttpResponse.error()));
    await expect(listProducts(createClient(), {})).rejects.toMatchObject({
      init: { status: 503 },
      data: { reference: "r-1" },
    });
  });

  it.each([
    ["an error page", () => new HttpResponse("<h1>nginx</h1>", { status: 200 })],
    ["another shape", () => HttpResponse.json({ data: [{ id: 1 }] })],
    ["a crash", () => HttpResponse.json({ message: "Server Error" }, { status: 500 })],
    ["a redirect", () => HttpResponse.redirect("https://evil.example/")],
    ["a redirect without a place", () => new HttpResponse(null, { status: 304 })],
    ["a body that is cut off", cutOff],
    ["a body that is no gzip", badGzip],
  ])("returns 502, not half a screen, to %s", async (_name, response) => {
    server.use(http.get(`${REMOTE_API}/products`, response));
    const attempt = listProducts(createClient(), {});
    await expect(attempt).rejects.toMatchObject({ init: { status: 502 } });
  });

  it.each([
    ["a page", () => HttpResponse.html("<h1>Sign in</h1>")],
    ["nothing", () => new HttpResponse("", { headers: ZIP_TYPE })],
    ["nothing, in pieces", () => new HttpResponse(toStream([""]), { headers: ZIP_TYPE })],
    ["204", () => new HttpResponse(null, { status: 204, headers: ZIP_TYPE })],
    ["205", () => new HttpResponse(null, { status: 205, headers: ZIP_TYPE })],
  ])("takes %s for no file", async (_name, response) => {
    server.use(
      http.get(`${REMOTE_API}/purchase/1/download`, response),
      http.post(`${REMOTE_API}/purchase/generate-image`, response),
    );
    const api = createClient(null, undefined, true);
    const failed = { name: "ApiError", reason: null };
    await expect(api.download("/purchase/1/download", {})).rejects.toMatchObject(failed);
    await expect(api.sendForFile("/purchase/generate-image", {})).rejects.toMatchObject(failed);
  });

  it("passes a file on whole, in as many pieces as it comes", async () => {
    const response = () => new HttpResponse(toStream(["", "PK", "34"]), { headers: ZIP_TYPE });
    server.use(http.get(`${REMOTE_API}/purchase/1/download`, response));
    const file = await createClient(null, undefined, true).download("/purchase/1/download", {});
    expect([await file.text(), file.headers.get("content-type")]).toEqual([
      "PK34",
      "application/zip",
    ]);
  });

  it("reads `status: ERROR` in a 200 response as an error", async () => {
    server.use(
      http.get(`${REMOTE_API}/products`, () =>
        HttpResponse.json({ status: "ERROR", message: "Not today" }),
      ),
    );
    const error = await listProducts(createClient(), {}).catch((reason) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe("Not today");
  });

  it.each([
    [{ status: "Error ", message: "Not today" }, true],
    [{ success: false, message: "Not today" }, true],
    [{ status: "error", payload: [], message: "Not today" }, true],
    [{ status: "failed", data: {}, message: "Not today" }, true],
    [{ status: "failed", payload: [{ id: 1 }], message: "Not today" }, false],
    [{ status: "failed", order: { status: "failed" } }, false],
    [{ status: "error", payload: [] }, false],
    [{ status: "pending" }, false],
  ])("takes %j of a read for an error: %s", async (body, isError) => {
    server.use(http.get(`${REMOTE_API}/deposit/status`, () => HttpResponse.json(body)));
    const read = createClient().get("/deposit/status");
    if (isError) await expect(read).rejects.toMatchObject({ message: "Not today" });
    else expect(await read).toEqual(body);
  });
});

describe("a server that does not respond", () => {
  afterEach(() => vi.restoreAllMocks());

  const neverRespond = (request: Request) =>
    new Promise<Response>((_, reject) =>
      request.signal.addEventListener("abort", () => reject(request.signal.reason)),
    );
  const createSilent = (pageReads?: PageReads) =>
    new ApiClient(
      {
        fetch: neverRespond,
        isRemote: true,
        baseUrl: REMOTE_API,
        appUrl: "https://shop.example",
        headers: {},
        storageBase: "https://backend.example",
        paymentOrigins: [],
      },
      {
        cookieHeader: null,
        clientIp: "203.0.113.9",
        requestId: "r-1",
        locale: "de",
        ...(pageReads && { pageReads }),
      },
    );

  it("delays a page for eight seconds in all, not each of its reads", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const api = createSilent();
    // The first read has consumed them.
    now = 8_000;
    await expect(api.get("/user/profile")).rejects.toMatchObject({ init: { status: 503 } });
  });

  it("delays it no longer if it is made in several attempts", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const pageReads = new PageReads();
    now = 8_000;
    const read = createSilent(pageReads).get("/user/profile");
    await expect(read).rejects.toMatchObject({ init: { status: 503 } });
  });
});

describe("a read that got no response", () => {
  function openRequest() {
    const calls: string[] = [];
    const pageReads = new PageReads();
    const target = {
      fetch: async ({ method, url }: Request) => {
        calls.push(`${method} ${new URL(url).pathname}`);
        if (method === "GET" && url.endsWith("/wishlist")) throw new TypeError("fetch failed");
        return Response.json({ status: "OK" });
      },
      baseUrl: REMOTE_API,
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    };
    const cookieHeader = "laravel_session=s; XSRF-TOKEN=t";
    const call = { cookieHeader, clientIp: "::1", requestId: "r", locale: "en", pageReads };
    return { calls, createClient: () => new ApiClient(target, call) };
  }
  const unavailable = { init: { status: 503 } };

  it("is not sent once more for the same page, by whatever part of it", async () => {
    const { calls, createClient } = openRequest();
    await expect(createClient().get("/wishlist")).rejects.toMatchObject(unavailable);
    await expect(createClient().get("/wishlist")).rejects.toMatchObject(unavailable);
    await createClient().get("/user/profile");
    expect(calls).toEqual(["GET /api/wishlist", "GET /api/user/profile"]);
  });

  it("is sent again after a write, whose page shows what is true then", async () => {
    const { calls, createClient } = openRequest();
    await expect(createClient().get("/wishlist")).rejects.toMatchObject(unavailable);
    await createClient().send("POST", "/wishlist/toggle/1", {});
    await expect(createClient().get("/wishlist")).rejects.toMatchObject(unavailable);
    expect(calls.filter((call) => call.startsWith("GET"))).toHaveLength(2);
  });
});

describe("a read that another attempt to make the same page has sent", () => {
  function openRequest({ isRemote }: { isRemote: boolean }) {
    const calls: string[] = [];
    const target = {
      fetch: async ({ method, url, headers }: Request) => {
        calls.push(`${method} ${new URL(url).pathname} ${headers.get("cookie")}`);
        const cookie = { "set-cookie": "laravel_session=s2; path=/" };
        return Response.json({ n: calls.length }, { headers: cookie });
      },
      isRemote,
      baseUrl: REMOTE_API,
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    };
    const pageReads = new PageReads();
    const createClient = (cookieHeader: string | null = "laravel_session=s; XSRF-TOKEN=t") =>
      new ApiClient(target, {
        cookieHeader,
        clientIp: "::1",
        requestId: "r",
        locale: "en",
        pageReads,
      });
    return { calls, createClient };
  }
  const publicRead = { path: "/products/fox", read: (body: unknown) => body };

  it("is not sent to another server again, and hands out its cookies all the same", async () => {
    const { calls, createClient } = openRequest({ isRemote: true });
    expect(await createClient().get("/user/profile")).toEqual({ n: 1 });
    expect(await createClient().getPublic(publicRead)).toEqual({ n: 2 });
    const last = createClient();
    expect(await last.get("/user/profile")).toEqual({ n: 1 });
    expect(await last.getPublic(publicRead)).toEqual({ n: 2 });
    expect(last.jar.toSetCookieLines().join()).toContain("laravel_session=s2");
    expect(calls).toHaveLength(2);
  });

  it("is sent again by the same client, with another session, query or language", async () => {
    const { calls, createClient } = openRequest({ isRemote: true });
    const first = createClient();
    await first.get("/wishlist");
    await first.get("/wishlist");
    await createClient("laravel_session=other").get("/wishlist");
    await createClient(null).get("/wishlist");
    await createClient().get("/wishlist", { page: 2 });
    const german = createClient();
    german.setLocale("de");
    await german.get("/wishlist");
    expect(calls).toHaveLength(6);
  });

  it("is sent again after a write", async () => {
    const { calls, createClient } = openRequest({ isRemote: true });
    await createClient().get("/wishlist");
    await createClient().send("POST", "/wishlist/toggle/1", {});
    await createClient().get("/wishlist");
    expect(calls.filter((call) => call.startsWith("GET"))).toHaveLength(2);
  });

  it("is sent to our own API again, which takes no time and is never out of date", async () => {
    const { calls, createClient } = openRequest({ isRemote: false });
    await createClient().get("/wishlist");
    await createClient().get("/wishlist");
    expect(calls).toHaveLength(2);
  });
});

describe("what the circuit breaker holds back", () => {
  it("has not been done: the outcome is not unclear", async () => {
    const target = {
      fetch: async () => {
        throw new CircuitOpen("open");
      },
      baseUrl: REMOTE_API,
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    };
    const cookieHeader = "laravel_session=s; XSRF-TOKEN=t";
    const call = { cookieHeader, clientIp: "::1", requestId: "r", locale: "en" };
    const error = await new ApiClient(target, call)
      .send("POST", "/purchase/prompt", {})
      .catch((e) => e);
    expect(isUnavailable(error)).toBe(true);
    expect(isOutcomeUnclear(error)).toBe(false);
  });
});

describe("what everybody sees", () => {
  it("is read anew after a write of the staff's, and not after a member's", async () => {
    let categories = 0;
    const target = {
      fetch: async ({ method }: Request) =>
        Response.json(method === "GET" ? { categories: ++categories } : { status: "OK" }),
      baseUrl: "https://own.example/api",
      appUrl: "https://own.example",
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    };
    const cookieHeader = "laravel_session=s; XSRF-TOKEN=t";
    const call = { cookieHeader, clientIp: "::1", requestId: "r", locale: "en" };
    const api = new ApiClient(target, call);
    const read = () =>
      api.getPublic({ path: "/categories", isReference: true, read: (body) => body });
    expect([await read(), await read()]).toEqual([{ categories: 1 }, { categories: 1 }]);
    await api.send("POST", "/wishlist/toggle/1", {});
    expect(await read()).toEqual({ categories: 1 });
    await api.send("POST", "/staff/styles", {});
    expect(await read()).toEqual({ categories: 2 });
  });
});

function cutOff(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":['));
      controller.error(new Error("cut off"));
    },
  });
  return new HttpResponse(body);
}

function badGzip(): Response {
  return new HttpResponse("plain", { headers: { "content-encoding": "gzip" } });
}
