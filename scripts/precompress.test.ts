import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { precompress } from "./precompress.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-precompress-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("writes both forms beside every text above 512 bytes, at any depth, and nothing else", async () => {
  const text = "export const word = 'picture';\n".repeat(60);
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "app.js"), text);
  await writeFile(join(folder, "small.css"), "x".repeat(512));
  await writeFile(join(folder, "edge.css"), "x".repeat(513));
  await writeFile(join(folder, "photo.webp"), text);

  expect(await precompress(folder)).toBe(2);
  expect((await readdir(join(folder, "assets"))).sort()).toEqual([
    "app.js",
    "app.js.br",
    "app.js.gz",
  ]);
  expect((await readdir(folder)).sort()).toEqual([
    "assets",
    "edge.css",
    "edge.css.br",
    "edge.css.gz",
    "photo.webp",
    "small.css",
  ]);
  const file = join(folder, "assets", "app.js");
  expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(text);
  expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(text);
});
