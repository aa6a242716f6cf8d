import { expect, it } from "vitest";
import { explain } from "#api/db/embedded-server/errors.ts";
import { describeError } from "./run-command.ts";

/** Like the system's error of an open file: without a path. */
const full = () =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });

it("shows a sentence for what the embedded database could not do, and not where", () => {
  expect(describeError(explain(full(), "/data"))).toBe(
    "The disk that holds /data is full: free some space and start again.",
  );
});

it("shows a command's own error as it is, and the place of any other", () => {
  class OwnError extends Error {}
  expect(describeError(new OwnError("no such member"), [OwnError])).toBe("no such member");
  expect(describeError(new OwnError("a fault"))).toMatch(/^Error: a fault\n +at /);
});
