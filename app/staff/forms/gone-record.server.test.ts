import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { noteGone, wasGone } from "./gone-record.server.ts";

it.each([
  [404, true],
  [409, false],
  [422, false],
] as const)("a record is gone after %i: %s", (status, isGone) => {
  const context = new RouterContextProvider();
  expect(wasGone(context)).toBe(false);
  expect(noteGone(context, new ApiError(status, "a_code", null))).toBe(isGone);
  expect(wasGone(context)).toBe(isGone);
});
