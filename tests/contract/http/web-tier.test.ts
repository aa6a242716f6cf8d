import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INTERNAL_HEADER } from "#api/http/client-ip.ts";
import { getProfile, login, logout, register } from "#app/api-client/accounts.server.ts";
import { getSettings, listCountries } from "#app/api-client/site.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import {
  addToWishlist,
  listWishlistRows,
  removeFromWishlist,
} from "#app/api-client/wishlist.server.ts";
import { createProduct, createUser, PASSWORD } from "#tests/factories.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";

// The web tier's own client against the real API: both sides of one protocol.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

/** Creates the client for one request of a browser with these cookies. */
function openPage(cookieHeader: string | null = null): ApiClient {
  const target = {
    fetch: async (request: Request) => test.api.fetch(request),
    baseUrl: `${TEST_APP_URL}/api`,
    appUrl: TEST_APP_URL,
    headers: { [INTERNAL_HEADER]: test.deps.config.internalToken },
    storageBase: "",
    paymentOrigins: [],
  };
  return new ApiClient(target, {
    cookieHeader,
    clientIp: "203.0.113.77",
    requestId: "page-12345678",
    locale: "de",
  });
}

describe("the web tier and the API", () => {
  it("read what is public without a session", async () => {
    const page = openPage();
    await getSettings(page);
    expect((await listCountries(page)).find(({ id }) => id === "EG")?.name).toBe("Ägypten");
    expect(page.jar.toSetCookieLines()).toEqual([]);
  });

  it("carry a person from page to page: registered, signed in, signed out", async () => {
    const password = PASSWORD;
    const email = "page@example.com";
    const first = openPage();
    await register(first, { email, password, password_confirmation: password, terms: true });
    expect((await getProfile(first)).email).toBe(email);
    const second = openPage(first.jar.toCookieHeader());
    expect((await getProfile(second)).email).toBe(email);
    await logout(second);
    await expect(getProfile(second)).rejects.toMatchObject({ status: 401 });
    const third = openPage(second.jar.toCookieHeader());
    await expect(login(third, { email, password: "wrong" })).rejects.toMatchObject({
      status: 422,
      fields: { email: [{ code: "credentials_invalid" }] },
    });
    await login(third, { email, password });
    expect((await getProfile(openPage(third.jar.toCookieHeader()))).email).toBe(email);
  });

  it("bring a remembered person back, also on a page that asks twice at once", async () => {
    const { email, password } = await createUser(test.database);
    const before = openPage();
    await login(before, { email, password, remember: true });
    const remembered = (before.jar.toCookieHeader() ?? "")
      .split("; ")
      .find((pair) => pair.startsWith("remember_web_"));
    const page = openPage(remembered);
    const profiles = await Promise.all([getProfile(page), getProfile(page)]);
    expect(profiles.map((profile) => profile.email)).toEqual([email, email]);
    await logout(page);
    await expect(getProfile(openPage(remembered))).rejects.toMatchObject({ status: 401 });
  });

  it("keep a favorite once, however often and at once its form is sent", async () => {
    const { email, password } = await createUser(test.database);
    const { id } = await createProduct(test);
    const first = openPage();
    await login(first, { email, password });
    const cookies = first.jar.toCookieHeader();
    const send = (what: typeof addToWishlist) => what(openPage(cookies), String(id));
    await Promise.all([send(addToWishlist), send(addToWishlist), send(addToWishlist)]);
    await send(addToWishlist);
    expect(await listWishlistRows(openPage(cookies))).toMatchObject([{ id: Number(id) }]);
    await Promise.all([send(removeFromWishlist), send(removeFromWishlist)]);
    expect(await listWishlistRows(openPage(cookies))).toEqual([]);
  });

  it("fetch a new token when the old one is rejected, and send once more", async () => {
    const { email, password } = await createUser(test.database);
    const stale = openPage();
    await login(stale, { email, password });
    await logout(stale);
    test.clock.advance(2 * 60 * 60);
    const page = openPage(stale.jar.toCookieHeader());
    await login(page, { email, password });
    expect((await getProfile(page)).email).toBe(email);
  });
});
