import { describe, expect, it } from "vitest";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { openBrowser } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST, SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { open, signIn, signUp } from "#tests/setup/browser/offer-screens.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// The owner's changes to the site, as the shop then shows them.

const base = workerProduct().url;
const browser = await openBrowser();

const fetchPage = async (path: string) => (await fetch(`${base}${path}`)).text();

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  it("a page is previewed, saved and shown by the shop without what is unsafe", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const words = `Delivered by pigeon ${isScripted}`;
    await open(staff, `${base}/en/staff/pages/refunds/en`);
    const content = `<h2>Pigeons</h2><p>${words}</p><img src=x onerror="document.title='owned'"><script>document.title="owned"</script>`;
    await page.getByLabel("Content (HTML)").fill(content);
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByRole("heading", { name: "Pigeons" }).waitFor();
    expect(await preview.locator("img, script").count()).toBe(0);
    expect(await fetchPage("/en/page/refunds")).not.toContain(words);
    expect(await page.getByLabel("Content (HTML)").inputValue()).toBe(content);
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await page.getByRole("button", { name: "Save page" }).click();
    await page.getByText("Page saved. The shop shows it now.").waitFor();
    await expect.poll(() => fetchPage("/en/page/refunds")).toContain(words);
    expect(await fetchPage("/en/page/refunds")).not.toContain("owned");
    expect(await page.title()).not.toContain("owned");
    await page.getByRole("button", { name: "Back to the shipped text" }).click();
    await page.getByText("The shipped text is back.").waitFor();
    await expect.poll(() => fetchPage("/en/page/refunds")).not.toContain(words);
  });

  it("a form whose session was over keeps what was typed until it is sent again", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page, context } = staff;
    const words = `<p>Long and dear ${isScripted}</p>`;
    await open(staff, `${base}/en/staff/pages/privacy/en`);
    await page.getByLabel("Content (HTML)").fill(words);
    await context.clearCookies({ name: /session/ });
    await page.getByRole("button", { name: "Save page" }).click();
    await page.getByText("Your session is over and nothing was saved.").waitFor();
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    const opening = context.waitForEvent("page");
    await page.getByRole("link", { name: "Sign in in a new window" }).click();
    const beside = await opening;
    await beside.getByLabel("Email address").fill("staff@promptory.test");
    await beside.getByLabel("Password", { exact: true }).fill("promptory-demo");
    await beside.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await beside.waitForURL(/\/en\/staff\/pages\/privacy\/en$/);
    await beside.close();
    const again = isScripted ? "Save page" : "Send again";
    await page.getByRole("button", { name: again }).click();
    await page.getByText("Page saved. The shop shows it now.").waitFor();
    expect(await page.getByLabel("Content (HTML)").inputValue()).toBe(words);
    await page.getByRole("button", { name: "Back to the shipped text" }).click();
    await page.getByText("The shipped text is back.").waitFor();
  });

  it.each([
    ["the role", null],
    ["the right", "reviewer"],
  ])("a form keeps what was typed when %s is taken meanwhile", async (_name, role) => {
    const editor = await signUp(browser, base, isScripted);
    const { page, email } = editor;
    const setRole = (staffRole: string | null) =>
      withProductDatabase(async (database) => {
        await database`
          UPDATE users SET role = ${staffRole ? "staff" : "member"}, staff_role = ${staffRole}
          WHERE email = ${email}`;
      });
    await setRole("editor");
    const words = `<p>Dear and long ${isScripted}</p>`;
    await open(editor, `${base}/en/staff/pages/privacy/en`);
    await page.getByLabel("Content (HTML)").fill(words);
    await setRole(role);
    await page.getByRole("button", { name: "Save page" }).click();
    await page.getByText("You no longer have the right to do this").waitFor();
    expect(page.url()).toContain("/en/staff/pages/privacy/en");
    const kept = page.getByLabel(isScripted ? "Content (HTML)" : "What the form contained");
    expect(await kept.inputValue()).toContain(words);
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    expect(await page.getByRole("link", { name: "Sign in in a new window" }).count()).toBe(0);
  });

  it("a text is worded anew where it keeps its places, and shown at once", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    const wording = `Write <b>to us</b> ${isScripted}`;
    await open(staff, `${base}/en/staff/texts?language=en&key=contact.title`);
    const field = page.getByLabel("Own wording", { exact: true }).first();
    await page.locator("textarea[name=text]").fill("With {{a place}}");
    await page.getByRole("button", { name: "Save wording" }).click();
    await page.getByRole("alert").filter({ hasText: "Double braces" }).waitFor();
    await page.locator("textarea[name=text]").fill(wording);
    await page.getByRole("button", { name: "Save wording" }).click();
    await page.getByText("Saved. The shop shows it now.").waitFor();
    const escaped = `Write &lt;b&gt;to us&lt;/b&gt; ${isScripted}`;
    await expect.poll(() => fetchPage("/en/contact-us")).toContain(escaped);
    expect(await field.count()).toBe(0);
    await open(staff, `${base}/en/staff/texts?language=en&key=contact.title`);
    await page.locator("textarea[name=text]").fill("");
    await page.getByRole("button", { name: "Save wording" }).click();
    await page.getByText("The shipped text is shown again.").waitFor();
    await expect.poll(() => fetchPage("/en/contact-us")).not.toContain(escaped);
  });

  it("a mail is shown with its wording before that is saved", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/texts?language=de&key=mail.reset.subject`);
    const mail = page.getByRole("region", { name: "The email as it will be sent" });
    const frame = mail.frameLocator("iframe");
    await frame.locator("html[lang=de]").waitFor();
    await page.locator("textarea[name=text]").fill(`Neu & <i>gut</i> ${isScripted}`);
    await page.getByRole("button", { name: "Preview" }).click();
    await mail.getByText(`Neu & <i>gut</i> ${isScripted}`).first().waitFor();
    await mail.getByText("The email as plain text").click();
    await mail.locator("pre[lang=de]").waitFor();
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await open(staff, `${base}/en/staff/texts?language=de&key=mail.reset.subject`);
    expect(await mail.innerText()).not.toContain("Neu & ");
  });

  it("settings that are wrong keep what was typed; right ones are shown at once", async () => {
    const staff = await signIn(browser, base, "staff", isScripted);
    const { page } = staff;
    await open(staff, `${base}/en/staff/settings`);
    expect(isScripted ? await listFindings(page) : []).toEqual([]);
    await page.getByLabel("Shop currency for one euro").fill("0");
    await page.getByRole("button", { name: "Save rate, limits and account" }).click();
    await page.getByRole("alert").filter({ hasText: "A rate from 0.01" }).waitFor();
    expect(await page.getByLabel("Shop currency for one euro").inputValue()).toBe("0");
    const boxes = page.getByRole("main").getByRole("checkbox");
    const listTicked = () =>
      boxes.evaluateAll((all) => all.filter((one) => one.matches(":checked")).map(({ id }) => id));
    const ticked = await listTicked();
    expect(ticked).not.toEqual([]);
    await page.getByLabel("Phone number").fill("none");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByRole("alert").filter({ hasText: "phone number" }).first().waitFor();
    // What nobody has touched is not switched off by an error in another field.
    expect(await listTicked()).toEqual(ticked);
    await page.getByLabel("Phone number").fill("");
    const line = `© Muse ${isScripted}`;
    await page.getByLabel("Copyright line").fill(line);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").first().waitFor();
    await expect.poll(() => fetchPage("/en")).toContain(line);
    // Text typed in the other form stays, if the page does.
    const rate = page.getByLabel("Shop currency for one euro");
    expect(await rate.inputValue()).toBe(isScripted ? "0" : "1");
  });
});

it.each(PLAIN_FIRST)("failed mails are sent again, one or all, $name", async ({ isScripted }) => {
  const readers = ["ann", "bea", "cleo"].map((name) => `${name}-${isScripted}@example.com`);
  await withProductDatabase(
    (sql) => sql`
      INSERT INTO mails (recipient, subject, body_text, body_html, created_at, due_at, gave_up_at,
        last_error)
      SELECT reader, 'For ' || reader, 'Hello', '<p>Hello</p>', now(), now(), now(), 'no such mailbox'
      FROM unnest(${readers}::text[]) AS reader`,
  );
  const staff = await signIn(browser, base, "staff", isScripted);
  const { page } = staff;
  await open(staff, `${base}/en/staff`);
  expect(isScripted ? await listFindings(page) : []).toEqual([]);
  const failed = page.getByRole("region", { name: "Emails that failed" });
  await failed
    .getByRole("listitem")
    .filter({ hasText: `For ${readers[1]}` })
    .getByRole("button", { name: "Send again" })
    .click();
  await page.getByText("Emails on their way again: 1").waitFor();
  expect(await failed.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringContaining(`For ${readers[0]}`),
    expect.stringContaining(`For ${readers[2]}`),
  ]);
  await failed.getByRole("button", { name: "Send all again (2)" }).click();
  await page.getByText("Emails on their way again: 2").waitFor();
  expect(await failed.count()).toBe(0);
});
