import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { generateDesk } from "#tests/bench/generate-desk.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { createUser } from "#tests/factories.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

const pagesSchema = z.object({ meta: z.object({ last_page: z.number(), per_page: z.number() }) });

// Records the real queries of the desk's lists, and lets the database explain them: lists that grow
// with the shop must use an index.

const ROWS = 4_000;
const TABLES =
  "products|users|orders|deposits|offers|verifications|audit_log|contact_messages|newsletter_subscribers";

let test: TestApi;
let api: RecordingApi;
beforeAll(async () => {
  test = await createTestApi();
  api = createRecordingApi(test);
  const { email, password } = await createUser(test.database, { role: "staff" });
  await generateProducts(test.connection, ROWS);
  await generateDesk(test.connection, { people: ROWS, drafts: ROWS });
  expect((await api.agent.post("/api/login", { email, password })).status).toBe(200);
});
afterAll(async () => {
  await api.close();
  await test.close();
});

it.each([
  ["products?search=draft-generated-77", "products_unlisted_text"],
  ["products", "products_unlisted"],
  ["products?sort=price_asc", "products_unlisted_price"],
  ["products?sort=best_selling", "products_unlisted_sales"],
  ["people?q=person-77", "users_search"],
  ["people?q=77", "users_search"],
  ["people?q=zz", "users_email_prefix"],
  ["people?state=disabled", "users_disabled"],
  ["people?state=deleted", "users_deleted"],
  ["orders?q=person-77", "orders_user"],
  ["orders?sort=amount", "orders_price"],
  ["deposits?q=person-77", "deposits_user"],
  ["deposits?state=pending", "deposits_"],
  ["offers?q=person-77", "offers_user"],
  ["verifications?status=approved&q=person-70", "verifications_user"],
  ["audit?q=asked+for+by+phone%2C+number+770", "audit_log_reason"],
  ["audit?q=770", "audit_log_subject"],
  ["audit?kind=offer", "audit_log_"],
  ["messages?q=GEN-772", "contact_messages_text"],
  ["newsletter/subscribers?q=person-772", "newsletter_subscribers_email"],
])("GET /staff/%s reads the index %s", async (path, index) => {
  const table = new RegExp(`FROM (${TABLES})\\b`);
  const plans = await api.explain(
    `/api/staff/${path}`,
    (text) => table.test(text) && !text.includes("sessions"),
  );
  expect(plans.join("\n")).toContain(index);
  expect(plans.join("\n")).not.toMatch(new RegExp(`Seq Scan on (${TABLES})\\b`));
});

it.each([
  "payouts",
  "imports",
  "newsletter/issues",
])("GET /staff/%s evaluates no more rows for its last page than for its first", async (list) => {
  const { database: sql } = test;
  await sql`
      INSERT INTO imports (status, file_name, file_key, is_archive, sha256, created_by, created_at)
      SELECT 'undone', 'products.csv', 'imports/' || n, false, md5(n::text), users.id, now()
      FROM generate_series(1, 300) AS n, (SELECT min(id) AS id FROM users) AS users
      ON CONFLICT DO NOTHING`;
  await sql`
      INSERT INTO newsletter_issues (operation_id, texts, author_id, created_at)
      SELECT md5(n::text)::uuid, '{"en": {"subject": "News", "body": "Hello"}}', users.id, now()
      FROM generate_series(1, 300) AS n, (SELECT min(id) AS id FROM users) AS users
      ON CONFLICT DO NOTHING`;
  const first = await api.agent.get(`/api/staff/${list}`);
  const { last_page: last, per_page: perPage } = first.as(pagesSchema).meta;
  expect(last).toBeGreaterThan(3);
  const plans = await api.measure(
    () => api.agent.get(`/api/staff/${list}?page=${last - 1}`),
    (text) => text.includes("OFFSET"),
  );
  expect(plans).toHaveLength(1);
  const loops = [...plans.join("\n").matchAll(/loops=(\d+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...loops)).toBe(perPage);
});
