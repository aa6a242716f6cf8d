import type { BrowserContext, Locator, Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import ar from "#locales/ar.json" with { type: "json" };
import en from "#locales/en.json" with { type: "json" };
import { PASSWORD } from "#tests/factories.ts";
import { type ApiProxy, startApiProxy } from "#tests/setup/api/api-proxy.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { addSession, registerUser, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { byTurns } from "#tests/setup/sample.ts";

const base = workerProduct().url;
const browser = await openBrowser();

/** The typed values by field label. */
type Typed = Record<string, string>;

const ADDRESS = {
  "First name": "Mari",
  "Last name": "Tamm",
  Email: "mari@example.com",
  "Phone number": "+372 600 1000",
  Address: "Pikk 1",
  "Post code": "10123",
  City: "Tallinn",
};
const { "Last name": LAST_NAME, ...REST } = ADDRESS;
const MESSAGE: Typed = {
  "Your message": "Where is my order?",
  "Last name (optional)": LAST_NAME,
  ...REST,
};
const SORRY = "Sorry, an error occurred while sending your message.";

const field = (main: Locator, label: string) => main.getByLabel(label, { exact: true });

async function fill(page: Page, typed: Typed): Promise<void> {
  const main = page.getByRole("main");
  for (const [label, text] of Object.entries(typed)) await field(main, label).fill(text);
}

async function chooseEstonia(page: Page, isScripted: boolean): Promise<void> {
  if (!isScripted) return void (await page.getByLabel("Country").selectOption("EE"));
  await page.getByRole("combobox", { name: "Country" }).fill("Eston");
  await page.getByRole("option", { name: "Estonia" }).click();
}

async function readAll(page: Page, typed: Typed): Promise<Typed> {
  const main = page.getByRole("main");
  const labels = Object.keys(typed);
  const values = await Promise.all(labels.map((label) => field(main, label).inputValue()));
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""]));
}

const submit = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** The text shown: the reason if offline, else the form's failure text (spec §8). */
const saidOf = (way: string, failure: string) =>
  way === "no network" ? en["shell.offline"] : failure;

const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);

/** A way in which loading data fails, a page of the dashboard, and the key of its error text. */
const FAILED_LOADS: [(route: Route) => Promise<void>, string, keyof typeof en][] = [
  [(route) => route.abort(), "deposits", "error.offline.title"],
  [(route) => route.fulfill({ status: 502, body: "Bad Gateway" }), "payments", "error.502.title"],
];

/** Expects the failure to be visible, announced and focused. */
async function expectAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole("main").getByRole("alert").filter({ hasText: text });
  await alert.waitFor();
  expect((await alert.innerText()).trim()).toBe(text);
  expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
}

const POSTS = /\.data(\?|$)/;

/** Ways in which a form gets lost, each in effect until `restore` is called. */
const FAILURES: Record<string, (context: BrowserContext) => Promise<() => Promise<void>>> = {
  "no network": async (context) => {
    await context.setOffline(true);
    return () => context.setOffline(false);
  },
  "a proxy's 502": (context) => failWith(context, 502),
  "a bare 500": (context) => failWith(context, 500),
};

async function failWith(context: BrowserContext, status: number) {
  await context.route(POSTS, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })
      : route.continue(),
  );
  return () => context.unroute(POSTS);
}

/** Returns one of the failures for each form, by turns. */
const failures = (turn: number) => byTurns(Object.entries(FAILURES), turn);

