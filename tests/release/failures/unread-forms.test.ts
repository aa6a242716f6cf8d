import { connect, createServer, type Socket } from "node:net";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import ar from "#locales/ar.json" with { type: "json" };
import de from "#locales/de.json" with { type: "json" };
import en from "#locales/en.json" with { type: "json" };
import { openRaw, type RawConnection, statusOf } from "#tests/setup/api/raw-client.ts";
import { newVisitor, openBrowser, waitForHydration } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { addSession, registerUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Forms that the server does not read completely: too large, or too slow while others wait.

const WORDS = { en, de, ar };
type Language = keyof typeof WORDS;
const LANGUAGES: Language[] = ["en", "de", "ar"];
const SCREEN = "dashboard/verification";
/** More than a form of a screen may have. */
const LENGTH = 300_000;
const base = workerProduct().url;

const browser = await openBrowser();

/**
 * Starts a proxy to the product that passes on at most `bytes` of each connection: a slow sender.
 */
async function startNarrowWay(bytes: number) {
  const { hostname, port } = new URL(base);
  const sockets: Socket[] = [];
  let onFull = () => {};
  const full = new Promise<void>((resolve) => {
    onFull = resolve;
  });
  const server = createServer((browserSide) => {
    const productSide = connect(Number(port), hostname);
    sockets.push(browserSide, productSide);
    let passed = 0;
    browserSide.on("data", (chunk) => {
      passed += chunk.length;
      if (passed <= bytes) productSide.write(chunk);
      else onFull();
    });
    productSide.pipe(browserSide);
    for (const one of [browserSide, productSide]) one.on("error", () => one.destroy());
    browserSide.on("close", () => productSide.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const address = server.address();
  const url = `http://${hostname}:${typeof address === "object" ? address?.port : ""}`;
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url, full, stop };
}

let visitors = 0;

/** Creates a member with a small screen and their own IP address. */
async function newMember(isScripted: boolean) {
  const ip = `198.51.100.${++visitors}`;
  const context = await newVisitor(browser, {
    javaScriptEnabled: isScripted,
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { "x-forwarded-for": ip },
  });
  const agent = await registerUser(base, `unread-${crypto.randomUUID()}@example.com`);
  return { context, agent, ip, page: await context.newPage() };
}

/** Sends a form by its button, which the cookie notice may cover. */
const press = (page: Page, form: string) =>
  page.locator(`${form} button[type=submit]`).last().dispatchEvent("click");

/** Sends the verification form with a name, and scans of so many bytes. */
async function fillAndSend(page: Page, bytes: number): Promise<void> {
  await page.locator("main [name=full_name]").fill("Mari");
  const scan = { name: "scan.png", mimeType: "image/png", buffer: Buffer.alloc(bytes, "x") };
  for (const field of await page.locator("main input[type=file]").all()) {
    await field.setInputFiles(scan);
  }
  // Scripts only check for missing values before they send it.
  await page.locator("main form[enctype]").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
    for (const field of form.elements) {
      if (field instanceof HTMLSelectElement) field.selectedIndex = field.options.length - 1;
      if (!(field instanceof HTMLInputElement) || field.type === "file") continue;
      if (field.type === "checkbox" || field.type === "radio") field.checked = true;
      else if (field.value === "") field.value = "1";
    }
  });
  await press(page, "main form[enctype]");
}

const isFitting = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it.each(LANGUAGES)("a slow form that others wait for says so in %s", async (language) => {
    const words = WORDS[language];
    const { context, agent, ip, page } = await newMember(isScripted);
    const way = await startNarrowWay(400_000);
    await addSession(context, way.url, agent);
    await page.goto(`${way.url}/${language}/${SCREEN}`);
    if (isScripted) await waitForHydration(page);
    const sent = page.waitForResponse((response) => response.request().method() === "POST");
    await fillAndSend(page, 1_000_000);
    await way.full;
    const others: RawConnection[] = [];
    const head = [
      `POST /en/${SCREEN} HTTP/1.1`,
      `Host: ${new URL(base).host}`,
      `X-Forwarded-For: ${ip}`,
      `Cookie: ${agent.cookieHeader}`,
      "Content-Type: multipart/form-data; boundary=x",
      "Content-Length: 100000",
    ].join("\r\n");
    for (let count = 0; count < 4; count++) others.push(openRaw(base, `${head}\r\n\r\n--x`));
    const response = await sent;
    expect(response.status()).toBe(503);
    expect(response.headers()["retry-after"]).toBe("5");
    if (isScripted) {
      const alert = page.getByRole("main").getByRole("alert");
      await alert.filter({ hasText: words["errors.form_busy"] }).waitFor();
      expect(await page.locator("main [name=full_name]").inputValue()).toBe("Mari");
    } else {
      const heading = page.getByRole("heading", { level: 1 });
      expect(await heading.innerText()).toBe(words["error.form_busy.title"]);
      await page.getByText(words["error.form_back"]).waitFor();
    }
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    expect(await isFitting(page)).toBe(true);
    expect(others.map(({ received }) => statusOf(received()))).toEqual([0, 0, 0, 0]);
    for (const { socket } of others) socket.destroy();
    way.stop();
  });

  it.each(LANGUAGES)("a form that is too large says so in %s", async (language) => {
    const words = WORDS[language];
    const context = await newVisitor(browser, {
      javaScriptEnabled: isScripted,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(`${base}/${language}/login`);
    if (isScripted) await waitForHydration(page);
    const email = page.locator("main [name=email]");
    // Set by script, because typing 300,000 letters takes minutes.
    await email.evaluate((input: HTMLInputElement, length) => {
      input.type = "text";
      input.maxLength = length;
      input.value = "a".repeat(length);
      if (input.form) input.form.noValidate = true;
    }, LENGTH);
    await page.locator("main [name=password]").fill("a long sentence");
    await press(page, "main form");
    const text = page.getByRole("main").getByText(words["errors.form_too_large"]);
    await text.first().waitFor();
    expect(await isFitting(page)).toBe(true);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    const isKept = isScripted && (await email.inputValue()).length === LENGTH;
    expect(isKept).toBe(isScripted);
  });
});
