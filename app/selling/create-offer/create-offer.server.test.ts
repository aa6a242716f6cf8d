import { describe, expect, it } from "vitest";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { createOfferFormSchema, toContractForm, toFormError } from "./create-offer.server.ts";

describe("a new offer", () => {
  it("is sent with the contract's names, each style on its own", () => {
    const media = new File(["x"], "fog.png", { type: "image/png" });
    const form = toContractForm({
      title: "Fog",
      description: "Over the bay",
      category_id: "3",
      style_ids: ["4", "9"],
      price: "12.50",
      media,
      confirm: "on",
      operation_id: undefined,
    });
    expect(form.getAll("style_ids[]")).toEqual(["4", "9"]);
    expect(form.get("confirm")).toBe("true");
    expect(form.get("media")).toMatchObject({ name: "fog.png", size: 1 });
    expect([...form.keys()]).not.toContain("operation_id");
  });

  it.each([
    ["12,50", "de", "12.50"],
    ["12.50", "de", "12.50"],
    ["12,50", "en", "12.50"],
    ["1.250,00", "de", "1250.00"],
    ["١٢٫٥٠", "ar", "12.50"],
  ])("takes the price %s in %s as %s", (typed, locale, price) => {
    const { price: schema } = createOfferFormSchema(locale).shape;
    expect(schema.parse(typed)).toBe(price);
  });

  it.each([
    ["", "price_required"],
    ["12,505", "amount_invalid"],
    ["0", "price_too_low"],
    ["1250000", "price_too_high"],
  ])("rejects the price '%s'", (typed, code) => {
    const { price } = createOfferFormSchema("de").shape;
    const issues = price.safeParse(typed).error?.issues ?? [];
    expect(JSON.stringify(issues)).toContain(code);
  });

  it("takes the ids of the server's lists, whatever they look like", () => {
    const { category_id, style_ids } = createOfferFormSchema("en").shape;
    const uuid = "00000000-0000-0000-1234-567890abcdf0";
    for (const id of ["3", uuid, "wild-animals"]) {
      expect(category_id.parse(id)).toBe(id);
      expect(style_ids.parse(["4", id])).toEqual(["4", id]);
    }
    for (const id of ["", "../7", "x".repeat(65)]) {
      expect(category_id.safeParse(id).success).toBe(false);
      expect(style_ids.safeParse(["4", id]).success).toBe(false);
    }
  });

  it("says what is wrong under the fields of the form", () => {
    const rejected = new ApiError(422, "validation_failed", null, {
      fields: { "style_ids[]": [{ text: "No such style" }] },
    });
    expect(toFormError(rejected)).toMatchObject({
      fields: { style_ids: [{ text: "No such style" }] },
    });
    const ofOne = new ApiError(422, "validation_failed", null, {
      fields: { "style_ids.1": [{ text: "No such style" }] },
    });
    expect(toFormError(ofOne)).toMatchObject({
      fields: { style_ids: [{ text: "No such style" }] },
    });
    const large = new ApiError(413, "payload_too_large", null);
    expect(toFormError(large)).toMatchObject({
      fields: { media: [{ code: "file_too_large", params: { maxSize: 5 } }] },
    });
  });
});
