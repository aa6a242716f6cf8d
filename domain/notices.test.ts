import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  awaitsDecision,
  COMPLAINT_DAYS,
  decisionsFor,
  mayComplain,
  NOTICE_STATUSES,
  statusAfterDecision,
} from "./notices.ts";

const DAY_MS = 86_400_000;
const decidedAt = new Date("2026-11-22T12:00:00Z");
const later = (days: number) => new Date(decidedAt.getTime() + days * DAY_MS);

describe("a complaint (Art. 20)", () => {
  it("is possible for six months", () => {
    expect(mayComplain({ status: "decided", decidedAt }, later(COMPLAINT_DAYS))).toBe(true);
    expect(mayComplain({ status: "decided", decidedAt }, later(COMPLAINT_DAYS + 1))).toBe(false);
  });

  it.each(["open", "reopened", "final"] as const)("is not about a notice that is %s", (status) => {
    expect(mayComplain({ status, decidedAt }, decidedAt)).toBe(false);
  });
});

describe("a notice", () => {
  it("is decided twice at most, whatever happens in between", () => {
    const events = fc.array(fc.constantFrom("decide", "complain"), { maxLength: 12 });
    fc.assert(
      fc.property(events, (steps) => {
        let status: (typeof NOTICE_STATUSES)[number] = "open";
        let decisions = 0;
        for (const step of steps) {
          if (step === "complain" && mayComplain({ status, decidedAt }, decidedAt)) {
            status = "reopened";
          }
          const next: (typeof NOTICE_STATUSES)[number] | null =
            step === "decide" ? statusAfterDecision(status) : null;
          if (next) [status, decisions] = [next, decisions + 1];
        }
        expect(decisions).toBeLessThanOrEqual(2);
        expect(status === "final").toBe(decisions === 2);
      }),
    );
  });

  it("awaits a decision until it is decided, and again after a complaint", () => {
    expect(NOTICE_STATUSES.filter(awaitsDecision)).toEqual(["open", "reopened"]);
  });

  it("restores only what is withdrawn, and withdraws only what is there", () => {
    expect(decisionsFor({ status: "withdrawn" })).toContain("restored");
    expect(decisionsFor({ status: "published" })).toEqual(["no_action", "changed", "withdrawn"]);
    expect(decisionsFor(null)).toEqual(["no_action", "changed"]);
  });
});
