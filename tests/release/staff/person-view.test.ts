import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, signUp } from "#tests/setup/browser/offer-screens.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The shop viewed as a person, by its owner.

const base = workerProduct().url;
const browser = await openBrowser();

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("the owner sees the shop as a person, changes nothing, and comes back", async () => {
    const person = await signUp(browser, base, isScripted);
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const bar = page.getByRole("complementary", { name: "Viewing only" });
    await open(staff, `${base}/en/staff/people?q=${encodeURIComponent(person.email)}`);
    await page.getByRole("link", { name: person.email }).click();
    const form = page.getByRole("region", { name: "See the shop as this person" });
    await form.getByLabel("Reason").fill("Cannot find the favourites");
    await form.getByRole("button", { name: "See the shop" }).click();
    await page.waitForURL(/\/en\/dashboard$/);
    await bar.getByText(`You are seeing the shop as ${person.email}.`).waitFor();
    expect(isScripted ? await listFindings(page) : []).toEqual([]);

    // A page that guests share has the bar too, but not for guests.
    await open(staff, `${base}/en/products`);
    await bar.getByText(person.email).waitFor();
    expect(await (await fetch(`${base}/en/products`)).text()).not.toContain(person.email);
    await open(person, `${base}/en/products`);
    const own = person.page.getByRole("complementary", { name: "Viewing only" });
    expect(await own.count()).toBe(0);

    await open(staff, `${base}/en/dashboard/profile`);
    await page.getByLabel("First name").fill("Eve");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.waitForURL(/\/en\/view(?:#|$)/);
    await page.getByText("Nothing can be changed while you see the shop").waitFor();
    await open(staff, `${base}/en/products`);
    await page
      .getByRole("contentinfo")
      .getByLabel("Where should we send it?")
      .fill("eve@example.com");
    await page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" }).click();
    await page.waitForURL(/\/en\/view(?:#|$)/);
    await page.getByText("Nothing can be changed while you see the shop").waitFor();
    await open(staff, `${base}/en/dashboard/verification`);
    expect(page.url()).toBe(`${base}/en/view`);
    const desk = await open(staff, `${base}/en/staff`);
    expect([desk?.status(), page.url()]).toEqual([404, `${base}/en/404`]);

    await bar.getByRole("button", { name: "Stop" }).click();
    await page.waitForURL(/\/en\/staff\/people\/\d+$/);
    await page.getByRole("heading", { level: 1, name: person.email }).waitFor();
    expect(await bar.count()).toBe(0);
    await open(person, `${base}/en/dashboard/profile`);
    expect(await person.page.getByLabel("First name").inputValue()).toBe("");
    await Promise.all([staff.context.close(), person.context.close()]);
  });
});
