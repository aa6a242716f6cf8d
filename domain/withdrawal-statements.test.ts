import { expect, it } from "vitest";
import { isOrderNumber } from "./withdrawal-statements.ts";

it.each([
  ..."17|No. 17|#17|0017|17.|17...|Nº 17| 17 ".split("|"),
  `${"x".repeat(20)}17`,
])("takes %j for an order number", (text) => {
  expect(isOrderNumber(text)).toBe(true);
});

it.each([
  ..."17....|1 7|17a17|١٧|order 17 of May|Order 17, the lighthouse|1234567890123456|".split("|"),
  `${"x".repeat(21)}17`,
])("takes %j for a description", (text) => {
  expect(isOrderNumber(text)).toBe(false);
});
