import { expect, it } from "vitest";
import { listSources } from "#tests/setup/repository/sources.ts";
import { staffPath } from "./staff-path.ts";

it("the path of a record is one below its list, whatever its id is", () => {
  expect(staffPath("orders", "7")).toBe("/staff/orders/7");
  expect(staffPath("payouts/statements", "../7?a#b")).toBe(
    "/staff/payouts/statements/..%2F7%3Fa%23b",
  );
});

it("no screen of the staff writes an id into a path as it is", () => {
  const raw = /`\/staff\/[^`?]*\/\$\{(?!encodeURIComponent\()/;
  const sources = listSources("app/staff").filter(({ path }) => !path.includes(".test."));
  const broken = sources.filter(({ text }) => raw.test(text)).map(({ path }) => path);
  expect(sources.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});
