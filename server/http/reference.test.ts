import { expect, it } from "vitest";
import { createReference } from "./reference.ts";

it("names each request by three groups of four letters, every letter as often as the others", () => {
  const references = Array.from({ length: 20_000 }, createReference);
  expect(new Set(references).size).toBe(references.length);
  const counts = new Map<string, number>();
  for (const reference of references) {
    expect(reference).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}(-[B-DF-HJ-NP-TV-XZ]{4}){2}$/);
    for (const letter of reference.replaceAll("-", ""))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(20);
  // 12,000 of each are expected; ten standard deviations are 1,070.
  for (const count of counts.values()) expect(Math.abs(count - 12_000)).toBeLessThan(1_070);
});
