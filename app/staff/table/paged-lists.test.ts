import { expect, it } from "vitest";
import type { Context } from "#app/middleware/web-context.ts";
import { type FakeApi, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";

type Loader = (args: { context: Context; params: object }) => unknown;

const PAGES = 2;
const STAFF = {
  email: "staff@example.com",
  balance: "0.00",
  is_email_verified: true,
  role: "staff",
  staff_role: "owner",
};

const screens = import.meta.glob<{ loader?: Loader }>(["../**/*.tsx", "!../**/*.test.tsx"]);
const sources = import.meta.glob<string>(["../**/*.tsx", "!../**/*.test.tsx"], {
  query: "?raw",
  import: "default",
});
/** It loads all entries of its file at once, and requests no pages from the API. */
const PAGED_BY_ITSELF = "../payouts/statements/bank-statement.tsx";

/** The screens whose source shows that they read a page of a list. */
async function findPaged(): Promise<string[]> {
  const read = Object.entries(sources).map(async ([file, load]) => ({ file, text: await load() }));
  const paged = (await Promise.all(read)).filter(({ text }) => text.includes("loadPage("));
  return paged.map(({ file }) => file).filter((file) => file !== PAGED_BY_ITSELF);
}

/** The pages that a screen requests from the API for page 40 of 2, and its loader's result. */
async function openBeyond(loader: Loader) {
  const asked: string[] = [];
  const api: FakeApi = (request, path) => {
    if (path === "/user/profile") return Response.json({ status: "OK", payload: STAFF });
    const page = new URL(request.url).searchParams.get("page");
    if (page !== null) asked.push(page);
    const meta = { current_page: Number(page ?? 1), last_page: PAGES, per_page: 50, total: 60 };
    const list = { status: "OK", payload: [], meta, counts: {} };
    return Response.json({ ...list, ready: { count: 0, total: "0.00" } });
  };
  const request = new Request(`${SHOP_URL}/en/staff/list?status=all&page=40`);
  const { result } = await runInWebTier(request, api, async (context) => {
    try {
      return await loader({ context, params: { locale: "en", id: "1" } });
    } catch (error) {
      return error;
    }
  });
  return { asked, result };
}

it("every paged list of the staff leads from beyond its last page to that page", async () => {
  const paged: Record<string, unknown> = {};
  for (const [file, load] of Object.entries(screens)) {
    const { loader } = await load();
    if (!loader) continue;
    const { asked, result } = await openBeyond(loader);
    if (!asked.includes("40")) continue;
    paged[file] = result instanceof Response ? result.headers.get("location") : result;
  }
  expect(Object.keys(paged)).toContain("../withdrawals/staff-withdrawals.tsx");
  expect(Object.keys(paged)).toEqual(expect.arrayContaining(await findPaged()));
  const last = `/en/staff/list?status=all&page=${PAGES}`;
  expect(paged).toEqual(Object.fromEntries(Object.keys(paged).map((file) => [file, last])));
});
