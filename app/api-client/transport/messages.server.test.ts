import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ERRORS, isMessageCode, paramNamesOf } from "#domain/messages.ts";
import { toApiError } from "./api-error.server.ts";
import { readFieldMessages, readMessage } from "./messages.server.ts";

const errorOf = (status: number, body: unknown) => toApiError(status, body, new Headers());

describe("a server's message", () => {
  it("is ours where a code of ours comes with it", () => {
    const body = { status: "ERROR", message: "Our price…", code: "offer_changed" };
    expect(errorOf(409, body)).toMatchObject({
      code: "offer_changed",
      reason: { code: "offer_changed" },
    });
    const noRoute = { message: "…", code: "route_not_found", params: { path: "a", more: "b" } };
    expect(readMessage(noRoute)).toEqual({ code: "route_not_found", params: { path: "a" } });
  });

  it.each([
    ["a code that we do not know", { message: "Zu spät.", code: "too_late" }],
    ["a code of every object", { message: "Zu spät.", code: "constructor" }],
    ["a code without its values", { message: "Zu spät.", code: "text_too_long" }],
    ["values that are none", { message: "Zu spät.", code: "text_too_long", params: { max: {} } }],
    ["no code", { message: " Zu spät. " }],
    ["a text in its payload", { message: "OK", payload: { message: "Zu spät." } }],
  ])("with %s is shown as it is", (_what, body) => {
    expect(readMessage(body)).toEqual({ text: "Zu spät." });
  });

  it.each([
    ["Invalid order ID", "order_not_found"],
    ["failed-to-purchase-prompt", "purchase_failed"],
    ["failed-to-generate-image", "generation_failed"],
    ["These credentials do not match our records.", "credentials_invalid"],
    ["Your email address is not verified.", "email_unverified"],
    ["Payment failed", "payment_failed"],
    ["Validation failed", "deposit_validation_failed"],
    ["Validation error.", "validation_failed"],
    ["Failed to fetch offers", "offers_fetch_rejected"],
    ["Item removed from wishlist", "wishlist_item_removed"],
    ["Unauthenticated.", "unauthenticated"],
    ["Too Many Attempts.", "too_many_attempts"],
    ["CSRF token mismatch.", "csrf_mismatch"],
    ["The verification link is invalid or has expired.", "email_link_invalid"],
    ["Invalid signature.", "email_link_invalid"],
  ])("that servers have in common has its code: %s", (message, code) => {
    expect(readMessage({ message })).toEqual({ code });
  });

  it.each([
    [{ errors: ["First problem", "Second problem"] }, "First problem"],
    [{ message: "Invalid.", errors: ["First problem"] }, "First problem"],
    [{ errors: "First problem" }, "First problem"],
    [{ errors: [{ message: "First problem" }] }, "First problem"],
    [{ message: "Invalid.", errors: [7, null, " "] }, "Invalid."],
  ])("is the first of a list of errors (spec §8): %j", (body, text) => {
    expect(errorOf(422, body)).toMatchObject({ reason: { text }, fields: {} });
  });

  it.each([
    [{ error: "Not enough credits." }, { text: "Not enough credits." }],
    [{ error: { message: "Not enough credits." } }, { text: "Not enough credits." }],
    [{ error: { code: 402, message: "Not enough credits." } }, { text: "Not enough credits." }],
    [{ message: null, error: "Not enough credits." }, { text: "Not enough credits." }],
    [{ message: "The first.", error: "Not enough credits." }, { text: "The first." }],
    [{ error: { message: "…", code: "offer_changed" } }, { code: "offer_changed" }],
    [{ error: "failed-to-purchase-prompt" }, { code: "purchase_failed" }],
  ])("is in `error`, as a text or an object, if there is no `message`: %j", (body, message) => {
    expect(errorOf(422, body).reason).toEqual(message);
  });

  it.each([
    { error: "Bad Request", statusCode: 400 },
    { error: "invalid_grant" },
    { error: true },
    { error: { message: " " } },
    { error: { message: "Unprocessable Entity" } },
    { error: ["Not enough credits."] },
  ])("is no name of a status or of an error: %j", (body) => {
    expect(errorOf(422, body).reason).toBeNull();
  });

  it("of a 401 or 403 in `error` decides what it means as well", () => {
    const body = { error: "Your email address is not verified." };
    expect(errorOf(403, body).code).toBe("email_unverified");
  });

  it("is no other sentence of ours: it may mean something else there", () => {
    expect(readMessage({ message: "Email is required" })).toEqual({ text: "Email is required" });
  });

  it.each([
    null,
    {},
    { message: null },
    { message: ["Done."] },
    { message: " " },
    [],
    "text",
  ])("is none in %j", (body) => {
    expect(readMessage(body)).toBeNull();
  });

  it("is never more than a text or a code with all of its values", () => {
    const odd = fc.oneof(fc.anything(), fc.constantFrom(...Object.keys(ERRORS), "text_too_long"));
    const params = fc.dictionary(fc.constantFrom("max", "path", "x"), fc.anything());
    fc.assert(
      fc.property(fc.record({ message: odd, code: odd, params, payload: odd }), (body) => {
        const message = readMessage(body);
        if (message === null) return;
        if ("text" in message) {
          expect(message.text.length).toBeLessThanOrEqual(500);
          return;
        }
        expect(isMessageCode(message.code)).toBe(true);
        expect(Object.keys(message.params ?? {})).toEqual(paramNamesOf(message.code));
      }),
    );
  });
});

