import { expect, it } from "vitest";
import { runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { loader } from "./offers.tsx";

const PROFILE = { payload: { email: "ada@example.test", balance: "0.00" } };

/** The message in place of the list, for a server that rejects reading it. */
async function readFailure(status: number, body: unknown) {
  const request = new Request(`${SHOP_URL}/en/dashboard/offers`);
  const { result } = await runInWebTier(
    request,
    (_request, path) =>
      path === "/offer/history"
        ? Response.json(body, { status })
        : Response.json(path === "/user/profile" ? PROFILE : { payload: [], data: [] }),
    (context) => loader({ context, request, params: {} } as Parameters<typeof loader>[0]),
  );
  return result.data.failure;
}

it.each([
  [
    "the first error of its fields",
    422,
    {
      message: "The given data was invalid.",
      errors: { limit: ["Ask for fewer offers."], id: ["Unknown."] },
    },
    "Ask for fewer offers.",
  ],
  ["the server's message", 400, { message: "Closed on Sundays." }, "Closed on Sundays."],
  ["our own without either", 200, { status: "ERROR" }, "Failed to fetch offers"],
])("says of a list that is not OK %s (spec §8)", async (_what, status, body, message) => {
  expect(await readFailure(status, body)).toBe(message);
});

it.each([
  404, 422,
])("says of no offer that there is none where no list could be read: %i", async (status) => {
  const request = new Request(`${SHOP_URL}/en/dashboard/offers?offer=7`);
  const { result } = await runInWebTier(
    request,
    (_request, path) =>
      path === "/offer/history"
        ? Response.json({ message: "No." }, { status })
        : Response.json(path === "/user/profile" ? PROFILE : { payload: [], data: [] }),
    (context) => loader({ context, request, params: {} } as Parameters<typeof loader>[0]),
  );
  expect(result.data).toMatchObject({ offers: null, isUnknown: false });
});
