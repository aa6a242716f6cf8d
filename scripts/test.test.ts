import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  chromiumCandidates,
  ensureFullChromium,
  findChromium,
  findFullChromium,
} from "./lib/chromium.mjs";
import { makeScratch, removeStaleFolders } from "./lib/scratch.mjs";
import { countCheck, countTests, listNewChanges, Tally } from "./lib/steps.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the folder of a test run", () => {
  it("is where no memory can be had a temporary one, and goes with the run", () => {
    const scratch = makeScratch(join(folder, "no-memory"));
    expect(scratch.folder).toBe(join(tmpdir(), `promptory-run-${process.pid}`));
    expect(statSync(scratch.folder).mode & 0o777).toBe(0o755);
    scratch.remove();
    expect(existsSync(scratch.folder)).toBe(false);
  });

  it("takes what a killed run has left with it, and nothing of a run that goes on", async () => {
    const ended = spawnSync(process.execPath, ["--version"]).pid;
    const names = [`promptory-run-${ended}`, `promptory-run-${process.ppid}`, "promptory-run-x"];
    await Promise.all(names.map((name) => mkdir(join(folder, name))));
    removeStaleFolders(folder);
    expect(readdirSync(folder)).toEqual(names.slice(1).sort());
  });
});

describe("the search for a Chromium", () => {
  const cache: Record<string, string[]> = {
    "/home/ann/.cache/ms-playwright": [
      "chromium-900",
      "chromium-1100",
      "chromium_headless_shell-1200",
      "ffmpeg-1011",
    ],
    "/home/ann/.cache/ms-playwright/chromium-900": ["chrome-linux"],
    "/home/ann/.cache/ms-playwright/chromium-1100": ["chrome-linux", "INSTALLATION_COMPLETE"],
    "/home/ann/.cache/ms-playwright/chromium_headless_shell-1200": ["chrome-linux"],
  };
  const machine = (env: Record<string, string> = {}) => ({
    env: { PATH: "/usr/bin:/opt/bin", ...env },
    platform: "linux",
    home: "/home/ann",
    list: (path: string) => cache[path] ?? [],
  });

  it("takes CHROMIUM_PATH at its word and looks nowhere else", () => {
    expect(chromiumCandidates(machine({ CHROMIUM_PATH: "/my/chrome" }))).toEqual(["/my/chrome"]);
  });

  it("prefers shells to whole browsers, the system's to Playwright's, and newer to older", () => {
    const names = /\/(chromium|chromium-headless-shell|chrome|headless_shell)$/;
    const found = chromiumCandidates(machine()).filter((path) => names.test(path));
    const cached = "/home/ann/.cache/ms-playwright";
    expect(found).toEqual([
      "/usr/bin/chromium-headless-shell",
      "/opt/bin/chromium-headless-shell",
      "/usr/bin/headless_shell",
      "/opt/bin/headless_shell",
      `${cached}/chromium_headless_shell-1200/chrome-linux/chrome`,
      `${cached}/chromium_headless_shell-1200/chrome-linux/headless_shell`,
      `${cached}/chromium-1100/chrome-linux/headless_shell`,
      `${cached}/chromium-900/chrome-linux/headless_shell`,
      "/usr/bin/chromium",
      "/opt/bin/chromium",
      `${cached}/chromium-1100/chrome-linux/chrome`,
      `${cached}/chromium-900/chrome-linux/chrome`,
    ]);
  });

  it("passes over a program that is there and does not run", async () => {
    const isRunnable = async (path: string) => path.startsWith("/opt/bin/google-chrome");
    expect(await findChromium({ ...machine(), isRunnable })).toBe("/opt/bin/google-chrome");
    expect(await findChromium({ ...machine(), isRunnable: async () => false })).toBeNull();
  });

  it("takes full browsers only where pages are to stay in memory", async () => {
    const isRunnable = async (path: string) => /^\/(?:opt|usr)\/bin\/chromium/.test(path);
    const own = { CHROMIUM_PATH: "/usr/bin/chromium-headless-shell" };
    const { env } = machine();
    const withShell = { ...machine(), env: { ...env, ...own }, isRunnable };
    expect(await findFullChromium(withShell)).toMatch(/\/chromium$/);
    const onlyShell = async (path: string) => path === own.CHROMIUM_PATH;
    const shellAlone = { ...withShell, isRunnable: onlyShell };
    expect(await findFullChromium(shellAlone)).toBeNull();
  });

  it("installs a full browser where there is none, in the first way that leads to one", async () => {
    const tried: string[] = [];
    let found: string | null = null;
    const install = (name: string, path: string | null) => async () => {
      tried.push(name);
      found = path;
      return name !== "no network";
    };
    const installers = [
      install("no network", null),
      install("a stub", null),
      install("a download", "/my/chromium"),
      install("another", "/other"),
    ];
    const find = async () => found;
    expect(await ensureFullChromium({ find, installers })).toBe("/my/chromium");
    expect(await ensureFullChromium({ find, installers })).toBe("/my/chromium");
    expect(tried).toEqual(["no network", "a stub", "a download"]);
    expect(await ensureFullChromium({ find: async () => null, installers })).toBeNull();
  });
});

