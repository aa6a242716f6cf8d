import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMailPreview } from "#api/mails/preview/mail-preview.ts";
import { MAIL_SAMPLES } from "#api/mails/preview/mail-samples.ts";
import { type PreviewedMail, previewMails } from "#api/mails/preview/preview-mails.ts";
import { nouns } from "#api/nouns.ts";
import { LOCALES } from "#domain/locales.ts";
import { createProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { launchBrowser } from "#tests/setup/browser/browser.ts";
import { readPdf } from "#tests/setup/read-pdf.ts";
import { sample } from "#tests/setup/sample.ts";

/** A key in place of its text, even one that no language has. */
const KEY = /\b(?:mail|document)(?:\.[a-z_]+)+/;
const names = nouns.flatMap(({ mails = [] }) => mails).sort();
let test: TestApi;
let open: (query: string) => Promise<Response>;
const mails = new Map<string, PreviewedMail[]>();

beforeAll(async () => {
  test = await createTestApi();
  await createProduct(test);
  await test.database`
    UPDATE settings SET support_email = 'team@promptory.test', company_name = 'Promptory',
      company_reg_number = '16001004', company_address = 'Promptory OÜ, Kai 1, 10111 Tallinn'`;
  const preview = createMailPreview(test.deps, nouns);
  open = async (query) => preview.request(`/dev/mails${query}`);
  for (const locale of LOCALES) {
    mails.set(locale, await previewMails(test.deps, locale, names, { hasFiles: false }));
  }
});
afterAll(() => test.close());

const mailsIn = (locale: string) => mails.get(locale) ?? [];

describe("the preview of mails", () => {
  it("has a sample of every mail, and none of a mail that is not sent", () => {
    expect(Object.keys(MAIL_SAMPLES).sort()).toEqual(names);
  });

  it.each(LOCALES)("has every mail in %s, whole: no key, no place left empty", (locale) => {
    expect(mailsIn(locale).map(({ name }) => name)).toEqual(names);
    for (const { name, subject, html, text } of mailsIn(locale)) {
      for (const part of [subject, html, text]) {
        expect([name, KEY.exec(part)?.[0]]).toEqual([name, undefined]);
        expect([name, /\{\{|\}\}|undefined|\[object/.exec(part)]).toEqual([name, null]);
      }
    }
  });

  // Directive (EU) 2017/1132, Art. 26, for letters in any medium.
  it.each([
    ["en", "Promptory OÜ · Registry code 16001004 · Kai 1, 10111 Tallinn"],
    ["de", "Promptory OÜ · Registernummer 16001004 · Kai 1, 10111 Tallinn"],
  ])("has mails in %s that end with the company", (locale, imprint) => {
    const shop = mailsIn(locale).filter(({ html }) => html.includes(`<html lang="${locale}"`));
    expect(shop.length).toBeGreaterThan(40);
    for (const { name, html, text } of shop) {
      expect([name, text.split("-- \n")[1]]).toEqual([name, `Promptory\n${imprint}\n`]);
      expect([name, html.includes(`>${imprint}</p>`)]).toEqual([name, true]);
    }
  });

  it("has mails that ask programs not to respond, but for the words of a person", () => {
    const isAutomatic = ({ headers }: PreviewedMail) =>
      headers["Auto-Submitted"]?.startsWith("auto-") && headers["X-Auto-Response-Suppress"];
    const written = mailsIn("en").filter((mail) => !isAutomatic(mail));
    expect(written.map(({ name }) => name)).toEqual([
      "mail.contact",
      "mail.contact_reply",
      "mail.offer.team",
    ]);
  });

  it.each(LOCALES)("has mails in %s whose text says what the HTML says", (locale) => {
    for (const { name, html, text } of mailsIn(locale)) {
      const said = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "--");
      expect([name, ...said.map(compact).sort()]).toEqual([name, ...linesOf(html).sort()]);
    }
  });

  it("shows a mail with its subject, both of its forms and its files", async () => {
    const query = "?mail=mail.order.placed&locale=de";
    const page = await (await open(query)).text();
    expect(page).toMatch(/Ihre Bestellung \d+: Streifen/);
    expect(page).toMatch(/order-\d+\.pdf/);
    expect(await (await open(`${query}&as=html`)).text()).toContain('<html lang="de" dir="ltr">');
    expect(await (await open(`${query}&as=text`)).text()).toContain("-- \n");
    const file = await open(`${query}&as=file&file=1`);
    expect(file.headers.get("content-disposition")).toContain("inv-");
    const pdf = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(pdf.language).toBe("de");
    expect((await open(`${query}&as=file&file=2`)).status).toBe(404);
  });

  it("lists all mails, and shows nothing but them", async () => {
    const list = await (await open("")).text();
    for (const name of names) expect(list).toContain(`?mail=${name}&amp;locale=ar"`);
    const odd = "<script>alert(1)</script>";
    expect(await (await open(`?mail=${encodeURIComponent(odd)}&locale=en`)).text()).toBe(list);
  });

  it("leaves nothing behind", async () => {
    const left = await test.database`
      SELECT 1 FROM mails UNION ALL SELECT 1 FROM orders UNION ALL SELECT 1 FROM documents
      UNION ALL SELECT 1 FROM deposits UNION ALL SELECT 1 FROM users WHERE email LIKE '%preview%'`;
    expect(left).toEqual([]);
  });
});

it("no mail has findings of axe", async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  // All languages have the same elements, so the right-to-left one checks all of them.
  for (const locale of sample(["ar", "en"], 1)) {
    for (const { name, html } of mailsIn(locale)) {
      await page.setContent(html);
      expect([name, await listFindings(page)]).toEqual([name, []]);
    }
  }
  await browser.close();
});

const compact = (line: string) => line.replace(/\s+/g, " ").trim();

/**
 * Returns the lines of a mail's text from its HTML: facts on one line, links with their address.
 */
function linesOf(html: string): string[] {
  // Mails to the staff are in English for every locale.
  const colon = html.includes('lang="fr"') ? " :" : ":";
  const lines: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === "root") return void node.children.forEach(walk);
    if (node.type !== "element" || node.tagName === "head") return;
    if (node.tagName === "tr")
      return void lines.push(compact(textOf(node).replace("\n", `${colon} `)));
    if (node.tagName === "a") {
      lines.push(compact(`${textOf(node)}${colon}`), String(node.properties.href));
      return;
    }
    const own = node.children.filter(({ type }) => type === "text").map(textOf);
    lines.push(...own.join("").split("\n").map(compact).filter(Boolean));
    node.children.forEach(walk);
  };
  walk(fromHtml(html));
  return lines;
}

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  const separator = (node as Element).tagName === "tr" ? "\n" : "";
  return node.children.map(textOf).join(separator);
}
