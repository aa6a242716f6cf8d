import { expect, it } from "vitest";
import {
  ACCOUNT_ATTEMPTS_WINDOW_SECONDS,
  KNOWN_NETWORK_TTL_SECONDS,
  REMEMBER_TTL_SECONDS,
  RESET_MAIL_EVERY_SECONDS,
  RESET_TTL_SECONDS,
  SESSION_ABSOLUTE_TTL_SECONDS,
  SESSION_TTL_SECONDS,
  TAKEN_EMAILS_WINDOW_SECONDS,
} from "./accounts.ts";
import { NEWSLETTER_CONFIRM_SECONDS, NEWSLETTER_MAIL_EVERY_SECONDS } from "./newsletter.ts";
import { OFFER_UPLOAD_ACCEPT, OFFER_UPLOAD_BYTES_MAX, OFFER_UPLOAD_FORMATS } from "./offers.ts";
import { TOAST_KINDS, TOAST_MS } from "./toasts.ts";
import { DOCUMENT_BYTES_MAX } from "./verification.ts";

/** Calendar arithmetic for "1 day and 1 hour" after a given moment. */
const after = (seconds: number) =>
  new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString().slice(0, 16);

it.each([
  ["a session", "2026-01-01T02:00", SESSION_TTL_SECONDS],
  ["a session that is used without a pause", "2026-01-08T00:00", SESSION_ABSOLUTE_TTL_SECONDS],
  ["a remembered session", "2027-02-05T00:00", REMEMBER_TTL_SECONDS],
  ["the count of wrong passwords", "2026-01-01T00:15", ACCOUNT_ATTEMPTS_WINDOW_SECONDS],
  ["the count of taken addresses", "2026-01-01T00:15", TAKEN_EMAILS_WINDOW_SECONDS],
  ["a known network", "2026-04-01T00:00", KNOWN_NETWORK_TTL_SECONDS],
  ["a link for a new password", "2026-01-01T01:00", RESET_TTL_SECONDS],
  [
    "the pause between mails with a link for a new password",
    "2026-01-01T00:05",
    RESET_MAIL_EVERY_SECONDS,
  ],
  ["a link of the newsletter", "2026-01-08T00:00", NEWSLETTER_CONFIRM_SECONDS],
  [
    "the pause between mails with a link of the newsletter",
    "2026-01-01T00:15",
    NEWSLETTER_MAIL_EVERY_SECONDS,
  ],
])("%s from New Year on lasts until %s", (_what, end, seconds) => {
  expect(after(seconds)).toBe(end);
});

it("files are uploaded up to 5 MB (spec §9)", () => {
  expect(OFFER_UPLOAD_BYTES_MAX).toBe(5_242_880);
  expect(DOCUMENT_BYTES_MAX).toBe(5_242_880);
});

it("the file input takes the formats that offers may have, and no other", () => {
  const formats = OFFER_UPLOAD_ACCEPT.split(",").map((type) => type.replace("image/", ""));
  expect(formats.map((format) => format.replace("jpeg", "jpg"))).toEqual([...OFFER_UPLOAD_FORMATS]);
});

it("toasts stay for 3 seconds, errors for 4 (spec §9)", () => {
  expect(TOAST_KINDS.map((kind) => [kind, TOAST_MS[kind]])).toEqual([
    ["success", 3000],
    ["info", 3000],
    ["warning", 3000],
    ["error", 4000],
  ]);
});
