import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { productsResponseSchema } from "#api/contract/catalog.ts";
import { shelvesResponseSchema } from "#api/contract/staff/shelves.ts";
import { watchPublicData } from "#api/db/public-changes.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
/** Ids by the names that the tests give them. */
const ids: Record<string, number> = {};
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
  const make = async (name: string, flags: object = {}, day = 1) => {
    const publishedAt = new Date(Date.UTC(2026, 0, day));
    ids[name] = (await createListedProduct(test, { publishedAt, ...flags })).id;
  };
  await make("old", { isHero: true, isFeatured: true }, 1);
  await make("new", { isHero: true }, 2);
  await make("fog");
  await make("sea");
  await make("sky");
});
afterAll(() => test.close());

const idsOf = (names: string[]) => names.map((name) => ids[name]);
const inShop = async (shelf: string) =>
  (await test.createAgent().get(`/api/products/${shelf}`))
    .as(productsResponseSchema)
    .data.map(({ id }) => Number(id));
const arrange = (shelf: string, names: string[], seen: string[]) =>
  staff.agent.put("/api/staff/shelves", { shelf, ids: idsOf(names), seen: idsOf(seen) });
const inDesk = async () =>
  (await staff.agent.get("/api/staff/shelves")).as(shelvesResponseSchema).payload;
const setStatus = (name: string, status: string) =>
  test.database`UPDATE products SET status = ${status} WHERE id = ${ids[name] ?? 0}`;

describe("what home shows", () => {
  it("is what was flagged until the staff chooses, then that in its order", async () => {
    expect(await inShop("hero")).toEqual(idsOf(["new", "old"]));
    expect((await inDesk()).hero.fallback.map(({ id }) => Number(id))).toEqual(
      idsOf(["new", "old"]),
    );
    expect((await arrange("hero", ["sea", "old", "fog"], [])).status).toBe(200);
    expect(await inShop("hero")).toEqual(idsOf(["sea", "old", "fog"]));
    expect(await inShop("featured")).toEqual(idsOf(["old"]));
    await arrange("hero", ["fog", "sea"], ["sea", "old", "fog"]);
    expect(await inShop("hero")).toEqual(idsOf(["fog", "sea"]));
    expect((await inDesk()).hero.chosen.map(({ id }) => Number(id))).toEqual(idsOf(["fog", "sea"]));
  });

  it("loses a product that is withdrawn, and gets it back where it was", async () => {
    await setStatus("fog", "withdrawn");
    expect(await inShop("hero")).toEqual(idsOf(["sea"]));
    const [fog] = (await inDesk()).hero.chosen;
    expect(fog).toMatchObject({ id: ids.fog, status: "withdrawn" });
    await setStatus("sea", "withdrawn");
    expect(await inShop("hero")).toEqual(idsOf(["new", "old"]));
    await setStatus("fog", "published");
    await setStatus("sea", "published");
    expect(await inShop("hero")).toEqual(idsOf(["fog", "sea"]));
  });

  it("is arranged by one of two people who saw the same, with products that are there", async () => {
    const [one, two] = await Promise.all([
      arrange("hero", ["sea"], ["fog", "sea"]),
      arrange("hero", ["fog"], ["fog", "sea"]),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const seen = one.status === 200 ? ["sea"] : ["fog"];
    const late = await arrange("hero", ["sky"], ["fog", "sea"]);
    expect(late.error.code).toBe("shelf_changed");
    const body = { shelf: "hero", ids: [999_999], seen: idsOf(seen) };
    const missing = await staff.agent.put("/api/staff/shelves", body);
    expect(missing.invalidFields).toEqual(["ids"]);
    expect((await arrange("hero", ["sky", "sky"], seen)).status).toBe(422);
    const [logged] = await test.database`
      SELECT after FROM audit_log WHERE action = 'shelf.arrange' ORDER BY id DESC LIMIT 1`;
    expect(logged?.after).toEqual({ products: idsOf(seen) });
  });

  it("is reported to every process, so that each drops its pages", async () => {
    const reported: (string | null)[] = [];
    const listen = () =>
      watchPublicData(
        test.connection,
        { onChange: (table) => void reported.push(table), onLost: () => {} },
        { warn: () => {} },
      );
    const processes = [listen(), listen()];
    await vi.waitFor(() => expect(reported).toEqual([null, null]), { timeout: 90_000 });
    await arrange("featured", ["sky"], []);
    await expect.poll(() => reported).toEqual([null, null, "products", "products"]);
    await Promise.all(processes.map((one) => one.stop()));
  });
});