describe("a form that gets lost", () => {
  it.each(
    failures(0),
  )("a message to us stays as it was typed, says so, and goes out when sent again: %s", async (way, fail) => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, `${base}/en/contact-us`);
    await page.getByText("Phone and address (optional)").click();
    await fill(page, MESSAGE);
    await chooseEstonia(page, true);
    const restore = await fail(context);
    await submit(page, "Send message");
    await expectAlert(page, saidOf(way, SORRY));
    expect(await readAll(page, MESSAGE)).toEqual(MESSAGE);
    expect(await page.getByRole("combobox", { name: "Country" }).inputValue()).toBe("Estonia");
    await restore();
    await submit(page, "Send message");
    await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
    await context.close();
  });

  it.each(
    failures(1),
  )("signing in keeps what was typed, reached over a link too, and works when sent again: %s", async (way, fail) => {
    const typed = { "Email address": "buyer@promptory.test", Password: "promptory-demo" };
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, `${base}/en/register`);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await fill(page, typed);
    const restore = await fail(context);
    await submit(page, "Sign in");
    await expectAlert(page, saidOf(way, "Login failed"));
    expect(await readAll(page, typed)).toEqual(typed);
    await restore();
    await submit(page, "Sign in");
    await page.waitForURL(/\/en\/dashboard$/);
    // A member's pages load more data after a form, such as the balance.
    await open(page, `${base}/en/dashboard/deposits/create`);
    const deposit = { "Amount in EUR": "20", ...ADDRESS };
    await fill(page, deposit);
    await chooseEstonia(page, true);
    const operation = page.locator("input[name=operation_id]");
    const id = await operation.inputValue();
    const restoreAgain = await fail(context);
    await submit(page, "Continue to payment");
    await expectAlert(page, saidOf(way, "Checkout failed"));
    expect(await readAll(page, deposit)).toEqual(deposit);
    expect(await operation.inputValue()).toBe(id);
    await restoreAgain();
    await submit(page, "Continue to payment");
    await page.waitForURL(/\/sandbox-payment\//);
    await context.close();
  });

  it.each(failures(2))("registering keeps what was typed: %s", async (way, fail) => {
    const typed = {
      "Email address": "lost@example.com",
      Password: "long enough",
      "Repeat the password": "long enough",
    };
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, `${base}/en/register`);
    await fill(page, typed);
    await page.getByLabel(/accept the terms/).check();
    await fail(context);
    await submit(page, "Create account");
    await expectAlert(page, saidOf(way, "An unexpected error occurred during registration"));
    expect(await readAll(page, typed)).toEqual(typed);
    expect(await page.getByLabel(/accept the terms/).isChecked()).toBe(true);
    await context.close();
  });
});

it("says so in the reader's language", async () => {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  await open(page, `${base}/de/login`);
  await failWith(context, 502);
  await submit(page, "Anmelden");
  await expectAlert(page, "Die Anmeldung ist fehlgeschlagen.");
  await context.close();
});

