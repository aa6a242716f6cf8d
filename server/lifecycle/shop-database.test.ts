import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "#api/db/client.ts";
import { readConfig } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { openDatabaseAsIs, openShopDatabase, waitForDatabase } from "./shop-database.ts";

/** Only the part of it that is called: a tagged template. */
const databaseThat = (respond: () => Promise<unknown>) => respond as unknown as Database;
const times = { waitMs: 50, attemptMs: 20, pauseMs: 5 };

it("gives up a database that accepts queries and never responds, after a line in the log", async () => {
  const warn = vi.fn();
  const silent = databaseThat(() => new Promise(() => {}));
  await expect(waitForDatabase(silent, { warn }, times)).rejects.toThrow(
    "DATABASE_URL: the database cannot be reached: no response within 0.02 s",
  );
  expect(warn).toHaveBeenCalledOnce();
});

it("waits for a database that starts later", async () => {
  const respond = vi.fn().mockReturnValueOnce(new Promise(() => {}));
  respond.mockRejectedValueOnce(new Error("refused")).mockResolvedValue([]);
  await waitForDatabase(databaseThat(respond), { warn: vi.fn() }, { ...times, waitMs: 60_000 });
  expect(respond).toHaveBeenCalledTimes(3);
});

it.each([
  "28P01",
  "28000",
  "42501",
  "3D000",
])("waits for no database that rejects the login (%s)", async (code) => {
  const wrong = Object.assign(new Error('database "shpo" does not exist'), { code });
  const respond = vi.fn().mockRejectedValueOnce(wrong).mockResolvedValue([]);
  await expect(
    waitForDatabase(databaseThat(respond), { warn: vi.fn() }, { ...times, waitMs: 60_000 }),
  ).rejects.toThrow('DATABASE_URL: the database cannot be reached: database "shpo" does not exist');
});

const log = pino({ level: "silent" });
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "promptory-shop-database-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
const read = () => readConfig({ DATA_DIR: dataDir, SESSION_SECRET: "s".repeat(43) });

it.runIf(process.platform === "linux")(
  "says that the data folder cannot be written, and not which call has failed",
  async () => {
    // Nobody, not even root, may change the mode of this one.
    symlinkSync("/proc/self/fdinfo", join(dataDir, "files"));
    await expect(openDatabaseAsIs(read(), log)).rejects.toThrow(
      new ConfigError(`DATA_DIR: ${dataDir} cannot be written by this user`),
    );
  },
);

it("makes no shop where there has to be one", async () => {
  const opening = openShopDatabase(read(), log, undefined, { mustExist: true });
  await expect(opening).rejects.toThrow(
    new ConfigError(`DATA_DIR: there is no shop in ${dataDir}`),
  );
  expect(readdirSync(dataDir)).toEqual([]);
  const mistyped = join(dataDir, "mistyped");
  const reading = () => readConfig({ DATA_DIR: mistyped }, undefined, { mustExist: true });
  expect(reading).toThrow(new ConfigError(`DATA_DIR: there is no shop in ${mistyped}`));
  expect(readdirSync(dataDir)).toEqual([]);
});
