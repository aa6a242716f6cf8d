import fs, { existsSync, mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeDataFolder } from "./data-folder.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "promptory-data-folder-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(base, { recursive: true, force: true });
});

it("is made below folders that another process makes at the same time", () => {
  const path = join(base, "shops", "one");
  const { mkdirSync } = fs;
  vi.spyOn(fs, "mkdirSync").mockImplementation((folder, options) => {
    // Another process is faster by one call.
    if (existsSync(join(String(folder), ".."))) mkdirSync(folder, options);
    return mkdirSync(folder, options);
  });
  syncBuiltinESMExports();
  makeDataFolder(path);
  expect(existsSync(path)).toBe(true);
});