describe("a page of a member that gets lost", () => {
  it.each(["en", "ar"])("says so below the header, and can be tried again (%s)", async (locale) => {
    const words = locale === "ar" ? ar : en;
    const email = `lost-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const context = await newVisitor(browser);
    await addSession(context, base, await registerUser(base, email, "a long sentence as password"));
    const page = await context.newPage();
    await open(page, `${base}/${locale}/dashboard`);
    await page.waitForLoadState("networkidle");
    const tab = (name: string) =>
      page.getByRole("main").locator(`a[href="/${locale}/dashboard/${name}"]`).first();
    for (const [failed, name, title] of FAILED_LOADS) {
      await open(page, `${base}/${locale}/dashboard`);
      await page.waitForLoadState("networkidle");
      await page.route(/\.data/, failed);
      await tab(name).press("Enter");
      const heading = page.getByRole("heading", { level: 1, name: words[title], exact: true });
      await heading.waitFor();
      await page.waitForURL(new RegExp(`/dashboard/${name}$`));
      await expect.poll(() => isFocused(heading)).toBe(true);
      expect(await page.getByRole("banner").count()).toBe(1);
      expect(await page.getByRole("contentinfo").count()).toBe(1);
      await page.unroute(/\.data/);
      await page.getByRole("link", { name: words["dashboard.retry"] }).press("Enter");
      await tab(name).waitFor();
    }
    await context.close();
  });

  it("leaves a guest a guest once the page is there", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, `${base}/en/about-us`);
    const mark = () => page.evaluate(() => document.documentElement.dataset.member);
    await page.route(/\.data/, (route) => route.abort());
    // Requests the layout too, as for a member.
    await page.evaluate(() => {
      document.documentElement.dataset.member = "true";
    });
    await page.locator('main a[href="/en/sell-your-designs"]').first().press("Enter");
    await page.getByRole("heading", { level: 1, name: en["error.offline.title"] }).waitFor();
    expect(await mark()).toBe("true");
    await page.unroute(/\.data/);
    await page.getByRole("link", { name: en["dashboard.retry"] }).press("Enter");
    await page.waitForURL(/\/en\/sell-your-designs$/);
    await expect.poll(mark).toBe("false");
    await context.close();
  });

  it("says so in the reader's language where not even the header can be shown", async () => {
    const context = await newVisitor(browser);
    const page = await context.newPage();
    await open(page, `${base}/ar/about-us`);
    await page.waitForLoadState("networkidle");
    await page.route(/\.data/, (route) => route.abort());
    // Goes to a history entry in another language, whose layout is not loaded.
    await page.evaluate(() => {
      history.pushState(null, "", "/en/about-us");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    const heading = page.getByRole("heading", { level: 1, name: ar["error.offline.title"] });
    await heading.waitFor();
    await expect.poll(() => isFocused(heading)).toBe(true);
    const html = page.locator("html");
    expect([await html.getAttribute("lang"), await html.getAttribute("dir")]).toEqual([
      "ar",
      "rtl",
    ]);
    await page.unroute(/\.data/);
    await page.getByRole("link", { name: ar["dashboard.retry"] }).press("Enter");
    await page.getByRole("banner").waitFor();
    expect(new URL(page.url()).pathname).toBe("/en/about-us");
    await context.close();
  });
});

describe("when the API is down", () => {
  let proxy: ApiProxy;
  let product: RunningProduct;
  beforeAll(async () => {
    proxy = await startApiProxy(base, /^\/api\/(contact|login)$/);
    product = await startProduct({ env: { API_URL: `${proxy.url}/api` } });
  });
  afterAll(async () => {
    await product?.remove();
    await proxy?.close();
  });

  it.each([true, false])("forms come back filled (scripts: %s)", async (isScripted) => {
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const page = await context.newPage();
    await page.goto(`${product.url}/en/contact-us`);
    if (isScripted) await waitForHydration(page);
    await page.getByText("Phone and address (optional)").click();
    await fill(page, MESSAGE);
    await chooseEstonia(page, isScripted);
    const response = page.waitForResponse((response) => response.request().method() === "POST");
    await submit(page, "Send message");
    expect((await response).status()).toBe(502);
    const alert = page.getByRole("main").getByRole("alert");
    await alert.filter({ hasText: SORRY }).waitFor();
    expect(await readAll(page, MESSAGE)).toEqual(MESSAGE);

    await page.goto(`${product.url}/en/login`);
    if (isScripted) await waitForHydration(page);
    const typed = { "Email address": "buyer@promptory.test" };
    await fill(page, { ...typed, Password: "promptory-demo" });
    await submit(page, "Sign in");
    await alert.filter({ hasText: "Login failed" }).waitFor();
    expect(await readAll(page, { ...typed, Password: "" })).toEqual({ ...typed, Password: "" });
    await context.close();
  });
});

describe("a deletion whose response is lost", () => {
  it("is not said to have failed, and the account is gone", async () => {
    const email = "lost-deletion@example.com";
    const context = await newVisitor(browser);
    await addSession(context, base, await registerUser(base, email));
    const page = await context.newPage();
    await open(page, `${base}/en/dashboard/profile?delete=1`);
    await context.route(POSTS, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    const dialog = page.getByRole("dialog", { name: en["profile.delete_title"] });
    await dialog.getByLabel(en["profile.your_password"]).fill(PASSWORD);
    await dialog.getByRole("button", { name: en["profile.delete_confirm"] }).click();
    await dialog.getByRole("alert").getByText(en["errors.deletion_unclear"]).waitFor();
    await expect(signInUser(base, email, PASSWORD)).rejects.toThrow("/api/login: 422");
    await context.close();
  });
});

describe("a long form whose session was over", () => {
  const SAID = "Your session is over and nothing was saved.";

  it.each([true, false])("comes back, and is sent again; with scripts: %s", async (isScripted) => {
    const agent = await registerUser(base, `over-${isScripted}@example.com`);
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    await addSession(context, base, agent);
    const page = await context.newPage();
    await page.goto(`${base}/en/dashboard/profile`);
    if (isScripted) await waitForHydration(page);
    const surname = page.locator("#profile-form input[name=surname]");
    await page.locator("#profile-form input[name=name]").fill("Mari");
    await surname.fill("Tamm-Kask");
    await context.clearCookies();
    await page.locator("#profile-form button[type=submit]").click();
    const main = page.getByRole("main");
    await main.getByText(SAID).first().waitFor();
    const signIn = main.getByRole("link", { name: "Sign in in a new window" });
    expect(await signIn.getAttribute("href")).toMatch(
      /\/login\?redirect=%2Fen%2Fdashboard%2Fprofile/,
    );
    await addSession(context, base, agent);
    if (isScripted) expect(await surname.inputValue()).toBe("Tamm-Kask");
    await main
      .getByRole("button", { name: isScripted ? "Save profile" : "Send again", exact: true })
      .first()
      .click();
    await page.getByText("Your profile has been saved.").first().waitFor();
    await page.goto(`${base}/en/dashboard/profile`);
    expect(await surname.inputValue()).toBe("Tamm-Kask");
    await context.close();
  });
});
