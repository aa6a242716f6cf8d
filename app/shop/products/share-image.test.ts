import { expect, it } from "vitest";
import { toShareImage } from "./share-image.ts";

const picture = {
  width: 1536,
  height: 1024,
  color: "#183848",
  baseUrl: "https://shop.example/media/1",
  widths: [320, 960, 640],
  formats: ["avif", "jpg"] as ("avif" | "jpg")[],
};

it("is the widest public size of the style's picture", () => {
  const url = "https://shop.example/media/1/960.jpg";
  expect(toShareImage({ picture })).toEqual({ url, width: 960, height: 640 });
});

it.each([
  ["has no picture of known size", null],
  ["has only a small one", { ...picture, widths: [320, 480] }],
])("is the shop's own for a style that %s", (_name, one) => {
  expect(toShareImage({ picture: one })).toBeUndefined();
});
