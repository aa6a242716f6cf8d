import { setImmediate as nextTurn } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KeptPage } from "./kept-page.ts";

const HTML = `<!doctype html>${"<p>A page</p>".repeat(200)}`;

/** The number of requests after which a page is compressed at the maximum level. */
const HITS = 4;

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeEach(() => process.on("unhandledRejection", note));
afterEach(() => process.off("unhandledRejection", note));

/** Content that cannot be compressed, as when memory has run out, until `repair`. */
function createBroken() {
  const page = new KeptPage(HTML, {});
  const { html } = page;
  Object.assign(page, { html: 7 });
  return { page, repair: () => Object.assign(page, { html }) };
}

const request = (page: KeptPage, encoding: string) =>
  page.respond({ headers: new Headers({ "accept-encoding": encoding }) });

it.each(["br", "gzip"])("is compressed again as %s after a failure", async (encoding) => {
  const { page, repair } = createBroken();
  const first = await Promise.allSettled([request(page, encoding), request(page, encoding)]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  repair();
  const response = await request(page, encoding);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-encoding")).toBe(encoding);
});

it("keeps its usual copy, and the process, when it cannot be compressed further", async () => {
  const { page, repair } = createBroken();
  repair();
  const usual = Buffer.from(await (await request(page, "br")).arrayBuffer());
  Object.assign(page, { html: 7 });
  for (let hits = 0; hits < HITS; hits++) page.countHit();
  await nextTurn();
  expect(unhandled).toEqual([]);
  expect(Buffer.from(await (await request(page, "br")).arrayBuffer())).toEqual(usual);

  // The next page is still compressed.
  const other = new KeptPage(HTML, {});
  for (let hits = 0; hits < HITS; hits++) other.countHit();
  const dense = () => other.respondNow({ encoding: "br", ifNoneMatch: null })?.body ?? null;
  await expect.poll(dense).not.toBeNull();
  expect(brotliDecompressSync(dense() ?? "").toString()).toBe(HTML);
});
