import { expect, it } from "vitest";
import en from "#locales/en.json" with { type: "json" };
import { signedPath } from "#tests/setup/product/signed-path.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

// Anybody can write such a link, so the event that it claims is only shown if the shop has signed
// it.

const { url: base } = workerProduct();
const NUMBER = "W-7K3QX2MD";
const REFERENCE = "4SWY-S9KD";

/** Returns the page's heading without JavaScript. */
async function headingOf(path: string): Promise<string | undefined> {
  const html = await (await fetch(`${base}/en${path}`)).text();
  return /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];
}

type Text = keyof typeof en;

const AT = "2026-11-30T02:14:00.802Z";
const LINKS: [path: string, plain: Text, stated: Text][] = [
  [
    `/withdraw-from-contract?received=${NUMBER}&outcome=wallet&at=${AT}`,
    "withdrawal.title",
    "withdrawal.received_title",
  ],
  [
    `/withdraw-from-contract/confirm?number=${NUMBER}&rejected=1`,
    "reset.link_invalid",
    "withdrawal.rejected_title",
  ],
  [
    `/withdraw-from-contract/confirm?number=${NUMBER}&decided=1`,
    "reset.link_invalid",
    "withdrawal.decided_title",
  ],
  [`/contact-us?sent=${REFERENCE}`, "contact.title", "contact.thanks"],
  [`/report-content?sent=${REFERENCE}`, "notice.title", "contact.thanks"],
  [`/report-content/complaint?notice=${REFERENCE}&sent=1`, "reset.link_invalid", "contact.thanks"],
  ["/newsletter/confirm?done=1", "newsletter.confirm.ask", "newsletter.confirm.done"],
  ["/newsletter/unsubscribe?done=1", "newsletter.unsubscribe.ask", "newsletter.unsubscribe.done"],
];

it.each(LINKS)("%s states nothing unless the shop has signed it", async (path, plain, stated) => {
  expect(await headingOf(path)).toBe(en[plain]);
  expect(await headingOf(`${path}&signature=bm9uc2Vuc2U`)).toBe(en[plain]);
  expect(await headingOf(signedPath(path))).toBe(en[stated]);
});
