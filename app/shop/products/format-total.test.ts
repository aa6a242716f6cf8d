import { expect, it } from "vitest";
import { formatTotal } from "./format-total.ts";

const english = { number: (value: number) => value.toLocaleString("en") };

it.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000+"],
  // Another API may count further.
  [1_001, "1,001"],
])("a total of %i is shown as %s", (total, text) => {
  expect(formatTotal(total, english)).toBe(text);
});
