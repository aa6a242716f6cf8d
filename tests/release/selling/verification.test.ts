import type { BrowserContext, Locator, Page } from "playwright";
import { afterEach, describe, expect, it } from "vitest";
import { DOCUMENT_BYTES_MAX } from "#domain/verification.ts";
import { createUser, PASSWORD } from "#tests/factories.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import {
  newVisitor,
  openBrowser,
  waitForHydration,
  watchForTrouble,
} from "#tests/setup/browser/browser.ts";
import { SCRIPTED_FIRST } from "#tests/setup/browser/modes.ts";
import { waitForMail } from "#tests/setup/mail-reading.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { addSession, signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { paintHostileImages } from "#tests/setup/records/hostile-images.ts";
import { forRelease } from "#tests/setup/sample.ts";
import { createVerificationForm, paintScan } from "#tests/verification-factories.ts";

const { url: base, outbox } = workerProduct();
const SCREEN = "/en/dashboard/verification";
const REASON = "The back of your card is blurred. Please take it again in daylight.";

const browser = await openBrowser();

const contexts: BrowserContext[] = [];
const trouble: string[][] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  // A rejected form is returned with 422 or 409, a hidden screen with 404; browsers log both.
  const seen = trouble.splice(0).flat();
  expect(seen.filter((line) => !/status of (422|404|409)/.test(line))).toEqual([]);
});

async function newContext(options: Parameters<typeof newVisitor>[1]): Promise<BrowserContext> {
  const context = await newVisitor(browser, options);
  contexts.push(context);
  trouble.push(watchForTrouble(context));
  return context;
}

const files = async () => ({
  front: { name: "front.jpg", mimeType: "image/jpeg", buffer: await paintScan("jpeg") },
  back: { name: "back.png", mimeType: "image/png", buffer: await paintScan("png") },
  bill: { name: "bill.webp", mimeType: "image/webp", buffer: await paintScan("webp") },
});

const fileField = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const heading = (page: Page, name: string | RegExp, level = 1) =>
  page.getByRole("heading", { level, name });
const clickButton = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

const waitForMailTo = (to: string, subject: string) =>
  waitForMail(outbox, ({ headers }) => headers.to === to && headers.subject === subject);

