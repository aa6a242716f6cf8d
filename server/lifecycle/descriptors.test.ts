import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "promptory-descriptors-"));

/**
 * A process that opens as many files as it may, then closes half of them; it prints each line of
 * its log, and exits after the second.
 */
const PROGRAM = `
  import { closeSync, openSync, writeSync } from "node:fs";
  import { watchDescriptors } from "./descriptors.mjs";
  const files = [];
  const note = (level) => ({ open, limit }, text) => {
    writeSync(1, JSON.stringify({ level, isFull: open === limit, text }) + "\\n");
    for (const file of files.splice(0, 30)) closeSync(file);
    if (level === "warn") process.exit();
  };
  watchDescriptors({ error: note("error"), warn: note("warn") }, 1);
  try { for (;;) files.push(openSync("/dev/null")); } catch {}
  setInterval(() => {}, 1_000);`;

beforeAll(() => {
  const source = readFileSync(join(import.meta.dirname, "descriptors.ts"), "utf8");
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  writeFileSync(join(folder, "descriptors.mjs"), outputText);
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true }));

it("is logged once when none is left, even for counting them, and once when there are some", () => {
  const { stdout } = spawnSync(
    "sh",
    ["-c", 'ulimit -n 64; exec "$0" program.mjs', process.execPath],
    { cwd: folder, encoding: "utf8" },
  );
  const lines = stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: "error", isFull: true, text: "file descriptors are running out" },
    { level: "warn", isFull: false, text: "there are file descriptors again" },
  ]);
});
