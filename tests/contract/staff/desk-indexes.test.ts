import { afterAll, beforeAll, expect, it } from "vitest";
import { generateDesk } from "#tests/bench/generate-desk.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { createUser } from "#tests/factories.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";

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
