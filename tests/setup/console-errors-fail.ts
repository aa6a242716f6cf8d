import { afterEach, beforeEach, expect } from "vitest";

// An error that is only printed is a defect that nobody reads: it fails the test that caused it.
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
