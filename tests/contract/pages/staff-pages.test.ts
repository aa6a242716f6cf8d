import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { staticPageResponseSchema } from "#api/contract/pages.ts";
import {
  pagePreviewResponseSchema,
  pageVersionResponseSchema,
  staffPageResponseSchema,
  staffPagesResponseSchema,
} from "#api/contract/staff/pages.ts";
import { loadStaticPages } from "#api/pages/pages.service.ts";
import { PAGE_DEPTH_MAX } from "#domain/pages.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database`TRUNCATE static_pages CASCADE`;
  await loadStaticPages(test.deps);
});

const PATH = "/api/staff/pages/terms/de";
const read = async (path = PATH) =>
  (await staff.agent.get(path)).as(staffPageResponseSchema).payload;
const save = (version: number, changes: object = {}, path = PATH) =>
  staff.agent.put(path, { version, title: "Unsere AGB", content: "<p>Neu</p>", ...changes });
const shown = async (slug = "terms", locale = "de") => {
  const response = await test
    .createAgent({ locale })
    .get(`/api/static-pages/${slug}`, { isStateful: false });
  return response.status === 200 ? response.as(staticPageResponseSchema).payload : null;
};

describe("a static page in the desk", () => {
  it("is shown as it was saved, and a release leaves it alone", async () => {
    const { version, isOwn, title } = await readView();
    expect(isOwn).toBe(false);
    expect((await save(version)).status).toBe(200);
    await loadStaticPages(test.deps);
    expect(await shown()).toMatchObject({ title: "Unsere AGB", content: "<p>Neu</p>" });
    const page = await read();
    expect(page.versions.map((one) => [one.title, one.author])).toEqual([
      ["Unsere AGB", staff.email],
      [title, null],
    ]);
    const [first] = page.versions.slice(-1);
    const earlier = await staff.agent.get(`${PATH}/versions/${first?.id}`);
    expect(earlier.as(pageVersionResponseSchema).payload.title).toBe(title);
    const elsewhere = `/api/staff/pages/privacy/de/versions/${first?.id}`;
    expect((await staff.agent.get(elsewhere)).status).toBe(404);
  });

  const readView = async () => {
    const page = await read();
    return { version: page.version, isOwn: page.is_own, title: page.title };
  };

  it("is not written over by somebody who has not seen the latest text", async () => {
    const { version } = await read();
    expect((await save(version)).status).toBe(200);
    const late = await save(version, { content: "<p>Late</p>" });
    expect(late.rejection).toEqual([409, "page_changed"]);
    expect((await shown())?.content).toBe("<p>Neu</p>");
  });

  it("goes back to the shipped text, which the next release keeps up to date", async () => {
    const before = await shown();
    await save((await read()).version);
    const { version } = await read();
    expect((await staff.agent.post(`${PATH}/reset`, { version })).status).toBe(200);
    expect(await shown()).toEqual(before);
    expect(await read()).toMatchObject({ is_own: false });
    expect((await read()).versions).toHaveLength(3);
  });

  it("that is new is seen once it has a text", async () => {
    const create = (slug: string) => staff.agent.post("/api/staff/pages", { slug });
    expect((await create("guarantee")).status).toBe(200);
    expect(await shown("guarantee", "en")).toBeNull();
    for (const slug of ["guarantee", "Guarantee", "a--b", "../x", ""]) {
      expect([slug, (await create(slug)).status]).toEqual([slug, 422]);
    }
    const path = "/api/staff/pages/guarantee/en";
    expect(await read(path)).toMatchObject({ version: 0, is_shipped: false, versions: [] });
    expect((await save(0, { title: "Guarantee" }, path)).status).toBe(200);
    expect((await save(0, { title: "Again" }, path)).status).toBe(409);
    expect(await shown("guarantee", "en")).toMatchObject({ title: "Guarantee" });
    const list = (await staff.agent.get("/api/staff/pages")).as(staffPagesResponseSchema).payload;
    expect(list.at(-1)).toEqual({
      slug: "guarantee",
      title: "Guarantee",
      texts: [{ locale: "en", is_own: true }],
    });
    expect((await staff.agent.post(`${path}/reset`, { version: 1 })).status).toBe(404);
  });

  it("is previewed with the company's data as text, and nothing is saved", async () => {
    await test.database`UPDATE settings SET company_name = '<b>Us</b>'`;
    const before = await read();
    const response = await staff.agent.post("/api/staff/pages/preview", {
      content: "<p>{{company_name}} {{typo}}</p>",
    });
    expect(response.as(pagePreviewResponseSchema).payload.content).toBe(
      "<p>&lt;b&gt;Us&lt;/b&gt; {{typo}}</p>",
    );
    expect(await read()).toEqual(before);
  });

  it.each([
    ["blocks", "<div>", 15_000],
    ["open ends", "<b>", 2_500],
    ["little more than a page needs", "<div>", PAGE_DEPTH_MAX + 1],
  ])("is not nested deeply: %s", async (_, tag, count) => {
    const before = await shown();
    const { version } = await read();
    const response = await save(version, { content: `${tag.repeat(count)}text` });
    expect(response.status).toBe(422);
    expect(response.error.error_codes).toMatchObject({
      content: [{ code: "body_too_deep" }],
    });
    expect(await shown()).toEqual(before);
  });

  it("has a title and a text in a language that is offered", async () => {
    const { version } = await read();
    expect((await save(version, { title: " " })).status).toBe(422);
    expect((await save(version, { content: "" })).status).toBe(422);
    expect((await save(0, {}, "/api/staff/pages/terms/xx")).status).toBe(404);
    expect((await save(0, {}, "/api/staff/pages/nothing/de")).status).toBe(404);
  });
});
