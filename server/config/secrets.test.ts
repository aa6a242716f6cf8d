import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { keptSecret, readKeptSecret } from "./secrets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "promptory-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const messageOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
};

describe("the secret in the data folder", () => {
  it("is made once, for its owner alone, and nothing else is left", () => {
    const dataDir = join(folder, "data");
    const secret = keptSecret(dataDir);
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect([keptSecret(dataDir), readKeptSecret(dataDir)]).toEqual([secret, [secret]]);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  });

  it("is that of a process that was faster", () => {
    const path = join(folder, "session-secret");
    writeFileSync(path, `${"s".repeat(43)}\n`);
    expect(keptSecret(folder)).toBe("s".repeat(43));
  });

  it.each([
    ["nothing", ""],
    ["a part of one", "s".repeat(31)],
    ["blanks", " ".repeat(60)],
  ])("is never %s, as a full disk may have left it", (_name, text) => {
    const path = join(folder, "session-secret");
    writeFileSync(path, text);
    expect(messageOf(() => keptSecret(folder))).toMatch(/^DATA_DIR: .*session-secret is too short/);
    expect(messageOf(() => readKeptSecret(folder))).toMatch(/is too short/);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("says what keeps the folder from holding it", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(messageOf(() => keptSecret(file))).toBe(`DATA_DIR: ${file} is not a folder`);
    expect(messageOf(() => keptSecret(join(file, "data")))).toMatch(/is not a folder$/);
    if (existsSync("/proc/self")) {
      const kernels = "/proc/promptory/data";
      expect(messageOf(() => keptSecret(kernels))).toMatch(/ cannot be written by this user$/);
    }
    mkdirSync(join(folder, "session-secret"));
    expect(messageOf(() => keptSecret(folder))).toMatch(/session-secret cannot be read/);
  });
});
