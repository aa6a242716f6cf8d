import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { watchPublicData } from "#api/db/public-changes.ts";
import { refreshSalesCounts } from "#api/purchases/purchases.queries.ts";
import { createProduct, createUser } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

let test: TestApi;
/** The reports to the listener: a table, "unseen" or "lost". */
let reported: string[];
let watch: { stop(): Promise<void> };

const warned: unknown[] = [];
const listen = () =>
  watchPublicData(
    test.connection,
    {
      onChange: (table) => void reported.push(table ?? "unseen"),
      onLost: () => void reported.push("lost"),
    },
    { warn: (...args: unknown[]) => void warned.push(args) },
  );
const expectReported = (expected: string[]) => expect.poll(() => reported).toEqual(expected);

beforeAll(async () => {
  reported = [];
  test = await createTestApi();
  watch = listen();
  await vi.waitFor(() => expect(reported).toEqual(["unseen"]), { timeout: 90_000 });
});
beforeEach(() => {
  reported = [];
});
afterAll(async () => {
  await watch.stop();
  await test.close();
});

/** Sends a notification after all others, so that no other can follow it. */
const sendLast = () => test.database`NOTIFY public_data, 'last'`;

describe("changes of what every guest sees", () => {
  it.each([
    ["settings", "UPDATE settings SET is_reg_enabled = is_reg_enabled"],
    ["categories", "UPDATE categories SET names = names"],
    ["styles", "UPDATE styles SET position = position"],
    ["products", "UPDATE products SET price_cents = price_cents + 1"],
    ["products", "DELETE FROM products WHERE false"],
    ["product_styles", "DELETE FROM product_styles WHERE false"],
    ["static_pages", "UPDATE static_pages SET position = position"],
    ["static_page_texts", "UPDATE static_page_texts SET title = title"],
    ["social_links", "DELETE FROM social_links"],
    ["own_texts", "DELETE FROM own_texts"],
  ])("of %s are reported, no matter who makes them", async (table, statement) => {
    await test.database.unsafe(statement);
    await sendLast();
    await expectReported([table, "last"]);
  });

  it("are reported once for each transaction", async () => {
    await test.database.begin(async (sql) => {
      for (let count = 0; count < 50; count++) await sql`UPDATE settings SET copyright = 'x'`;
    });
    await sendLast();
    await expectReported(["settings", "last"]);
  });

  it("are not the counts of sales, nor the words of the search", async () => {
    const { id } = await createProduct(test);
    await createUser(test.database);
    await sendLast();
    await expect.poll(() => reported.at(-1)).toBe("last");
    reported = [];
    await refreshSalesCounts(test.database);
    await test.database`UPDATE products SET sales_count = 7 WHERE id = ${id}`;
    await test.database`UPDATE products SET search_vector = NULL`;
    await sendLast();
    await expectReported(["last"]);
  });

  it("may have gone unseen while the connection was lost, and are reported again afterwards", async () => {
    await test.database`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'promptory changes' AND datname = current_database()`;
    await expectReported(["lost", "unseen"]);
    await test.database`UPDATE settings SET company_name = company_name`;
    await expectReported(["lost", "unseen", "settings"]);
  });

  it("are listened for until the database is there, and no longer than is needed", async () => {
    const heard: string[] = [];
    const failing = watchPublicData(
      { ...test.connection, database: "no_such_database" },
      { onChange: () => void heard.push("change"), onLost: () => void heard.push("lost") },
      { warn: (...args: unknown[]) => void warned.push(args) },
    );
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    await failing.stop();
    expect(new Set(heard)).toEqual(new Set(["lost"]));
    expect(warned.length).toBeGreaterThan(0);
  });
});
