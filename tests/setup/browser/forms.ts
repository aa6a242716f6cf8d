import type { Page } from "playwright";

/** Types all contact details except the email address. */
export async function typeContact(page: Page, isScripted: boolean): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Phone number").fill("+372 600 1000");
  await page.getByLabel("Address", { exact: true }).fill("Pikk 1");
  await page.getByLabel("Post code").fill("10123");
  await page.getByLabel("City").fill("Tallinn");
  if (isScripted) {
    const country = page.getByRole("combobox", { name: "Country" });
    await country.fill("Eston");
    await page.getByRole("option", { name: "Estonia" }).waitFor();
    await country.press("Enter");
  } else {
    await page.getByLabel("Country").selectOption({ label: "Estonia" });
  }
}

/** Fills and submits the form for a new account. */
export async function submitAccount(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  // The address changes before the page does, and the page before also has these fields.
  await page.getByLabel("Repeat the password").waitFor();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat the password").fill(password);
  await page.getByLabel(/accept the terms/).check();
  await page.getByRole("main").getByRole("button", { name: "Create account" }).click();
}
