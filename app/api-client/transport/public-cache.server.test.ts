import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "#domain/dates.ts";
import {
  clearPublicCache,
  expirePublicCache,
  PUBLIC_LIFE_MS_MAX,
  type PublicCopy,
  publicLifeMs,
  readPublic,
} from "./public-cache.server.ts";

const REFERENCE = { isReference: true, isFresh: false };
const PRODUCT = { isReference: false, isFresh: false };
const AFTER_WRITE = { isReference: false, isFresh: true };

const copy = (value: unknown, freshMs = 60_000): PublicCopy => ({ value, size: 1, freshMs });
const gives = (value: unknown, freshMs?: number) => async () => copy(value, freshMs);
const fails = () => Promise.reject(new Error("no database"));

/** A load that finishes when the test triggers it. */
function createLoad() {
  let finish: (loaded: PublicCopy) => void = () => {};
  const done = new Promise<PublicCopy>((resolve) => {
    finish = resolve;
  });
  return { load: () => done, finish };
}

beforeEach(() => clearPublicCache());

describe("public data", () => {
  it.each([REFERENCE, PRODUCT])("is loaded once until it changes (%j)", async (use) => {
    expect(await readPublic("a", gives(1), use)).toBe(1);
    expect(await readPublic("a", gives(2), use)).toBe(1);
    clearPublicCache();
    expect(await readPublic("a", gives(3), use)).toBe(3);
  });

  it("is requested once by all who wait for it", async () => {
    const load = vi.fn(gives(1));
    await Promise.all([1, 2, 3].map(() => readPublic("a", load, PRODUCT)));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is not stored when it was requested before a change", async () => {
    const slow = createLoad();
    const before = readPublic("a", slow.load, REFERENCE);
    clearPublicCache();
    // Requests started before the change must not be awaited after it.
    expect(await readPublic("a", gives("new"), REFERENCE)).toBe("new");
    slow.finish(copy("old"));
    expect(await before).toBe("old");
    expect(await readPublic("a", gives("newer"), REFERENCE)).toBe("new");
  });

  it("is loaded after a write, not waited for from before it", async () => {
    const slow = createLoad();
    const before = readPublic("a", slow.load, PRODUCT);
    expect(await readPublic("a", gives("new"), AFTER_WRITE)).toBe("new");
    slow.finish(copy("old"));
    expect(await before).toBe("old");
  });

  it("cannot be changed by the page that was given it", async () => {
    const value = await readPublic("a", gives({ items: [{ title: "Fog" }] }), PRODUCT);
    expect(() =>
      Object.assign((value as { items: object[] }).items[0] ?? {}, { title: "" }),
    ).toThrow(TypeError);
  });

  it("rejects with the reason when there is no copy", async () => {
    await expect(readPublic("a", fails, REFERENCE)).rejects.toThrow("no database");
    expect(await readPublic("a", gives(1), REFERENCE)).toBe(1);
  });

  it("of reference kind stays while changes may go unnoticed, and is fetched anew meanwhile", async () => {
    await readPublic("a", gives("old"), REFERENCE);
    await readPublic("b", gives("old"), PRODUCT);
    expirePublicCache();
    expect(await readPublic("a", fails, REFERENCE)).toBe("old");
    await expect.poll(() => readPublic("a", gives("new"), REFERENCE)).toBe("new");
    expect(await readPublic("b", gives("new"), PRODUCT)).toBe("new");
  });
});

describe("an expired copy of reference kind (docs/decisions 0027)", () => {
  const FRESH_MS = 60_000;
  let copies = 0;
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** What a reader gets from a copy that expired `expiredMs` ago, if `load` fetches a new one. */
  async function readLater(expiredMs: number, load: () => Promise<PublicCopy>) {
    // A separate cache, because the cache keeps its clock for a millisecond, until a timer fires.
    const own = `./public-cache.server.ts?copy=${++copies}`;
    const cache: typeof import("./public-cache.server.ts") = await import(own);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
    await cache.readPublic("a", gives("old", FRESH_MS), REFERENCE);
    clock.mockReturnValue(1_000 + FRESH_MS + expiredMs);
    vi.advanceTimersByTime(1);
    return cache.readPublic("a", load, REFERENCE);
  }

  it("is served for an hour while a new one is fetched, and then waited for", async () => {
    expect(await readLater(HOUR_MS - 1, gives("new"))).toBe("old");
    expect(await readLater(HOUR_MS, gives("new"))).toBe("new");
  });

  it("is served later too when fetching fails", async () => {
    expect(await readLater(HOUR_MS * 24, fails)).toBe("old");
  });
});

