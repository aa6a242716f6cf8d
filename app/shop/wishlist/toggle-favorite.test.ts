import { describe, expect, it } from "vitest";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { action } from "./toggle-favorite.ts";

const PROFILE = { id: 7, email: "sam@example.test", balance: "1.00", is_email_verified: true };

/**
 * Presses a heart on the list's second page as the member `sender`, in a browser in which member 7
 * is signed in. The browser only sends the site's origin as the referrer.
 */
async function press(sender: string | null, accept: string) {
  const writes: string[] = [];
  const request = postForm("/en/wishlist/3?place=product-3", {
    favorite: "on",
    redirect: "/en/products?page=2",
    ...(sender === null ? {} : { sender }),
  });
  request.headers.set("accept", accept);
  request.headers.set("referer", new URL("/", request.url).href);
  const args = { request, url: new URL(request.url), pattern: "", params: { id: "3" } };
  const left: unknown = await runInWebTier(
    request,
    (call, path) => {
      if (path === "/user/profile") return Response.json({ payload: PROFILE });
      if (call.method !== "GET") writes.push(path);
      return Response.json({ status: "OK" });
    },
    (context) => action({ ...args, context } as Parameters<typeof action>[0]),
  ).then(
    ({ result }) => result,
    (error: unknown) => error,
  );
  if (!(left instanceof Response)) throw left;
  return { writes, status: left.status, headers: left.headers };
}

describe("a heart", () => {
  it.each([
    ["text/html", 303],
    ["*/*", 204],
  ])("is stored for the member of the page, and of a page of everybody: %s", async (accept, code) => {
    for (const sender of ["7", null]) {
      const { writes, status } = await press(sender, accept);
      expect(writes).toHaveLength(1);
      expect(status).toBe(code);
    }
  });

  it("of another member's page is not stored: the page comes back as the new member's", async () => {
    const { writes, status, headers } = await press("6", "text/html");
    expect(writes).toEqual([]);
    expect([status, headers.get("location")]).toEqual([303, "/en/products?page=2#product-3"]);
    expect(headers.get("x-remix-reload-document")).toBe("true");
    expect(headers.get("set-cookie")).toMatch(/^toast=/);
  });

  it("of another member's page sends scripts to the form, which is sent as a page", async () => {
    const { writes, status } = await press("6", "*/*");
    expect(writes).toEqual([]);
    expect(status).toBe(401);
  });
});
