import { expect, it } from "vitest";
import { paintPng } from "#tests/setup/servers/image-servers/image-server.ts";
import { checkImage } from "./checked-image.ts";
import { ImageModelError } from "./image-model-error.ts";

const REQUESTED = { widthPx: 64, heightPx: 128 };

it.each([
  [16, 32],
  [64, 64],
  [120, 33],
])("an image of %ix%i is enlarged or cropped to the requested size", async (width, height) => {
  expect((await checkImage(await paintPng(width, height, "x"), REQUESTED)).length).toBeGreaterThan(
    0,
  );
});

it.each([
  [1, 1],
  [15, 32],
  [16, 31],
])("one of %ix%i is too small to be what was requested", async (width, height) => {
  const checking = checkImage(await paintPng(width, height, "x"), REQUESTED);
  await expect(checking).rejects.toThrow(`it has only ${width}x${height} pixels`);
  await expect(checking).rejects.toBeInstanceOf(ImageModelError);
});
