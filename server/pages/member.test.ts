import { beforeEach, describe, expect, it } from "vitest";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { createWebRequest } from "#tests/setup/api/web-request.ts";
import { fillForMember } from "./member.ts";
import { PageCache, type PageRender } from "./page-cache.ts";

const SECURITY = { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false };
const SHARED = { key: "/en/products", path: "/en/products", cookies: "", hasSession: true };
const PROFILE = { id: 7, email: "buyer@example.com", balance: "12.50", is_email_verified: true };

/** A member's request to a server whose profile endpoint responds with `profile`. */
const webWith = (profile: () => Response) =>
  createWebRequest(async ({ url }) =>
    new URL(url).pathname === "/api/user/profile"
      ? profile()
      : Response.json({ status: "OK", payload: [] }),
  );

/**
 * A guests' page that greets the member it is filled for; `counts.rendered` counts its renderings.
 */
function createPage(headers: Record<string, string> = {}) {
  const counts = { rendered: 0 };
  const forGuests: PageRender = {
    nonce: "0123456789abcdefghijkl",
    render: async () => {
      counts.rendered++;
      return {
        response: new Response(null, { headers: { "content-type": "text/html", ...headers } }),
        html: "<!doctype html><p>Hello</p>",
        forMembers: {
          toMemberPage: (html) => (member) => Buffer.from(`${html} ${member.user?.email}`),
        },
      };
    },
  };
  return { counts, forGuests };
}

const profileOf = (cookie?: string) => () =>
  Response.json(
    { status: "OK", payload: PROFILE },
    cookie ? { headers: { "set-cookie": cookie } } : {},
  );
const request = new Request("http://localhost/en/products", {
  headers: { cookie: "promptory_session=abc" },
});

beforeEach(clearPublicCache);

describe("a shared page for a member (decision 0030)", () => {
  it("is the guests' page, rendered once, with what is theirs, and kept by nobody", async () => {
    const cache = new PageCache(SECURITY);
    const { counts, forGuests } = createPage();
    const fill = () =>
      fillForMember(cache, SHARED, {
        forGuests,
        web: webWith(profileOf("promptory_session=next; Path=/")),
        request,
      });
    for (let time = 0; time < 2; time++) {
      const page = await fill();
      expect(page?.html.toString()).toContain("Hello</p> buyer@example.com");
      expect(page?.headers).toMatchObject({
        "cache-control": "private, no-store",
        vary: "Accept-Encoding",
      });
      expect(page?.setCookies).toHaveLength(1);
    }
    expect(counts.rendered).toBe(1);
    expect(cache.get(SHARED.key)?.html.toString()).not.toContain(PROFILE.email);
  });

  it.each([
    ["cannot be shared", createPage({ "set-cookie": "a=b" }), profileOf()],
    [
      "has a member of whom the API says nothing",
      createPage(),
      () => new Response("", { status: 503 }),
    ],
  ])("is rendered for them as a whole when it %s", async (_name, { forGuests }, profile) => {
    const filled = await fillForMember(new PageCache(SECURITY), SHARED, {
      forGuests,
      web: webWith(profile),
      request,
    });
    expect(filled).toBeNull();
  });
});
