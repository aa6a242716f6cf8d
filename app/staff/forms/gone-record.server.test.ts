import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { noteGone, wasGone } from "./gone-record.server.ts";

it.each([
  [404, "product_not_found", true],
  [404, "group_not_found", false],
  [409, "product_changed", false],
] as const)("a product is gone after %i %s: %s", (status, code, isGone) => {
  const context = new RouterContextProvider();
  expect(wasGone(context)).toBe(false);
  expect(noteGone(context, new ApiError(status, code, null), "product_not_found")).toBe(isGone);
  expect(wasGone(context)).toBe(isGone);
});
