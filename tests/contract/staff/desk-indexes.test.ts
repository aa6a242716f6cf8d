import { afterAll, beforeAll, expect, it } from "vitest";
import { createApi } from "#api/create-api.ts";
import { type Database, openDatabase } from "#api/db/client.ts";
import { generateDesk } from "#tests/bench/generate-desk.ts";
import { generateProducts } from "#tests/bench/generate-products.ts";
import { createUser } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/test-api.ts";

// What the desk's lists really ask is written down on its way to the database, which then says how it
// would respond: lists that grow with the shop are read by an index.

const ROWS = 4_000;
const TABLES =
  "products|users|orders|deposits|offers|verifications|audit_log|contact_messages|newsletter_subscribers";

let test: TestApi;
let database: Database;
let agent: ApiAgent;
let asked: { text: string; parameters: unknown[] }[] = [];
beforeAll(async () => {
  test = await createTestApi();
  const options = {
    ...test.connection,
    debug: (_connection: number, text: string, parameters: unknown[]) =>
      void asked.push({ text, parameters }),
  };
  database = openDatabase(options, { connectionsMax: 2 });
  const api = createApi({ ...test.deps, database });
  const { appUrl, internalToken } = test.deps.config;
  agent = new ApiAgent(async (request) => api.fetch(request), { appUrl, internalToken });
  const { email, password } = await createUser(test.database, { role: "staff" });
  await generateProducts(test.connection, ROWS);
  await generateDesk(test.connection, { people: ROWS, drafts: ROWS });
  expect((await agent.post("/api/login", { email, password })).status).toBe(200);
});
afterAll(async () => {
  await database.end();
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
  asked = [];
  expect((await agent.get(`/api/staff/${path}`)).status).toBe(200);
  const table = new RegExp(`FROM (${TABLES})\\b`);
  const statements = asked.filter(({ text }) => table.test(text) && !text.includes("sessions"));
  const plans: string[] = [];
  for (const { text, parameters } of statements) {
    // They come as they went out; the driver's own types are narrower than what it accepts.
    const rows = await test.database.unsafe(`EXPLAIN ${text}`, parameters as string[]);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  expect(plans.join("\n")).toContain(index);
  expect(plans.join("\n")).not.toMatch(new RegExp(`Seq Scan on (${TABLES})\\b`));
});
