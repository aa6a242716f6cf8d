import { expect, it } from "vitest";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import type { Route } from "./+types/bank-statement";
import { loader } from "./bank-statement.tsx";
import { ENTRIES_PER_PAGE } from "./bank-statements.server.ts";

const STAFF = {
  email: "staff@example.com",
  balance: "0.00",
  is_email_verified: true,
  role: "staff",
  staff_role: "owner",
};
const TOTAL = ENTRIES_PER_PAGE + 3;
const STATEMENT = {
  id: 7,
  format: "camt.053.001.02",
  message_id: "STATEMENT-7",
  imported_at: 1_795_000_000,
  imported_by: STAFF.email,
  marked_at: null,
  marked_by: null,
  counts: { unknown: TOTAL },
  entries: Array.from({ length: TOTAL }, (_, position) => ({
    position,
    outcome: "unknown",
    why: null,
    payout_id: null,
    entry_ref: `E-${position}`,
    end_to_end_id: null,
    amount: "1.00",
    currency: "EUR",
    direction: "debit",
    posted_on: null,
    return_reason: null,
  })),
};

const api: FakeApi = (_request, path) =>
  Response.json({ status: "OK", payload: path === "/user/profile" ? STAFF : STATEMENT });

async function load(query: string) {
  const request = new Request(`${SHOP_URL}/en/staff/payouts/statements/7${query}`);
  const { result } = await runInWebTier(request, api, (context) => {
    // Without the pattern and the URL, which the loader does not read.
    return loader({ context, params: { id: "7" } } as unknown as Route.LoaderArgs);
  });
  return result;
}

it("shows all entries of a long statement, page by page", async () => {
  const [first, last] = [await load(""), await load("?page=2")];
  expect([first.pages, last.pages]).toEqual([2, 2]);
  const shown = [...first.statement.entries, ...last.statement.entries];
  expect(shown.map(({ id }) => id)).toEqual(STATEMENT.entries.map((one) => String(one.position)));
  expect((await load("?outcome=sent")).statement.entries).toEqual([]);
});

it("leads to the last page from beyond it", async () => {
  const thrown = await load("?page=9").catch((error: unknown) => error);
  const location = thrown instanceof Response ? thrown.headers.get("location") : thrown;
  expect(location).toBe("/en/staff/payouts/statements/7?page=2");
});
