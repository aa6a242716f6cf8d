import { expect, it } from "vitest";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import type { Route } from "./+types/picture-part";
import { loader } from "./picture-part.ts";

/** The HTTP status of the `status` resource when a member's API sends this response. */
async function readStatus(said: () => Response): Promise<number> {
  const request = new Request(`${SHOP_URL}/en/products/generate/pictures/7/status`);
  const member = { payload: { email: "a@b.test", balance: "1.00" } };
  const params = { locale: "en", id: "7", part: "status" };
  const { result } = await runInWebTier(
    request,
    (_call, path) => (path === "/user/profile" ? Response.json(member) : said()),
    // Without the pattern and the URL, which the loader does not read.
    (context) => loader({ context, params, request } as unknown as Route.LoaderArgs),
  );
  return result.status;
}

it("a status that is read too often is not a picture that is gone", async () => {
  const reject = (status: number) => () => Response.json({ message: "No." }, { status });
  expect(await readStatus(reject(404))).toBe(404);
  expect(await readStatus(reject(408))).toBe(408);
  expect(await readStatus(reject(429))).toBe(429);
});
