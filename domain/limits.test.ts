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
import { OFFER_UPLOAD_ACCEPT, OFFER_UPLOAD_BYTES_MAX, OFFER_UPLOAD_FORMATS } from "./offers.ts";
import { NEWSLETTER_CONFIRM_SECONDS, NEWSLETTER_MAIL_EVERY_SECONDS } from "./site.ts";
import { TOAST_KINDS, TOAST_MS } from "./toasts.ts";
import { DOCUMENT_BYTES_MAX } from "./verification.ts";

/** Calendar arithmetic for "1 day and 1 hour" from a given moment. */
const after = (seconds: number) =>
  new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString().slice(0, 16);

it.each([
  ["a session", SESSION_TTL_SECONDS, "2026-01-01T02:00"],
  ["a session that is used without a pause", SESSION_ABSOLUTE_TTL_SECONDS, "2026-01-08T00:00"],
  ["a remembered session", REMEMBER_TTL_SECONDS, "2027-02-05T00:00"],
  ["the count of wrong passwords", ACCOUNT_ATTEMPTS_WINDOW_SECONDS, "2026-01-01T00:15"],
  ["the count of taken addresses", TAKEN_EMAILS_WINDOW_SECONDS, "2026-01-01T00:15"],
  ["a known network", KNOWN_NETWORK_TTL_SECONDS, "2026-04-01T00:00"],
  ["a link for a new password", RESET_TTL_SECONDS, "2026-01-01T01:00"],
  ["the pause between mails with such links", RESET_MAIL_EVERY_SECONDS, "2026-01-01T00:05"],
  ["a link of the newsletter", NEWSLETTER_CONFIRM_SECONDS, "2026-01-08T00:00"],
  ["the pause between mails with such links", NEWSLETTER_MAIL_EVERY_SECONDS, "2026-01-01T00:15"],
])("%s from New Year on lasts until %3$s", (_what, seconds, end) => {
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
