import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { categoriesResponseSchema, stylesResponseSchema } from "#api/contract/catalog.ts";
import {
  groupHistoryResponseSchema,
  staffGroupResponseSchema,
  staffGroupsResponseSchema,
} from "#api/contract/staff/groups.ts";
import { createMember } from "#tests/factories.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createStaff, type Member, offerOf, sendOffer } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
});
afterAll(() => test.close());

const fill = (en: string, changes: object = {}) => ({
  slug: "",
  position: 5,
  names: { en, de: "" },
  picture: null,
  ...changes,
});
const create = async (kind: string, en: string, changes: object = {}) => {
  const response = await staff.agent.post(`/api/staff/${kind}`, fill(en, changes));
  return response.as(staffGroupResponseSchema).payload;
};
const list = async (kind: string) =>
  (await staff.agent.get(`/api/staff/${kind}`)).as(staffGroupsResponseSchema).payload;
const remove = (kind: string, id: unknown, moveTo?: unknown) =>
  staff.agent.post(
    `/api/staff/${kind}/${id}/delete`,
    moveTo === undefined ? {} : { move_to: moveTo },
  );
const inShop = async () =>
  (await test.createAgent().get("/api/categories"))
    .as(categoriesResponseSchema)
    .data.map(({ url }) => url);