describe.each(SCRIPTED_FIRST)("$name", ({ isScripted }) => {
  const goTo = async (page: Page, path: string) => {
    await page.goto(base + path);
    if (isScripted) await waitForHydration(page);
  };

  const signIn = async (email: string, password?: string): Promise<Page> => {
    const context = await newContext({ javaScriptEnabled: isScripted });
    await addSession(context, base, await signInUser(base, email, password));
    return context.newPage();
  };

  const makeMember = () =>
    withProductDatabase((database) =>
      createUser(database, { name: "Mari", surname: "Tamm", phone: "+372 600 1000" }),
    );

  /** Creates a new member who opens this screen. */
  const newMember = async (path = SCREEN): Promise<{ page: Page; email: string }> => {
    const { email } = await makeMember();
    const page = await signIn(email, PASSWORD);
    await goTo(page, path);
    return { page, email };
  };

  const openMenu = async (page: Page, name: RegExp): Promise<Locator> => {
    const banner = page.getByRole("banner");
    await banner.locator("summary").filter({ hasText: name }).first().click();
    return banner;
  };

  const chooseEstonia = async (page: Page, label: string) => {
    if (!isScripted) return void (await page.getByLabel(label).selectOption("EE"));
    await page.getByRole("combobox", { name: label }).fill("Eston");
    await page.getByRole("option", { name: "Estonia" }).click();
  };

  const fillIn = async (page: Page) => {
    const born = page.getByRole("group", { name: "Date of birth" });
    await born.getByLabel("Day").fill("28");
    await born.getByLabel("Month").fill("2");
    await born.getByLabel("Year").fill("1990");
    await chooseEstonia(page, "Nationality");
    await page.getByLabel("Address", { exact: true }).fill("Pikk 1-2");
    await page.getByLabel("City", { exact: true }).fill("Tallinn");
    await chooseEstonia(page, "Country");
    await page.getByRole("radio", { name: /^Identity card/ }).check();
    await page.getByRole("radio", { name: "Bank statement" }).check();
  };

  const chooseFiles = async (page: Page) => {
    const { front, back, bill } = await files();
    await fileField(page, "Front, or photo page").setInputFiles(front);
    await fileField(page, "Back").setInputFiles(back);
    await fileField(page, "Picture of this document").setInputFiles(bill);
  };

  const send = async (page: Page) => {
    await chooseFiles(page);
    await page.getByLabel(/^I confirm/).check();
    await clickButton(page, "Send for review");
    await heading(page, "We are looking at it").waitFor();
  };

  /** Goes from the menu to the page of the longest-waiting person with this e-mail. */
  const openAsStaff = async (page: Page, email: string) => {
    await goTo(page, "/en");
    const menu = await openMenu(page, /Stella/);
    await menu.getByRole("link", { name: "Team" }).click();
    await page.waitForURL(/\/en\/staff(\/|$)/);
    await page.getByRole("link", { name: "Verifications", exact: true }).click();
    await page.waitForURL(/\/en\/staff\/verifications$/);
    await page
      .getByRole("row")
      .filter({ hasText: email })
      .getByRole("link", { name: "Mari Tamm" })
      .click();
    await heading(page, "Mari Tamm", 1).waitFor();
  };

  it.each([
    ["", "a form of its own"],
    ["the same", "the same form with other contents"],
  ])("says so when another window has sent %s", async (isSame) => {
    const { page } = await newMember();
    await fillIn(page);
    const other = await page.context().newPage();
    await goTo(other, SCREEN);
    await fillIn(other);
    if (isSame) {
      const name = 'form input[name="operation_id"]';
      const operationId = await page.locator(name).inputValue();
      await other
        .locator(name)
        .evaluate((field, id) => field.setAttribute("value", id), operationId);
    }
    await other.getByLabel("City", { exact: true }).fill("Tartu");
    await send(other);
    await send(page);
    const text = "Your verification is being reviewed. There is nothing more to send.";
    await page.getByRole("status").filter({ hasText: text }).waitFor();
  });

  it("a member sends, is rejected, sends again, and is verified", async () => {
    const { page, email } = await newMember("/en/dashboard");
    const menu = await openMenu(page, /Mari/);
    await menu.getByRole("link", { name: "Verify account" }).click();
    await page.waitForURL(new RegExp(`${SCREEN}$`));
    expect(await page.getByLabel("Full name").inputValue()).toBe("Mari Tamm");
    expect(await page.getByLabel("Phone number").inputValue()).toBe("+372 600 1000");
    await fillIn(page);
    await send(page);
    await page.getByText(`Our reply goes to ${email}.`).waitFor();
    await page.getByText(/^By \d\d\.\d\d\.20\d\d$/).waitFor();
    await (await openMenu(page, /Mari/))
      .getByRole("link", { name: "Verification in progress" })
      .waitFor();
    await waitForMailTo(email, "We have your documents");

    const staff = await signIn("staff");
    await openAsStaff(staff, email);
    const images = staff.getByRole("main").locator("img");
    await expect
      .poll(() =>
        images.evaluateAll((all) =>
          all.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
        ),
      )
      .toEqual([480, 480, 480]);
    for (const fact of ["28.02.1990", "Pikk 1-2, Tallinn, Estonia", email]) {
      await staff.getByRole("definition").filter({ hasText: fact }).waitFor();
    }
    await clickButton(staff, "Reject");
    await staff.getByRole("alert").getByRole("link", { name: "Please give a reason." }).waitFor();
    await staff.getByLabel("Reason for rejecting").fill(REASON);
    await clickButton(staff, "Reject");
    await staff.waitForURL(/\/en\/staff\/verifications$/);
    await staff.getByText(`Rejected. ${email} gets an email with the reason.`).waitFor();
    expect(await staff.getByRole("row").filter({ hasText: email }).count()).toBe(0);
    expect((await waitForMailTo(email, "We could not verify your account yet")).text).toContain(
      REASON,
    );

    await goTo(page, SCREEN);
    await heading(page, "We could not verify your account yet", 2).waitFor();
    await page.getByText(REASON).waitFor();
    const born = page.getByRole("group", { name: "Date of birth" }).getByRole("textbox");
    expect(
      await born.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
    ).toEqual(["28", "02", "1990"]);
    expect(await page.getByRole("radio", { name: /^Identity card/ }).isChecked()).toBe(true);
    await send(page);

    await openAsStaff(staff, email);
    await staff.getByRole("link", { name: REASON }).waitFor();
    await clickButton(staff, "Approve");
    await staff.getByText(`Approved. ${email} gets an email.`).waitFor();
    await waitForMailTo(email, "Your account is verified");

    await goTo(page, SCREEN);
    await heading(page, "Your account is verified").waitFor();
    await page.getByText(/^Verified since \d\d\.\d\d\.20\d\d$/).waitFor();
    const verified = await openMenu(page, /Mari/);
    await verified.getByText("Verified", { exact: true }).first().waitFor();
    expect(await verified.getByRole("link", { name: /verif/i }).count()).toBe(0);
  });

  it("the second decision gets an error, and keeps its reason", async () => {
    const { email } = await makeMember();
    const member = await signInUser(base, email, PASSWORD);
    const form = await createVerificationForm();
    expect((await member.post("/api/user/verification", form)).status).toBe(200);
    const staff = await signIn("staff");
    await openAsStaff(staff, email);
    const address = staff.url().slice(base.length);
    const other = await signIn("staff");
    await goTo(other, address);
    await clickButton(staff, "Approve");
    await staff.waitForURL(/\/en\/staff\/verifications$/);
    const reason = other.getByLabel("Reason for rejecting");
    await reason.fill("The scan is too dark to read.");
    await clickButton(other, "Reject");
    await other.getByText("This verification has already been decided.").waitFor();
    await other.getByText(/^Approved on .* by staff@promptory.test$/).waitFor();
    expect(await reason.inputValue()).toBe("The scan is too dark to read.");
  });

  it("a picture that is none comes back with all the words, and asks for files again", async () => {
    const { page } = await newMember();
    await fillIn(page);
    await chooseFiles(page);
    const text = { name: "card.jpg", mimeType: "image/jpeg", buffer: Buffer.from("a text") };
    await fileField(page, "Back").setInputFiles(text);
    await page.getByLabel(/^I confirm/).check();
    await clickButton(page, "Send for review");
    const alert = page.getByRole("main").getByRole("alert");
    const link = alert.getByRole("link", { name: "Please upload an image: JPG, PNG or WebP." });
    await link.click();
    expect(await fileField(page, "Back").evaluate((input) => input.matches(":target"))).toBe(true);
    expect(await page.getByLabel("City", { exact: true }).inputValue()).toBe("Tallinn");
    expect(await page.getByRole("radio", { name: "Bank statement" }).isChecked()).toBe(true);
    // Only a new document has lost its files.
    const lost = await page.getByText("Please choose this picture again").count();
    expect(lost).toBe(isScripted ? 0 : 2);
  });

  it("an animation, a line and too many pixels are rejected under their fields", async () => {
    const { page } = await newMember();
    await fillIn(page);
    const [moving, , line, huge] = (await paintHostileImages()).map(({ bytes, ...picture }) => ({
      ...picture,
      file: { name: picture.name, mimeType: "image/png", buffer: bytes },
    }));
    if (!moving || !line || !huge) throw new Error("pictures are missing");
    await fileField(page, "Front, or photo page").setInputFiles(moving.file);
    await fileField(page, "Back").setInputFiles(line.file);
    await fileField(page, "Picture of this document").setInputFiles(huge.file);
    await page.getByLabel(/^I confirm/).check();
    await clickButton(page, "Send for review");
    const alert = page.getByRole("main").getByRole("alert");
    for (const [label, { text }] of [
      ["Front, or photo page", moving],
      ["Back", line],
      ["Picture of this document", huge],
    ] as const) {
      await alert.getByRole("link", { name: text }).click();
      const field = fileField(page, label);
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      expect(await field.evaluate((input) => input.matches(":target"))).toBe(true);
    }
  });

  it("a file of more than 5 MB gets an error, in the browser or by the server", async () => {
    const { page } = await newMember();
    await fillIn(page);
    await chooseFiles(page);
    const buffer = Buffer.alloc(DOCUMENT_BYTES_MAX + 1);
    const large = { name: "large.jpg", mimeType: "image/jpeg", buffer };
    await fileField(page, "Front, or photo page").setInputFiles(large);
    if (isScripted) {
      await page.getByRole("alert").filter({ hasText: "File size exceeds 5MB" }).waitFor();
    }
    await page.getByLabel(/^I confirm/).check();
    let posts = 0;
    page.on("request", (request) => {
      posts += request.method() === "POST" ? 1 : 0;
    });
    await clickButton(page, "Send for review");
    const alert = page.getByRole("main").getByRole("alert");
    await alert.getByRole("link", { name: "File size exceeds 5MB" }).waitFor();
    expect(posts).toBe(isScripted ? 0 : 1);
  });

  it("of a passport only the page with the photo is asked for", async () => {
    const { page } = await newMember();
    await fillIn(page);
    expect(await fileField(page, "Back").isVisible()).toBe(true);
    await page.getByRole("radio", { name: /^Passport/ }).check();
    expect(await fileField(page, "Back").isVisible()).toBe(false);
    const { front, bill } = await files();
    await fileField(page, "Front, or photo page").setInputFiles(front);
    await fileField(page, "Picture of this document").setInputFiles(bill);
    await page.getByLabel(/^I confirm/).check();
    await clickButton(page, "Send for review");
    await heading(page, "We are looking at it").waitFor();
  });

  it("the staff's screens are not there for a member", async () => {
    const { page } = await newMember();
    for (const path of [
      "/en/staff",
      "/en/staff/verifications",
      "/en/staff/verifications/1",
      "/en/staff/verifications/1/documents/document_front",
    ]) {
      const response = await page.goto(base + path);
      expect([path, response?.status()]).toEqual([path, 404]);
    }
    const menu = await openMenu(page, /Mari/);
    expect(await menu.getByRole("link", { name: "Team" }).count()).toBe(0);
  });
});

