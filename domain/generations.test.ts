import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  GENERATION_ATTEMPTS_MAX,
  GENERATION_STATES,
  GENERATIONS_KEPT_DAYS,
  generationsFinishedBefore,
  isFinalState,
  nextAttemptAt,
} from "./generations.ts";

const now = new Date("2026-11-23T10:00:00Z");
const expiresAt = new Date("2026-11-23T10:20:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);

describe("another attempt at a picture", () => {
  it("comes after a pause that doubles, three attempts in all", () => {
    expect(nextAttemptAt({ attempts: 1, now, expiresAt })).toEqual(later(2_000));
    expect(nextAttemptAt({ attempts: 2, now, expiresAt })).toEqual(later(4_000));
    expect(nextAttemptAt({ attempts: GENERATION_ATTEMPTS_MAX, now, expiresAt })).toBeNull();
  });

  it("waits as long as the server asks for, but not beyond the picture's own time", () => {
    const ask = (retryAfterMs: number) =>
      nextAttemptAt({ attempts: 1, now, expiresAt, retryAfterMs });
    expect(ask(0)).toEqual(now);
    expect(ask(1_199_999)).toEqual(later(1_199_999));
    expect(ask(1_200_000)).toBeNull();
  });

  it("is never in the past and never after the end", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.option(fc.nat(), { nil: undefined }), (attempts, retryAfterMs) => {
        const at = nextAttemptAt({ attempts: attempts + 1, now, expiresAt, retryAfterMs });
        expect(at === null || (at >= now && at < expiresAt)).toBe(true);
      }),
    );
  });
});

it("three states are final", () => {
  expect(GENERATION_STATES.filter(isFinalState)).toEqual(["done", "failed", "cancelled"]);
});

it("pictures are kept for thirty days", () => {
  expect(generationsFinishedBefore(now)).toEqual(new Date("2026-10-24T10:00:00Z"));
  expect(GENERATIONS_KEPT_DAYS).toBe(30);
});
