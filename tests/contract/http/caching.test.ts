import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProduct } from "#tests/factories.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { collectGarbage } from "#tests/setup/collect-garbage.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  await createProduct(test);
});
afterAll(() => test.close());

const PUBLIC = [
  "/api/settings",
  "/api/languages",
  "/api/products",
  "/api/styles",
  "/api/countries",
];
const read = (path: string, headers: Record<string, string> = {}) =>
  test.api.fetch(new Request(TEST_APP_URL + path, { headers }));

describe("a response that is the same for everybody", () => {
  it.each(PUBLIC)("has its body however late it is read: %s", async (path) => {
    const body = await (await read(path)).text();
    expect(body).toMatch(/^\{"\w+":/);
    const responses = [];
    for (let each = 0; each < 5; each++) responses.push(await read(path));
    await collectGarbage();
    for (const response of responses) expect(await response.text()).toBe(body);
  });

  it.each(PUBLIC)("is tagged by its bytes, and 304 to who has them: %s", async (path) => {
    const first = await read(path);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{22,}"$/);
    expect((await read(path)).headers.get("etag")).toBe(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await read(path, { "if-none-match": known });
      expect([again.status, await again.text()], known).toEqual([304, ""]);
      expect(again.headers.get("etag"), known).toBe(tag);
      expect(again.headers.get("cache-control")).toBe(first.headers.get("cache-control"));
    }
    const other = await read(path, { "if-none-match": '"other"' });
    expect(other.status).toBe(200);
    expect(await other.text()).toBe(await first.text());
  });
});