it("says before anything is sent what is missing, in the order of the form", async () => {
  const context = await newContext({});
  const { email } = await withProductDatabase((database) => createUser(database));
  await addSession(context, base, await signInUser(base, email, PASSWORD));
  const page = await context.newPage();
  await page.goto(base + SCREEN);
  await waitForHydration(page);
  let posts = 0;
  page.on("request", (request) => {
    posts += request.method() === "POST" ? 1 : 0;
  });
  await page.getByRole("radio", { name: /^Driving licence/ }).check();
  await clickButton(page, "Send for review");
  const alert = page.getByRole("main").getByRole("alert");
  await alert.waitFor();
  expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await alert.getByRole("listitem").allInnerTexts()).toEqual([
    "Please fill in all required fields",
    "Full name is required",
    "Date of birth is required",
    "Nationality is required",
    "Phone number is required",
    "Front, or photo page: Upload required files",
    "Back: Upload required files",
    "Address is required",
    "City is required",
    "Country is required",
    "Your address: Please select a document type",
    "Picture of this document: Upload required files",
    "You must confirm that your information is correct",
  ]);
  expect(posts).toBe(0);
});

describe.each(
  forRelease([
    { width: 360, colorScheme: "dark" as const, locale: "de" },
    { width: 768, colorScheme: "light" as const, locale: "ar" },
  ]),
)("at $width px, $colorScheme, in $locale", ({ width, colorScheme, locale }) => {
  const inspect = async (page: Page, path: string) => {
    await page.goto(`${base}/${locale}${path}`);
    await waitForHydration(page);
    await expectWhole(page);
  };
  const expectWhole = async (page: Page) => {
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
    expect(await listFindings(page)).toEqual([]);
  };
  const newPage = async (email: string, password?: string) => {
    const context = await newContext({ viewport: { width, height: 800 }, colorScheme });
    await addSession(context, base, await signInUser(base, email, password));
    return context.newPage();
  };

  it("every state of a verification is whole, on both sides", async () => {
    const member = await withProductDatabase((database) => createUser(database));
    const page = await newPage(member.email, PASSWORD);
    const path = "/dashboard/verification";
    await inspect(page, path);
    await page.getByRole("main").locator("form button[type=submit]").click();
    await page.getByRole("main").getByRole("alert").waitFor();
    await expectWhole(page);

    const id = await withProductDatabase(async (database) => {
      await database`UPDATE users SET verification_status = 'in_progress' WHERE id = ${member.id}`;
      const [row] = await database<{ id: number }[]>`
        INSERT INTO verifications (user_id, operation_id, body_hash, full_name, nationality, phone,
          date_of_birth, address, city, country, document_type, address_document_type, locale,
          created_at)
        VALUES (${member.id}, gen_random_uuid(), '', 'Mari Tamm', 'EE', '+372 600 1000',
          '1990-02-28', 'Pikk 1-2', 'Tallinn', 'EE', 'passport', 'utility_bill', ${locale},
          now() - interval '9 days')
        RETURNING id`;
      return row?.id ?? 0;
    });
    await inspect(page, path);
    const staff = await newPage("staff");
    await inspect(staff, "/staff");
    await inspect(staff, `/staff/verifications/${id}`);
    await staff.getByRole("main").locator("button[value=rejected]").click();
    await staff.getByRole("main").getByRole("alert").waitFor();
    await expectWhole(staff);

    const decide = (status: string, reason: string | null) =>
      withProductDatabase(async (database) => {
        await database`UPDATE users SET verification_status = ${status} WHERE id = ${member.id}`;
        await database`UPDATE verifications SET status = ${status}, reason = ${reason},
          decided_at = now() WHERE id = ${id}`;
      });
    await decide("rejected", REASON);
    await inspect(page, path);
    await inspect(staff, `/staff/verifications/${id}`);
    await decide("approved", null);
    await inspect(page, path);
    await inspect(staff, "/staff/verifications?page=50");
  });
});
