import fc from "fast-check";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getChecked, getOrMake, keepChecked } from "./checked-files.ts";
import type { Files } from "./files.ts";
import { OUTAGE_LOGGED_EVERY_MS } from "./outage-log.ts";

const KEY = "downloads/one.jpg";
const log = pino({ level: "silent" });

type MemoryFiles = Pick<Files, "get" | "put" | "assertWritable"> & { stored: Map<string, Buffer> };

function createMemoryFiles(): MemoryFiles {
  const stored = new Map<string, Buffer>();
  return {
    stored,
    put: async (key, bytes) => void stored.set(key, Buffer.from(bytes)),
    get: async (key) => stored.get(key) ?? null,
    assertWritable: async () => {},
  };
}

const content = fc.uint8Array({ maxLength: 300 });

describe("a checked file", () => {
  it("comes back as it was kept", async () => {
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        const files = createMemoryFiles();
        await keepChecked({ files, log }, KEY, bytes);
        expect(await getChecked(files, KEY)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("is not there once any part of it was cut off, wherever the cut is", async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.nat(), async (bytes, cut) => {
        const files = createMemoryFiles();
        await keepChecked({ files, log }, KEY, bytes);
        const whole = files.stored.get(KEY) ?? Buffer.alloc(0);
        files.stored.set(KEY, whole.subarray(0, cut % whole.length));
        expect(await getChecked(files, KEY)).toBeNull();
      }),
    );
  });

  it("is not there once any bit of it has changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        async (bytes, at, bit) => {
          const files = createMemoryFiles();
          await keepChecked({ files, log }, KEY, bytes);
          const changed = Buffer.from(files.stored.get(KEY) ?? []);
          const index = at % changed.length;
          changed[index] = (changed[index] ?? 0) ^ (1 << bit);
          files.stored.set(KEY, changed);
          expect(await getChecked(files, KEY)).toBeNull();
        },
      ),
    );
  });

  it("is not there when it was stored without a checksum", async () => {
    const files = createMemoryFiles();
    files.stored.set(KEY, Buffer.from("what an earlier version kept, longer than the checksum is"));
    expect(await getChecked(files, KEY)).toBeNull();
    expect(await getChecked(files, "downloads/none.jpg")).toBeNull();
  });

  it("that cannot be kept is no failure", async () => {
    const files = createMemoryFiles();
    files.put = () => Promise.reject(new Error("ENOSPC"));
    await expect(keepChecked({ files, log }, KEY, new Uint8Array(3))).resolves.toBeUndefined();
  });

  it("is made once for all who ask meanwhile, kept, and made again when it is damaged", async () => {
    const files = createMemoryFiles();
    let made = 0;
    const ask = () =>
      getOrMake({ files, log }, KEY, async () => {
        made += 1;
        return Buffer.from("content");
      });
    expect(await Promise.all([ask(), ask()])).toEqual([
      Buffer.from("content"),
      Buffer.from("content"),
    ]);
    expect(await ask()).toEqual(Buffer.from("content"));
    expect(made).toBe(1);
    files.stored.set(KEY, Buffer.from("damaged"));
    expect(await ask()).toEqual(Buffer.from("content"));
    expect(made).toBe(2);
  });

  it("is not kept when it cannot be made; the next one tries again", async () => {
    const files = createMemoryFiles();
    const fail = () => getOrMake({ files, log }, KEY, () => Promise.reject(new Error("no memory")));
    await expect(fail()).rejects.toThrow("no memory");
    expect(await getOrMake({ files, log }, KEY, async () => null)).toBeNull();
    expect(files.stored.size).toBe(0);
    expect(await getOrMake({ files, log }, KEY, async () => Buffer.from("x"))).toEqual(
      Buffer.from("x"),
    );
  });
});

describe("an outage of the files", () => {
  afterEach(() => void vi.useRealTimers());

  it("is one line for all that cannot be kept, and one when it is over", async () => {
    vi.useFakeTimers();
    const logged: Record<string, unknown>[] = [];
    const store = {
      files: createMemoryFiles(),
      log: pino(
        { base: null, timestamp: false },
        { write: (line) => void logged.push(JSON.parse(line)) },
      ),
    };
    const { put } = store.files;
    const fail = () => Promise.reject(new Error("away"));
    const keep = async (count: number) => {
      for (let file = 0; file < count; file++) {
        await keepChecked(store, `renditions/${file}.webp`, new Uint8Array(3));
      }
    };
    const later = () => vi.advanceTimersByTimeAsync(OUTAGE_LOGGED_EVERY_MS);
    Object.assign(store.files, { put: fail, assertWritable: fail });
    await keep(50);
    const first = {
      level: 40,
      key: "renditions/0.webp",
      err: { message: "away" },
      msg: "a file that can be made again could not be kept",
    };
    expect(logged).toMatchObject([first]);
    await later();
    await keep(50);
    await later();
    await later();
    expect(logged).toHaveLength(1);
    Object.assign(store.files, { put, assertWritable: async () => {} });
    await keep(1);
    await later();
    const over = { level: 40, failed: 100, msg: "files that can be made again are kept again" };
    expect(logged.slice(1)).toEqual([over]);
    // The next outage starts from scratch.
    store.files.put = fail;
    await keep(2);
    expect(logged.slice(2)).toMatchObject([first]);
  });
});
