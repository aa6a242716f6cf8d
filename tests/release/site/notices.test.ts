import { describe, expect, it } from "vitest";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { newVisitor, openBrowser, watchForTrouble } from "#tests/setup/browser/browser.ts";
import { PLAIN_FIRST } from "#tests/setup/browser/modes.ts";
import { findLink, waitForMail } from "#tests/setup/mail-reading.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Reports of illegal content (Regulation (EU) 2022/2065 Art. 16 to 20), from the product's page to
// the decision and the complaint about it.

const { url: base, outbox } = workerProduct();
const [product] = seedProducts;
const browser = await openBrowser();

/** Finds the complaint link in the mail about the decision on a report. */
async function findComplaintLink(reference: string): Promise<string> {
  const subject = `Our decision on report ${reference}`;
  const { text } = await waitForMail(outbox, ({ headers }) => headers.subject === subject);
  return findLink(text, "/report-content/complaint").href;
}

describe.each(PLAIN_FIRST)("$name", ({ isScripted }) => {
  it("a guest reports a prompt, the team decides, and a complaint reopens it", async () => {
    const email = `reporter-${isScripted}@example.com`;
    const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
    const trouble = watchForTrouble(context);
    const page = await context.newPage();
    await page.goto(`${base}/en/products/${product?.slug}`);
    await page.getByRole("main").getByRole("link", { name: "Report illegal content" }).click();
    await page.waitForURL(/\/report-content\?product=/);
    await page.getByRole("button", { name: "Send report" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await page.getByRole("main").innerText()).toContain("You must confirm");
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await page.getByRole("radio", { name: "Copyright or trade mark" }).check();
    await page.getByLabel("Why is it illegal?").fill("It is mine.");
    await page.getByLabel("Your name").fill("Mari");
    await page.getByRole("main").getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("checkbox", { name: /good faith/ }).check();
    await page.getByRole("button", { name: "Send report" }).click();
    await page.waitForURL(/\?sent=/);
    const reference = new URL(page.url()).searchParams.get("sent") ?? "";
    await page.getByText(reference).waitFor();

    const createAgent = () => new ApiAgent(fetch, { appUrl: base });
    const staff = await withProductDatabase((database) =>
      createMember({ database, createAgent }, { role: "staff", staffRole: "reviewer" }),
    );
    const office = await newVisitor(browser, { javaScriptEnabled: isScripted });
    await addSession(office, base, staff.agent);
    const desk = await office.newPage();
    await desk.goto(`${base}/en/staff/notices`);
    if (isScripted) expect(await listFindings(desk)).toEqual([]);
    await desk.getByRole("link", { name: reference }).click();
    await desk.getByRole("radio", { name: "No action" }).check();
    await desk.getByLabel("Law, or clause").fill("Terms of use, What is not allowed");
    await desk.getByLabel("Reasons").fill("It is another picture.");
    if (isScripted) expect(await listFindings(desk)).toEqual([]);
    await desk.getByRole("button", { name: "Decide and send" }).click();
    await desk.getByText("Decided. The emails are on their way.").waitFor();
    expect(await desk.getByRole("button", { name: "Decide and send" }).count()).toBe(0);

    const link = await findComplaintLink(reference);
    // A damaged link is reported before anything is typed.
    await page.goto(link.slice(0, -1));
    await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
    expect(await page.getByRole("main").getByRole("textbox").count()).toBe(0);
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).waitFor();
    await page.goto(link);
    if (isScripted) expect(await listFindings(page)).toEqual([]);
    await page.getByLabel("Why should we decide differently?").fill("Look at the sky.");
    await page.getByRole("button", { name: "Send complaint" }).click();
    await page.getByText("We will look at it again.").waitFor();
    await desk.reload();
    await desk.getByText("Look at the sky.").waitFor();
    expect(await desk.getByRole("button", { name: "Decide and send" }).count()).toBe(1);
    // The first submission was rejected, which browsers log.
    expect(trouble.filter((line) => !line.includes("422"))).toEqual([]);
    await context.close();
    await office.close();
  });
});
