import { expect, it } from "vitest";
import { putFirst } from "./put-first.ts";

const prompt = (id: string, isOpen = true) => ({ id, isOpen });
const PROMPTS = [prompt("locked", false), prompt("a"), prompt("b")];

const idsOf = (prompts: { id: string }[]) => prompts.map(({ id }) => id);

it("selects the latest open order, not a locked one above it", () => {
  expect(idsOf(putFirst(PROMPTS, null))).toEqual(["a", "locked", "b"]);
});

it("selects the requested one, locked or of another page", () => {
  expect(idsOf(putFirst(PROMPTS, prompt("locked", false)))).toEqual(["locked", "a", "b"]);
  expect(idsOf(putFirst(PROMPTS, prompt("older")))).toEqual(["older", "locked", "a", "b"]);
});

it("keeps the order when all are locked", () => {
  const locked = [prompt("x", false), prompt("y", false)];
  expect(idsOf(putFirst(locked, null))).toEqual(["x", "y"]);
});