describe("how long a response may be shared", () => {
  const lifeOf = (control: string, status = 200) =>
    publicLifeMs(new Response("{}", { status, headers: { "cache-control": control } }));

  it.each([
    ["public, max-age=30", 30_000],
    ["Public,Max-Age=30", 30_000],
    ["max-age=30, stale-while-revalidate=30, public", 30_000],
    ["public, max-age=60, s-maxage=30", 30_000],
    ["public, max-age=30, max-age=60", 30_000],
    ["public, max-age=99999999999999999999999", PUBLIC_LIFE_MS_MAX],
    [`public, max-age=${"9".repeat(400)}`, PUBLIC_LIFE_MS_MAX],
    ["no-store, public, max-age=30", 0],
    ["public, max-age=30, no-store", 0],
    ["public, No-Cache, max-age=30", 0],
    ['public, no-cache="x", max-age=30', 0],
    ["public, max-age=30, private", 0],
    ["public, x-max-age=30", 0],
    ["not-public, max-age=30", 0],
    ["public", 0],
    ["public, max-age=", 0],
    ["public, max-age=soon", 0],
    ["public, max-age=-5", 0],
    ["", 0],
  ])("%s", (control, ms) => {
    expect(lifeOf(control)).toBe(ms);
  });

  it("is nothing for an error", () => {
    expect(lifeOf("public, max-age=30", 503)).toBe(0);
  });

  it("has an upper limit, whatever is sent", () => {
    fc.assert(
      fc.property(fc.nat(), fc.bigInt({ min: 0n }), (life, more) => {
        const ms = lifeOf(`public, max-age=${BigInt(life) + more}`);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(PUBLIC_LIFE_MS_MAX);
      }),
    );
  });
});

/** Steps of the property test below. Loads finish in any order, or fail. */
const event = fc.oneof(
  fc.record({
    kind: fc.constant("read" as const),
    key: fc.constantFrom("a", "b"),
    use: fc.constantFrom(REFERENCE, PRODUCT, AFTER_WRITE),
    freshMs: fc.constantFrom(0, 60_000),
  }),
  fc.record({ kind: fc.constant("finish" as const), index: fc.nat(9), isOk: fc.boolean() }),
  fc.record({ kind: fc.constant("clear" as const) }),
);

describe("any order of reads, responses, failures and changes", () => {
  it("never gives a reader what was requested before the last change", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
        clearPublicCache();
        let now = 0;
        let changedAt = 0;
        const pending: { finish: (isOk: boolean) => void }[] = [];
        const reads: Promise<void>[] = [];
        for (const one of events) {
          now++;
          if (one.kind === "clear") {
            clearPublicCache();
            changedAt = now;
          } else if (one.kind === "finish") {
            pending.splice(one.index % Math.max(pending.length, 1), 1)[0]?.finish(one.isOk);
          } else {
            const load = () => {
              const loadedAt = now;
              return new Promise<PublicCopy>((resolve, reject) => {
                const finish = (isOk: boolean) =>
                  isOk
                    ? resolve(copy({ key: one.key, loadedAt }, one.freshMs))
                    : reject(new Error());
                pending.push({ finish });
              });
            };
            const oldest = one.use.isFresh ? now : changedAt;
            reads.push(
              readPublic(one.key, load, one.use).then(
                (value) => {
                  const { key, loadedAt } = value as { key: string; loadedAt: number };
                  expect(key).toBe(one.key);
                  expect(loadedAt).toBeGreaterThanOrEqual(oldest);
                },
                (error) => {
                  if (!(error instanceof Error) || error.message !== "") throw error;
                },
              ),
            );
          }
          await Promise.resolve();
        }
        for (const { finish } of pending.splice(0)) finish(true);
        await Promise.all(reads);
      }),
      { numRuns: 2_000 },
    );
  });
});
