import { beforeEach, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { createWebRequest } from "#tests/setup/api/web-request.ts";
import { loadMember } from "./load-member.server.ts";

const profile = { id: 7, email: "buyer@example.com", balance: "12.50", is_email_verified: true };
const extras = { favorite_ids: [3, 5], owns_product: false };

/** A request to a server with these features and this member; `calls` lists the calls made. */
function requestTo({ features, payload }: { features: string[]; payload: object }) {
  const calls: string[] = [];
  const bodies: Record<string, unknown> = {
    "/api/settings": { status: "OK", payload: { features } },
    "/api/user/profile": { status: "OK", payload },
  };
  const web = createWebRequest(async ({ url }) => {
    const { pathname, search } = new URL(url);
    if (pathname !== "/api/settings") calls.push(pathname.replace("/api", "") + search);
    return Response.json(bodies[pathname] ?? { status: "OK", payload: [] });
  });
  const load = () =>
    loadMember(web, {
      cookieHeader: "promptory_session=abc",
      locale: "en",
      ownable: { id: "9", slug: "a-product" },
    });
  return { load, calls };
}

beforeEach(clearPublicCache);

describe("what a kept page is filled with", () => {
  it("is one call to a server that says all of it, whether the product is the member's or not", async () => {
    const payload = { ...profile, ...extras };
    const guest = requestTo({ features: ["profile_extras"], payload });
    expect((await guest.load())?.member).toMatchObject({
      user: { email: profile.email },
      favorites: ["3", "5"],
    });
    expect(guest.calls).toEqual(["/user/profile?favorites=1&product_id=9"]);
    const owner = { ...payload, owns_product: true };
    const { load, calls } = requestTo({ features: ["profile_extras"], payload: owner });
    expect(await load()).toBeNull();
    expect(calls).toHaveLength(1);
  });

  it("is asked for piece by piece where the server says less", async () => {
    const { load, calls } = requestTo({ features: [], payload: profile });
    expect(await load()).not.toBeNull();
    expect(calls).toEqual(["/user/profile", "/wishlist", "/purchase/history?product_id=9"]);
  });
});
