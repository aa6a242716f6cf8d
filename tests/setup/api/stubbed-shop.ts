import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright";
import { newVisitor, waitForHydration } from "../browser/browser.ts";
import { type RunningProduct, startProduct } from "../product/running-product.ts";

/** The payer's fields of a top-up, by label; the e-mail address comes from the profile. */
export const PAYER = {
  "First name": "Ada",
  "Last name": "Byron",
  "Phone number": "+372 600 1000",
  Address: "Pikk 1",
  "Post code": "10123",
  City: "Tallinn",
};

export type StubReply = { status: number; body: unknown };

export type StubbedShop = {
  url: string;
  /** Opens a page with an API session; without scripts unless `isScripted`. */
  openAsMember(browser: Browser, isScripted: boolean, path: string): Promise<Page>;
  /** What the shop has written to its log. */
  output(): string;
  remove(): Promise<void>;
};

/**
 * Starts a shop in front of a stub of a remote API (`API_URL`). `respond` takes the method and the
 * path without its query; null closes the connection without a response.
 */
export async function startStubbedShop(
  respond: (method: string, path: string) => StubReply | null,
): Promise<StubbedShop> {
  const api = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://api.test");
    const reply = respond(request.method ?? "GET", pathname);
    if (!reply) return void request.socket.destroy();
    // The body is read to the end, so that the connection can be reused.
    request.resume().once("end", () => {
      response.writeHead(reply.status, { "content-type": "application/json" });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an `AddressInfo`.
  const { port } = api.address() as AddressInfo;
  const shop = await startProduct({ env: { API_URL: `http://127.0.0.1:${port}/api` } });
  return {
    url: shop.url,
    output: shop.output,
    openAsMember: (browser, isScripted, path) => openAsMember(shop, browser, { isScripted, path }),
    remove: async () => {
      await shop.remove();
      api.closeAllConnections();
      api.close();
    },
  };
}

async function openAsMember(
  { url }: RunningProduct,
  browser: Browser,
  { isScripted, path }: { isScripted: boolean; path: string },
): Promise<Page> {
  const context = await newVisitor(browser, { javaScriptEnabled: isScripted });
  const cookies = { shop_session: "s", "XSRF-TOKEN": "t" };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto(url + path);
  if (isScripted) await waitForHydration(page);
  return page;
}
