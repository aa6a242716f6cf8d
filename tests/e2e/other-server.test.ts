import { expect, it } from "vitest";
import english from "#locales/en.json" with { type: "json" };
import { startStubbedShop } from "#tests/setup/stubbed-shop.ts";

// The shop in front of a server that lacks what our own API has besides spec §7 (docs/own-api.md).

it("breaks no screen of the staff: each says that it is not offered", async () => {
  const payload = { email: "a@b.test", balance: 0, role: "staff", staff_role: "owner" };
  const stub = await startStubbedShop((_method, path) =>
    path === "/api/user/profile"
      ? { status: 200, body: { status: "OK", payload } }
      : { status: 404, body: { message: "Not found." } },
  );
  const headers = { cookie: "shop_session=s; XSRF-TOKEN=t" };
  const read = async (path: string) => {
    const response = await fetch(stub.url + path, { headers });
    return { path, status: response.status, text: await response.text() };
  };
  const start = await read("/en/staff");
  const paths = [...start.text.matchAll(/href="(\/en\/staff\/[a-z-]+)"/g)].map(
    ([, path = ""]) => path,
  );
  expect(new Set(paths).size).toBeGreaterThan(8);
  for (const path of new Set(paths)) {
    const screen = await read(path);
    expect(screen.text, path).toContain(english["staff.not_offered"]);
    expect(screen.status, path).toBeLessThan(500);
  }
  await stub.remove();
});
