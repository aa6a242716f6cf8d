import { expect, it } from "vitest";
import { toChanges } from "./audit.server.ts";

it.each([
  ["one value", "open", "closed", [["", "open", "closed"]]],
  ["fields", { a: 1, b: "x" }, { a: 2, b: "x" }, [["a", "1", "2"]]],
  ["what is new", null, { a: 1, b: null }, [["a", null, "1"]]],
  [
    "values within values",
    { titles: { de: "A" } },
    { titles: { de: "B" } },
    [["titles.de", "A", "B"]],
  ],
  [
    "a list",
    null,
    [
      { amount: "8.80", refund: 2 },
      { amount: "1.00", refund: 3 },
    ],
    [
      ["amount", null, "8.80"],
      ["refund", null, "2"],
      ["2.amount", null, "1.00"],
      ["2.refund", null, "3"],
    ],
  ],
])("the changes of %s are texts by field", (_name, before, after, expected) => {
  const changes = toChanges(before, after);
  expect(changes.map(({ field, from, to }) => [field, from, to])).toEqual(expected);
});