describe("categories and styles of the desk", () => {
  it("are shown by the shop at once, in their order", async () => {
    const sea = await create("categories", "The Sea");
    const sky = await create("categories", "Sky", { position: 1 });
    expect(sea).toMatchObject({ slug: "the-sea", names: { en: "The Sea" } });
    expect(await inShop()).toEqual(["sky", "the-sea"]);
    const changes = fill("Heaven", { position: 9, slug: sky.slug });
    const seen = { ...changes, version: sky.version };
    await staff.agent.put(`/api/staff/categories/${sky.id}`, seen);
    expect(await inShop()).toEqual(["the-sea", "sky"]);
    const actions = await test.database`
      SELECT action FROM audit_log WHERE subject_kind = 'category' ORDER BY id`;
    expect(actions.map(({ action }) => action)).toEqual([
      "category.create",
      "category.create",
      "category.update",
    ]);
  });

  it("are written once by two people who have seen the same version", async () => {
    const { id, version } = await create("styles", "Etching");
    const put = (en: string, seen: number) =>
      staff.agent.put(`/api/staff/styles/${id}`, {
        ...fill(en, { slug: "etching" }),
        version: seen,
      });
    expect((await put("Etching, dark", version)).status).toBe(200);
    const late = (await put("Etching, light", version)).error;
    expect(late).toMatchObject({ code: "group_changed", details: { version: version + 1 } });
    const history = (await staff.agent.get(`/api/staff/styles/${id}/history`)).as(
      groupHistoryResponseSchema,
    ).payload;
    expect(history[0]?.changes).toEqual([
      { field: "names.en", before: "Etching", after: "Etching, dark" },
    ]);
    expect((await put("Etching, light", version + 1)).as(staffGroupResponseSchema).payload).toEqual(
      expect.objectContaining({ names: { en: "Etching, light" }, version: version + 2 }),
    );
  });

  it("need an English name and a slug of their own", async () => {
    await create("styles", "Linocut");
    const post = async (body: object) =>
      (await staff.agent.post("/api/staff/styles", body)).error.errors;
    expect(Object.keys((await post(fill(""))) ?? {})).toEqual(["names.en"]);
    expect(Object.keys((await post(fill("Linocut"))) ?? {})).toEqual(["slug"]);
    expect(Object.keys((await post(fill("منارة"))) ?? {})).toEqual(["slug"]);
    expect((await remove("styles", 999_999)).error.code).toBe("group_not_found");
  });

  it("say which kind of group has the address already", async () => {
    for (const [kind, text] of [
      ["categories", "Another category has this address."],
      ["styles", "Another style has this address."],
    ] as const) {
      const taken = await create(kind, "Fresco");
      const { id, version } = await create(kind, "Mosaic");
      const changes = { ...fill("Mosaic", { slug: taken.slug }), version };
      for (const response of [
        await staff.agent.post(`/api/staff/${kind}`, fill("Fresco")),
        await staff.agent.put(`/api/staff/${kind}/${id}`, changes),
      ]) {
        expect(response.error.errors).toEqual({ slug: [text] });
      }
    }
  });

  it("count their products, also those that are not for sale", async () => {
    await create("categories", "Counted");
    const styles = ["counted-one", "counted-two"];
    for (const style of styles) await create("styles", style);
    const group = { category: "counted", styles };
    const [sold, draft] = [
      await createListedProduct(test, group),
      await createListedProduct(test, group),
    ];
    await test.database`UPDATE products SET status = 'draft' WHERE id = ${draft.id}`;
    await test.database`DELETE FROM product_styles WHERE product_id = ${sold.id} AND position = 1`;
    const counted = async (kind: string) =>
      (await list(kind))
        .filter(({ slug }) => slug.startsWith("counted"))
        .map((one) => [one.slug, one.products_count]);
    expect(await counted("categories")).toEqual([["counted", 2]]);
    expect(await counted("styles")).toEqual([
      ["counted-one", 2],
      ["counted-two", 1],
    ]);
  });

  it("ask where their products and offers go before they are deleted", async () => {
    const maker = await createMember(test);
    offerOf(await sendOffer(test, maker.agent));
    await createListedProduct(test, { category: "landscapes", styles: ["nebula", "bauhaus"] });
    const idOf = async (kind: string, slug: string) =>
      (await list(kind)).find((one) => one.slug === slug)?.id;
    const [from, to] = [await idOf("categories", "landscapes"), await idOf("categories", "sky")];
    for (const moveTo of [undefined, from, 999_999]) {
      const response = await remove("categories", from, moveTo);
      expect(response.invalidFields).toEqual(["move_to"]);
    }
    expect(await idOf("categories", "landscapes")).toBe(from);
    expect((await remove("categories", from, to)).status).toBe(200);
    expect((await list("categories")).find(({ id }) => id === to)?.products_count).toBe(1);

    const [nebula, bauhaus] = [await idOf("styles", "nebula"), await idOf("styles", "bauhaus")];
    expect((await remove("styles", nebula, bauhaus)).status).toBe(200);
    const { data } = (await test.createAgent().get("/api/styles")).as(stylesResponseSchema);
    expect(data.find(({ id }) => id === bauhaus)?.products_count).toBe(1);
    const counts = await test.database`
      SELECT (SELECT count(*)::int FROM offer_styles WHERE style_id = ${Number(bauhaus)}) AS offers,
        (SELECT count(*)::int FROM product_styles WHERE style_id = ${Number(bauhaus)}) AS products`;
    expect(counts).toEqual([{ offers: 1, products: 1 }]);
  });

  it("go at once when nothing is filed under them", async () => {
    const { id } = await create("styles", "Unused");
    expect((await remove("styles", id)).status).toBe(200);
  });

  it.each([
    "categories",
    "styles",
  ])("that are renamed or merged keep the links of %s", async (kind) => {
    const formerOf = async (id: unknown) => {
      const { data } = (await test.createAgent().get(`/api/${kind}`)).as(categoriesResponseSchema);
      return data.find((one) => String(one.id) === String(id))?.former_urls;
    };
    const rename = ({ id, version }: { id: unknown; version: number }, slug: string) =>
      staff.agent.put(`/api/staff/${kind}/${id}`, { ...fill("Now", { slug }), version });
    const old = await create(kind, "Before");
    expect((await rename(old, "now")).status).toBe(200);
    expect(await formerOf(old.id)).toEqual(["before"]);
    const target = await create(kind, "Merged");
    expect((await remove(kind, old.id, target.id)).status).toBe(200);
    expect(await formerOf(target.id)).toEqual(["before", "now"]);
    expect((await remove(kind, target.id)).status).toBe(200);
  });
});