describe("the sum of a test run", () => {
  it("adds checks and tests, names what failed, and ends with one plain line", () => {
    const tally = new Tally();
    tally.add("lint", countCheck(0));
    tally.add("unit tests", { passed: 40, failed: 2 });
    tally.add("types", countCheck(1));
    expect(tally.lines()).toEqual(["Failed: unit tests, types", "41 passed, 3 failed"]);
  });

  it("names nothing when nothing failed", () => {
    const tally = new Tally();
    tally.add("lint", countCheck(0));
    expect(tally.lines()).toEqual(["1 passed, 0 failed"]);
  });

  const report = async (content: object) => {
    const file = join(folder, "report.json");
    await writeFile(file, JSON.stringify(content));
    return file;
  };

  it("counts the tests of a report", async () => {
    const file = await report({ numPassedTests: 5, numFailedTests: 0, testResults: [] });
    expect(countTests(0, file)).toMatchObject({ passed: 5, failed: 0 });
  });

  it("counts a file that does not load beside the tests that failed", async () => {
    const file = await report({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { status: "failed", assertionResults: [] },
        { status: "failed", assertionResults: [{ status: "failed" }] },
      ],
    });
    expect(countTests(1, file)).toMatchObject({ passed: 5, failed: 2 });
  });

  it("repeats at the end what failed, with where it is and how its message begins", async () => {
    const file = await report({
      numPassedTests: 5,
      numFailedTests: 1,
      testResults: [
        { name: resolve("a.test.ts"), status: "failed", message: "No such module" },
        {
          name: resolve("tests/b.test.ts"),
          status: "failed",
          message: "",
          assertionResults: [
            { status: "passed", fullName: "a cart is empty" },
            {
              status: "failed",
              fullName: "a cart has a total",
              failureMessages: ["\u001b[31mexpected 1 to be 2\u001b[39m\n  at b.test.ts:3"],
            },
          ],
        },
      ],
    });
    const tally = new Tally();
    tally.add("unit tests", countTests(1, file));
    expect(tally.lines().join("\n").split("\n")).toEqual([
      "FAIL a.test.ts",
      "  No such module",
      "FAIL tests/b.test.ts > a cart has a total",
      "  expected 1 to be 2",
      "    at b.test.ts:3",
      "Failed: unit tests",
      "5 passed, 2 failed",
    ]);
  });

  it("never calls a run good that failed elsewhere, ran nothing, or wrote no report", async () => {
    const file = await report({ numPassedTests: 5, numFailedTests: 0 });
    expect(countTests(1, file)).toMatchObject({ passed: 5, failed: 1 });
    const empty = await report({ numPassedTests: 0 });
    expect(countTests(0, empty)).toMatchObject({ passed: 0, failed: 1 });
    expect(countTests(0, join(folder, "none.json"))).toMatchObject({ passed: 0, failed: 1 });
  });

  it("sees in the tree only what the run has left there", () => {
    expect(listNewChanges([" M edited.ts"], [" M edited.ts", "?? left.png"])).toEqual([
      "?? left.png",
    ]);
  });
});
