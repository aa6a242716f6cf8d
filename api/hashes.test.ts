import { describe, expect, it } from "vitest";
import { hashBody } from "./hashes.ts";

describe("the hash of a body", () => {
  it("is that of the releases before, which the database holds", () => {
    expect(hashBody({ title: "Fog", price: "12.50" })).toBe(
      "154c5400539e5a1f87962034f7cc54f28cfba421686d50cb72705cad8182bf30",
    );
    expect(hashBody({ title: "Fog" }, Buffer.from("png"))).toBe(
      "42625c386334726d42c2ebc36758e8ccfdff89c9300f9c96a3c07d459844476e",
    );
  });

  it("does not depend on the order of the fields", () => {
    expect(hashBody({ a: "1", b: "2" })).toBe(hashBody({ b: "2", a: "1" }));
  });

  it("depends on names, values and files", () => {
    const bodies = [
      hashBody({ a: "1" }),
      hashBody({ a: "2" }),
      hashBody({ b: "1" }),
      hashBody({ a: "1" }, "x"),
      hashBody({ a: "1" }, "y"),
    ];
    expect(new Set(bodies).size).toBe(bodies.length);
  });
});
