import { describe, expect, it } from "vitest";
import { DomainError, fieldError } from "./errors.ts";

describe("an error that the caller is meant to see", () => {
  it("has the HTTP status of its code, and names both in the log", () => {
    const error = new DomainError("price_changed", { details: { price: "2.50" } });
    expect(error).toMatchObject({
      name: "DomainError",
      message: "price_changed",
      code: "price_changed",
      status: 409,
      details: { price: "2.50" },
    });
    expect(error.fields).toBeUndefined();
    expect(error.params).toBeUndefined();
    expect(error.retryAfterSeconds).toBeUndefined();
  });

  it("keeps what stands behind it apart from what is sent", () => {
    const cause = new Error("the disk is full");
    const error = new DomainError("storage_full", { cause, retryAfterSeconds: 60 });
    expect(error.cause).toBe(cause);
    expect(error.retryAfterSeconds).toBe(60);
    expect(error.message).not.toContain(cause.message);
  });

  it("carries the values of its text", () => {
    const params = { path: "/api/nothing" };
    expect(new DomainError("route_not_found", { params }).params).toEqual(params);
  });

  it("lists the fields and their codes in the log", () => {
    const error = new DomainError("validation_failed", {
      fields: {
        amount: [{ code: "amount_invalid" }, { code: "price_required" }],
        country: [{ code: "country_required" }],
      },
    });
    expect(error.message).toBe(
      "validation_failed; amount: amount_invalid, price_required; country: country_required",
    );
  });
});

describe("an error on one field", () => {
  it("is a 422 with the field's code", () => {
    expect(fieldError("country", "country_required")).toMatchObject({
      code: "validation_failed",
      status: 422,
      fields: { country: [{ code: "country_required" }] },
    });
  });

  it("takes the values of the code's text, or a whole message", () => {
    const message = { code: "deposit_too_small", params: { amount: "1.00" } } as const;
    const fields = { amount: [message] };
    expect(fieldError("amount", message.code, message.params).fields).toEqual(fields);
    expect(fieldError("amount", message).fields).toEqual(fields);
  });
});
