import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  changeProductsResponseSchema,
  staffProductResponseSchema,
  undoChangesResponseSchema,
} from "#api/contract/staff/products.ts";
import { inTransaction } from "#api/db/client.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { untilWaiting } from "#tests/setup/database/until-waiting.ts";
import {
  createGroups,
  createStaff,
  type Member,
  type OfferFields,
  sendOffer,
} from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
});
afterAll(() => test.close());

const KINDS = [
  ["categories", "category", "category_id"],
  ["styles", "style", "style_id"],
] as const;
type Kind = (typeof KINDS)[number][0];

async function createGroup(kind: Kind): Promise<number> {
  const { database } = test;
  const [row] = await database<{ id: number }[]>`
    INSERT INTO ${database(kind)} (slug, names)
    VALUES (${`group-${randomUUID()}`}, ${database.json({ en: "Group" })}) RETURNING id`;
  return row?.id ?? 0;
}
const read = async (id: number) =>
  (await staff.agent.get(`/api/staff/products/${id}`)).as(staffProductResponseSchema).payload;
const change = (body: object) => staff.agent.post("/api/staff/products/changes", body);

/** Returns the form of a product, as staff see it. */
async function formOf(id: number, changes: object = {}) {
  const { category_id, style_ids, licence, offer_id: _offer, ...product } = await read(id);
  const ids = { category_id: String(category_id), style_ids: style_ids.map(String) };
  return { ...product, ...ids, licence: licence ?? "", ...changes };
}

describe.each(KINDS)("one of the %s that is deleted", (kind, action, field) => {
  it("gets no product back by undoing a bulk change; the others go back", async () => {
    const [gone, kept, target] = [
      await createGroup(kind),
      await createGroup(kind),
      await createGroup(kind),
    ];
    const [first, second] = [await createProduct(test), await createProduct(test)];
    await change({ action, ids: [String(first.id)], [field]: String(gone) });
    await change({ action, ids: [String(second.id)], [field]: String(kept) });
    const ids = [first, second].map(({ id }) => String(id));
    const { versions = [] } = (await change({ action, ids, [field]: String(target) })).as(
      changeProductsResponseSchema,
    ).payload;
    expect((await staff.agent.post(`/api/staff/${kind}/${gone}/delete`, {})).status).toBe(200);
    const products = versions.map(({ id, version }) => ({ id: String(id), version }));
    const undone = await staff.agent.post("/api/staff/products/changes/undo", { products });
    expect(undone.as(undoChangesResponseSchema).payload).toEqual({ restored: 1, skipped: 1 });
    const groupOf = async (id: number) => {
      const product = await read(id);
      return kind === "categories" ? product.category_id : product.style_ids[0];
    };
    expect([await groupOf(first.id), await groupOf(second.id)]).toEqual([target, kept]);
  });

  it("meanwhile is an error of its field for whatever is filed under it", async () => {
    const group = await createGroup(kind);
    const { styles, category } = await createGroups(test);
    const chosen =
      kind === "categories"
        ? { category_id: String(group) }
        : { style_ids: [String(group)], category_id: category };
    const offered: OfferFields =
      kind === "categories"
        ? { category_id: String(group) }
        : { "style_ids[]": [...styles, String(group)] };
    const [saved, changed] = [await createProduct(test), await createProduct(test)];
    const made = { ...(await formOf(saved.id)), slug: "", operation_id: randomUUID(), ...chosen };
    const form = await formOf(saved.id, chosen);
    const maker = await createMember(test);
    const sent = await inTransaction(test.database, async (sql) => {
      await sql`DELETE FROM ${sql(kind)} WHERE id = ${group}`;
      const responses = [
        staff.agent.post("/api/staff/products", made),
        staff.agent.put(`/api/staff/products/${saved.id}`, form),
        change({ action, ids: [String(changed.id)], [field]: String(group) }),
        sendOffer(test, maker.agent, offered),
      ];
      await untilWaiting(test.database, responses.length);
      return { responses };
    });
    const responses = await Promise.all(sent.responses);
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    const isCategory = kind === "categories";
    expect(responses.flatMap(({ invalidFields }) => invalidFields)).toEqual([
      ...(isCategory ? ["category_id", "category_id"] : ["style_ids", "style_ids"]),
      field,
      isCategory ? "category_id" : "style_ids[]",
    ]);
  });
});
