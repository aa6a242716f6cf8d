import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { newVisitor, openBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;
const browser = await openBrowser();

const fill = async (page: Page, email: string, password: string) => {
  const main = page.getByRole("main");
  await main.locator("input[name=email]").fill(email);
  await main.locator("input[name=password]").fill(password);
  await main.locator("input[name=password_confirmation]").fill(password);
  await main.locator("input[name=terms]").check();
  await main.locator("form button[type=submit]").click();
};

describe.each(SCRIPTED_FIRST)("registering $name", ({ isScripted }) => {
  it.each([
    ["en", "This password is too easy to guess. Please choose a different one."],
    ["de", "Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes."],
    ["ar", "كلمة المرور هذه سهلة التخمين. يُرجى اختيار كلمة مرور أخرى."],
  ])("says at the field that a password is easy to guess: %s", async (locale, message) => {
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const trouble = watchForTrouble(context);
    const page = await context.newPage();
    const email = `easy-${locale}-${isScripted}@example.com`;
    await page.goto(`${base}/${locale}/register`);
    await fill(page, email, "password123");
    const field = page.getByRole("main").locator("input[name=password]");
    await page.getByText(message).first().waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    const described = await field.getAttribute("aria-describedby");
    const texts = (described ?? "").split(" ").map((id) => page.locator(`[id="${id}"]`));
    const said = await Promise.all(texts.map((text) => text.textContent()));
    expect(said.join()).toContain(message);
    await fill(page, email, "eleven clean spoons");
    await page.waitForURL(new RegExp(`/${locale}/dashboard$`));
    const unexpected = trouble.filter((line) => !line.includes("422"));
    expect(unexpected).toEqual([]);
    await context.close();
  });
});
