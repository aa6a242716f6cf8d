import { describe, expect, it } from "vitest";
import { EMAIL_LINK_MAIL_EVERY_SECONDS } from "#domain/accounts.ts";
import { secondsToWait } from "./email-link-mails.ts";

describe("the wait for the next link", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const mailed = (seconds: number) => secondsToWait(new Date(now.getTime() + seconds * 1000), now);

  it("is what is left of the interval", () => {
    expect(mailed(0)).toBe(EMAIL_LINK_MAIL_EVERY_SECONDS);
    expect(mailed(-20)).toBe(EMAIL_LINK_MAIL_EVERY_SECONDS - 20);
    expect(mailed(-EMAIL_LINK_MAIL_EVERY_SECONDS)).toBe(0);
  });

  it("is never longer than the interval, and none once the clock was set back by a day", () => {
    expect(mailed(1)).toBeLessThanOrEqual(EMAIL_LINK_MAIL_EVERY_SECONDS);
    expect(mailed(24 * 60 * 60)).toBe(0);
  });
});
