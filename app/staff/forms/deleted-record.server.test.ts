import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { isRecordDeleted, markIfDeleted } from "./deleted-record.server.ts";

it.each([
  [404, "product_not_found", true],
  [404, "group_not_found", false],
  [409, "product_changed", false],
] as const)("a product is gone after %i %s: %s", (status, code, isGone) => {
  const context = new RouterContextProvider();
  expect(isRecordDeleted(context)).toBe(false);
  expect(markIfDeleted(context, new ApiError(status, code, null), "product_not_found")).toBe(
    isGone,
  );
  expect(isRecordDeleted(context)).toBe(isGone);
});
