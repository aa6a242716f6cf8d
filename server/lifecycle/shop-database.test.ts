import { expect, it, vi } from "vitest";
import type { Database } from "#api/db/client.ts";
import { waitForDatabase } from "./shop-database.ts";

/** Only what is called of it: a tagged template. */
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
