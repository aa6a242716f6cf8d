import { afterEach, beforeEach, expect } from "vitest";

// An error that is only printed goes unnoticed, so it fails the test that caused it.
let printed: unknown[][] = [];
const original = console.error;

beforeEach(() => {
  printed = [];
  console.error = (...args: unknown[]) => {
    printed.push(args);
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  expect(printed, "console.error was called").toEqual([]);
});
