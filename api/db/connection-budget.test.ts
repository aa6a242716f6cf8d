import { expect, it } from "vitest";
import { checkConnectionBudget } from "./connection-budget.ts";

const check = (allowed: number, used: number, processes: number, each: number) =>
  checkConnectionBudget({ allowed, used }, { processes, each });

it("lets pass what fits beside what is in use", () => {
  expect(check(97, 9, 4, 22)).toEqual({ error: null, warning: null });
});

it("warns when others leave too little", () => {
  expect(check(97, 10, 4, 22)).toEqual({
    error: null,
    warning: expect.stringMatching(
      /^of the database's 97 connections 10 are in use, and 4 processes/,
    ),
  });
});

it("rejects what could never fit, even without other clients", () => {
  expect(check(20, 0, 1, 22)).toEqual({
    error: expect.stringMatching(
      /^the database allows 20 connections, and this process may need 22/,
    ),
    warning: null,
  });
});
