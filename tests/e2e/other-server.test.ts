import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import english from "#locales/en.json" with { type: "json" };
import type { ApiAgent } from "#tests/setup/api-agent.ts";
import {
  closeVisitors,
  launchBrowser,
  newVisitor,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser.ts";
import { type LooseApi, startLooseApi } from "#tests/setup/loose-api-server.ts";
import { type RunningProduct, startProduct } from "#tests/setup/running-product.ts";
import { addSession, registerUser } from "#tests/setup/sessions.ts";
import { startStubbedShop } from "#tests/setup/stubbed-shop.ts";
import { openDeposit } from "#tests/setup/top-up.ts";
import { workerProduct } from "#tests/setup/worker-product.ts";

// The shop in front of a server that has spec §3 and §7 and nothing else (docs/own-api.md).

const own = workerProduct().url;
let browser: Browser;
let api: LooseApi;
let shop: RunningProduct;
beforeAll(async () => {
  api = await startLooseApi(own, 5);
  // Pictures come from the API's own host, as a path of it.
  shop = await startProduct({ env: { API_URL: `${api.url}/api`, IMAGE_HOSTS: "cdn.example" } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await closeVisitors(browser);
  await shop?.remove();
  await api?.close();
});

/** A member with 10.00 in the wallet, on the server behind the shop. */
async function createBuyer(): Promise<ApiAgent> {
  const agent = await registerUser(own, `loose-${crypto.randomUUID().slice(0, 8)}@example.com`);
  const { token } = await openDeposit(agent);
  await agent.post(`/api/sandbox/payments/${token}`, { decision: "pay" });
  return agent;
}

const textOf = (page: Page) => page.locator("main").innerText();

it.each([
  true,
  false,
])("sells, and claims what that server says alone (scripts: %j)", async (isScripted) => {
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
  const trouble = watchForTrouble(context);
  await addSession(context, shop.url, await createBuyer());
  const page = await context.newPage();
  const open = async (path: string) => {
    const response = await page.goto(shop.url + path);
    if (isScripted) await waitForHydration(page);
    return response;
  };

  const home = await open("/en");
  expect(home?.headers()["content-security-policy"]).toContain(`${api.url} https://cdn.example`);
  expect(await textOf(page)).not.toMatch(/never pay twice|never expires/);

  await open("/en/products");
  expect(await page.getByLabel("From", { exact: true }).count()).toBe(0);
  // One for each run: what was bought before is owned.
  const card = page.getByRole("article").nth(isScripted ? 0 : 1);
  const title = await card.getByRole("heading").innerText();
  const href = (await card.getByRole("link").first().getAttribute("href")) ?? "";

  await open(href);
  expect(await textOf(page)).not.toMatch(/€|0 words|our own|free of charge/);
  await page.getByRole("link", { name: "Buy this prompt" }).click();
  await page.getByRole("button", { name: /^Buy and pay/ }).click();
  await page.waitForURL(/\/en\/dashboard/);
  await page.getByRole("heading", { name: title }).first().waitFor();

  await open(href);
  await page.getByText("You own this prompt").waitFor();
  expect(await page.getByRole("link", { name: "Buy this prompt" }).count()).toBe(0);

  await open("/en/dashboard/deposits/create");
  expect(await textOf(page)).not.toMatch(/From €|€1\.00 =|14 business days/);
  await open("/en/dashboard/verification");
  await page.getByText("Identity checks are not made here.").waitFor();
  await open("/en/about-us");
  expect(await textOf(page)).not.toContain("our own engine");
  expect(trouble).toEqual([]);
  await context.close();
});

it("breaks no screen of the staff: each says that it is not offered", async () => {
  const payload = { email: "a@b.test", balance: 0, role: "staff", staff_role: "owner" };
  const stub = await startStubbedShop((_method, path) =>
    path === "/api/user/profile"
      ? { status: 200, body: { status: "OK", payload } }
      : { status: 404, body: { message: "Not found." } },
  );
  const headers = { cookie: "shop_session=s; XSRF-TOKEN=t" };
  const read = async (path: string) => {
    const response = await fetch(stub.url + path, { headers });
    return { path, status: response.status, text: await response.text() };
  };
  const start = await read("/en/staff");
  const paths = [...start.text.matchAll(/href="(\/en\/staff\/[a-z-]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(new Set(paths).size).toBeGreaterThan(8);
  for (const path of new Set(paths)) {
    const screen = await read(path);
    expect(screen.text, path).toContain(english["staff.not_offered"]);
    expect(screen.status, path).toBeLessThan(500);
  }
  await stub.remove();
});