describe("a server's messages of fields", () => {
  it("have the codes beside them, in their order", () => {
    const body = {
      errors: { title: ["At most 3 characters.", "Nein."], price: "Teuer.", media: [7, null] },
      error_codes: { title: [{ code: "text_too_long", params: { max: 3 } }], price: "x" },
    };
    expect(readFieldMessages(body)).toEqual({
      title: [{ code: "text_too_long", params: { max: 3 } }, { text: "Nein." }],
      price: [{ text: "Teuer." }],
      media: [],
    });
  });

  it("are the reason of an error whose message only counts them", () => {
    const body = {
      message: "Email is required (and 1 more error)",
      code: "validation_failed",
      errors: { email: ["Email is required"], password: ["Password is required"] },
      error_codes: {
        email: [{ code: "email_required" }],
        password: [{ code: "password_required" }],
      },
    };
    expect(errorOf(422, body).reason).toEqual({ code: "email_required" });
    const foreign = { message: "Le champ e-mail…", errors: { email: ["Le champ e-mail…"] } };
    expect(errorOf(422, foreign)).toMatchObject({
      code: "validation_failed",
      reason: { text: "Le champ e-mail…" },
      fields: { email: [{ text: "Le champ e-mail…" }] },
    });
  });

  it("are the reason of an error whose message says nothing", () => {
    const message = "The given data was invalid.";
    const body = { message, errors: { list: [], email: ["Already on the list."] } };
    expect(errorOf(422, body).reason).toEqual({ text: "Already on the list." });
    expect(errorOf(422, { message, errors: { email: [] } }).reason).toEqual({ text: message });
  });

  it("are none where there are none", () => {
    for (const body of [null, {}, { errors: [] }, { errors: "no" }, { errors: null }]) {
      expect(readFieldMessages(body)).toEqual({});
    }
  });
});

describe("an error without a message", () => {
  it("has no reason, and the code of its status", () => {
    expect(errorOf(429, null)).toMatchObject({ code: "too_many_attempts", reason: null });
    expect(errorOf(418, {})).toMatchObject({ code: "rejected", reason: null });
  });

  it.each([
    ["42", 1],
    ["61", 2],
    ["999999", 60],
  ])("of 429 says how long to wait, whatever its text: %s seconds", (seconds, minutes) => {
    const headers = new Headers({ "retry-after": seconds });
    const { reason } = toApiError(429, { message: "Too Many Attempts." }, headers);
    expect(reason).toEqual({ code: "too_many_attempts_wait", params: { minutes } });
  });

  it("of 429 stays the server's own where it has a code or names no time", () => {
    const named = new Headers({ "retry-after": "42" });
    const own = toApiError(429, { message: "x", code: "too_many_attempts" }, named);
    expect(own.reason).toEqual({ code: "too_many_attempts" });
    for (const odd of ["soon", "0", "-5", ""]) {
      const { reason, retryAfterSeconds } = toApiError(
        429,
        { message: "Slow down." },
        new Headers({ "retry-after": odd }),
      );
      expect([reason, retryAfterSeconds]).toEqual([{ text: "Slow down." }, null]);
    }
  });

  it.each([
    [405, "The PUT method is not supported for route api/user/profile."],
    [404, "The route api/user/change-password could not be found."],
  ])("of %i shows nothing of what a framework says of a call that it lacks", (status, message) => {
    expect(errorOf(status, { message }).reason).toBeNull();
  });

  it("of 404 says what the server says of a record", () => {
    const { reason } = errorOf(404, { message: "This offer could not be found." });
    expect(reason).toEqual({ text: "This offer could not be found." });
  });

  it("of 5xx shows nothing of what the server says", () => {
    const error = errorOf(500, { message: "SQLSTATE[42S02]", code: "not_found" });
    expect(error.reason).toEqual({ code: "server_failed" });
  });

  it("is a 403 for an unverified address, from any server (spec §8)", () => {
    const body = { message: "Your email address is not verified." };
    expect(errorOf(403, body).code).toBe("email_unverified");
    expect(errorOf(403, { message: "No." }).code).toBe("forbidden");
  });
});
