import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BodyPlaces } from "./body-places.ts";
import { LimitedBody } from "./limited-body.ts";

const TIMEOUT_MS = 45_000;
const OVERDUE_AFTER_MS = 3_000;
const PACE_MS = 40_000;
const MB = 1_000_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** 40 MB in all, 20 for each client, in at most three bodies. */
const createPlaces = () =>
  new BodyPlaces({
    bytesMax: 40 * MB,
    ofClientMax: 3,
    timeoutMs: TIMEOUT_MS,
    overdueAfterMs: OVERDUE_AFTER_MS,
    paceMs: PACE_MS,
  });

/** A body of this many bytes, which has received all bytes granted to it. */
class Body {
  readonly place: ReturnType<BodyPlaces["enter"]>;
  /** Whether its last request for bytes was granted; undefined while it waits. */
  isGranted: boolean | undefined;
  /** The result of the last wait for its sender. */
  read: "arrived" | "cut" | undefined;

  constructor(places: BodyPlaces, client: string, bytes: number) {
    this.place = places.enter(client, bytes);
  }

  hold(bytes: number): this {
    this.isGranted = undefined;
    void this.place.hold(bytes).then((isGranted) => {
      this.isGranted = isGranted;
    });
    return this;
  }

  /** Waits for its sender, who sends nothing more. */
  stall(): this {
    void this.place
      .read(new Promise<never>(() => {}), () => 0)
      .then((read) => {
        this.read = read;
      });
    return this;
  }

  /** Lets `bytes` arrive after `ms` milliseconds. */
  async arrive(bytes: number, ms: number): Promise<void> {
    const reading = new Promise<number>((resolve) => setTimeout(resolve, ms, bytes));
    void this.place
      .read(reading, (length) => length)
      .then((read) => {
        this.read = read === "cut" ? "cut" : "arrived";
      });
    await vi.advanceTimersByTimeAsync(ms);
  }
}

/** The positions of the bodies whose requests were granted. */
async function listGranted(bodies: readonly Body[]): Promise<number[]> {
  await vi.advanceTimersByTimeAsync(0);
  return bodies.flatMap(({ isGranted }, index) => (isGranted ? [index] : []));
}

describe("the places of bodies", () => {
  it("are as many for one client as it may have, first come first served", async () => {
    const places = createPlaces();
    const bodies = [1, 2, 3, 4, 5].map(() => new Body(places, "a", MB).hold(MB));
    expect(await listGranted(bodies)).toEqual([0, 1, 2]);
    bodies[1]?.place.release();
    expect(await listGranted(bodies)).toEqual([0, 1, 2, 3]);
    bodies[0]?.place.release();
    bodies[0]?.place.release();
    expect(await listGranted(bodies)).toEqual([0, 1, 2, 3, 4]);
  });

  it("cost nothing but what has arrived, as long as the oldest can still have all", async () => {
    const places = createPlaces();
    const slow = ["a", "b", "c", "d", "e"].map((name) => new Body(places, name, 20 * MB).hold(1));
    expect(await listGranted(slow)).toEqual([0, 1, 2, 3, 4]);
    expect(places.bytes).toBe(5);
    const fast = new Body(places, "f", 19 * MB).hold(19 * MB);
    expect(await listGranted([fast])).toEqual([0]);
    // The first might need 20 MB in addition.
    const next = new Body(places, "g", 19 * MB).hold(19 * MB);
    expect(await listGranted([next])).toEqual([]);
    expect(await listGranted([slow[0]?.hold(20 * MB) ?? next])).toEqual([0]);
  });

  it("leave half of the bytes to others, whatever one client holds", async () => {
    const places = createPlaces();
    const own = [12, 12, 20].map((mb) => new Body(places, "a", mb * MB).hold(mb * MB));
    const other = new Body(places, "b", 20 * MB).hold(20 * MB);
    expect(await listGranted([...own, other])).toEqual([0, 3]);
    own[0]?.place.release();
    expect(await listGranted(own)).toEqual([0, 1]);
  });

  it("let the older of two half-read bodies end first, also of one client", async () => {
    const places = createPlaces();
    const older = new Body(places, "a", 15 * MB).hold(4 * MB);
    const younger = new Body(places, "a", 15 * MB).hold(8 * MB);
    // Otherwise neither could get all of its bytes.
    expect(await listGranted([older, younger])).toEqual([0]);
    expect(await listGranted([older.hold(15 * MB)])).toEqual([0]);
    older.place.complete(15 * MB);
    older.place.release();
    expect(await listGranted([younger])).toEqual([0]);
  });

  it("keep what gets free for the oldest that waits", async () => {
    const places = createPlaces();
    const full = [20, 15].map((mb, at) => new Body(places, `full ${at}`, mb * MB).hold(mb * MB));
    const large = new Body(places, "c", 20 * MB).hold(20 * MB);
    const small = new Body(places, "d", MB).hold(MB);
    expect(await listGranted([...full, large, small])).toEqual([0, 1]);
    full[1]?.place.release();
    expect(await listGranted([...full, large, small])).toEqual([0, 1, 2]);
    full[0]?.place.release();
    expect(await listGranted([...full, large, small])).toEqual([0, 1, 2, 3]);
  });

  it("go round: who has had one is behind those who wait", async () => {
    const places = createPlaces();
    const many = Array.from({ length: 20 }, () => new Body(places, "a", 20 * MB).hold(20 * MB));
    const others = ["b", "c"].map((name) => new Body(places, name, 20 * MB).hold(20 * MB));
    expect(await listGranted([...many, ...others])).toEqual([0, 20]);
    others[0]?.place.release();
    expect(await listGranted(others)).toEqual([0, 1]);
    many[0]?.place.release();
    expect(await listGranted(many)).toEqual([0, 1]);
  });

  it("give a body that announces more than all may have the share of one client", async () => {
    const places = createPlaces();
    const bodies = [
      new Body(places, "a", 500 * MB).hold(500 * MB),
      new Body(places, "a", MB).hold(MB),
      new Body(places, "b", MB).hold(MB),
    ];
    expect(await listGranted(bodies)).toEqual([0, 2]);
    expect(places.bytes).toBe(21 * MB);
  });

  it("need no more than a body had that has ended", async () => {
    const places = createPlaces();
    const short = new Body(places, "a", 20 * MB).hold(5 * MB);
    const other = new Body(places, "b", 20 * MB).hold(20 * MB);
    const waiting = new Body(places, "c", 15 * MB).hold(15 * MB);
    expect(await listGranted([short, other, waiting])).toEqual([0, 1]);
    short.place.complete(4 * MB);
    expect(await listGranted([waiting])).toEqual([0]);
    expect(places.bytes).toBe(39 * MB);
  });

  it("are waited for only so long, and who gave up takes none", async () => {
    const places = createPlaces();
    const full = ["a", "b"].map((name) => new Body(places, name, 20 * MB).hold(20 * MB));
    const late = new Body(places, "c", 20 * MB).hold(20 * MB);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    const later = new Body(places, "d", 20 * MB).hold(20 * MB);
    expect(late.isGranted).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(late.isGranted).toBe(false);
    late.place.release();
    full[0]?.place.release();
    expect(await listGranted([late, later])).toEqual([1]);
  });
});

describe("slow bodies", () => {
  it("may take their time while nobody waits", async () => {
    const places = createPlaces();
    const slow = new Body(places, "a", 20 * MB).hold(19 * MB).stall();
    new Body(places, "b", 20 * MB).hold(20 * MB).stall();
    await vi.advanceTimersByTimeAsync(10 * TIMEOUT_MS);
    expect(slow.read).toBeUndefined();
  });

  it("are cut off for one that has waited, the largest first and no more than needed", async () => {
    const places = createPlaces();
    const small = new Body(places, "a", 5 * MB).hold(5 * MB).stall();
    const large = new Body(places, "b", 20 * MB).hold(16 * MB).stall();
    const waiting = new Body(places, "c", 20 * MB).hold(20 * MB);
    await vi.advanceTimersByTimeAsync(OVERDUE_AFTER_MS - 1);
    expect([small.read, large.read]).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    expect([small.read, large.read]).toEqual([undefined, "cut"]);
    expect(waiting.isGranted).toBeUndefined();
    large.place.release();
    expect(await listGranted([waiting])).toEqual([0]);
    expect(small.read).toBeUndefined();
  });

  it("are cut off at once for one that has waited enough before", async () => {
    const places = createPlaces();
    const slow = new Body(places, "a", 20 * MB).hold(20 * MB).stall();
    const other = new Body(places, "b", 20 * MB).hold(15 * MB).stall();
    const waiting = new Body(places, "c", 20 * MB).hold(5 * MB);
    await listGranted([waiting]);
    waiting.hold(6 * MB);
    await vi.advanceTimersByTimeAsync(OVERDUE_AFTER_MS);
    expect([slow.read, other.read]).toEqual(["cut", undefined]);
    slow.place.release();
    const fresh = new Body(places, "d", 20 * MB).hold(5 * MB).stall();
    expect(await listGranted([waiting, fresh])).toEqual([0, 1]);
    waiting.hold(20 * MB);
    await vi.advanceTimersByTimeAsync(0);
    expect([other.read, fresh.read]).toEqual(["cut", undefined]);
    other.place.release();
    expect(await listGranted([waiting])).toEqual([0]);
  });

  it("are cut off only where that makes way for the one that waits", async () => {
    const places = createPlaces();
    const slow = new Body(places, "a", 10 * MB).hold(10 * MB).stall();
    const handled = new Body(places, "b", 20 * MB).hold(20 * MB);
    handled.place.complete(20 * MB);
    const ofHandled = new Body(places, "b", 20 * MB).hold(20 * MB);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect(slow.read).toBeUndefined();
    handled.place.release();
    expect(await listGranted([ofHandled])).toEqual([0]);
  });

  it("of a client make way for its own", async () => {
    const places = createPlaces();
    const other = new Body(places, "b", 20 * MB).hold(1).stall();
    const slow = [1, 2, 3].map(() => new Body(places, "a", MB).hold(1).stall());
    const waiting = new Body(places, "a", MB).hold(MB);
    await vi.advanceTimersByTimeAsync(OVERDUE_AFTER_MS);
    expect(slow.map(({ read }) => read)).toEqual(["cut", undefined, undefined]);
    slow[0]?.place.release();
    expect(await listGranted([waiting])).toEqual([0]);
    expect(other.read).toBeUndefined();
  });

  it("are those below a pace of the whole, however fast they began", async () => {
    const places = createPlaces();
    const steady = new Body(places, "a", 20 * MB).hold(20 * MB);
    const fading = new Body(places, "b", 20 * MB).hold(20 * MB);
    await fading.arrive(18 * MB, 10);
    const waiting = new Body(places, "c", 20 * MB).hold(20 * MB);
    for (let second = 0; second < 10 && fading.read !== "cut"; second++) {
      void steady.arrive((20 * MB * 1_000) / PACE_MS, 1_000);
      await fading.arrive(100_000, 1_000);
    }
    expect([steady.read, fading.read]).toEqual(["arrived", "cut"]);
    fading.place.release();
    expect(await listGranted([waiting])).toEqual([0]);
  });

  it("are not those that wait for bytes themselves, or whose request is handled", async () => {
    const places = createPlaces();
    const handled = new Body(places, "a", 20 * MB).hold(20 * MB);
    const half = new Body(places, "b", 20 * MB).hold(20 * MB);
    const waiting = [
      new Body(places, "c", 20 * MB).hold(20 * MB),
      new Body(places, "d", 20 * MB).hold(20 * MB),
    ];
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect([handled, half, ...waiting].map(({ place }) => place.isCut)).not.toContain(true);
    handled.place.release();
    half.place.release();
    expect(await listGranted(waiting)).toEqual([0, 1]);
  });
});

describe("a body that needs a place", () => {
  const limits = { bytesMax: MB, timeoutMs: 60_000, separator: null };
  const createBody = (places: BodyPlaces, open = () => new Blob(["a=1"]).stream()) =>
    new LimitedBody(open, limits, () => places.enter("a", 20 * MB));
  const read = (body: LimitedBody) => new Response(body.stream).text();
  const fill = (places: BodyPlaces) => new Body(places, "a", 20 * MB).hold(20 * MB);

  it("is not opened before it has one, and keeps what it has until there is a response", async () => {
    const places = createPlaces();
    const full = fill(places);
    const open = vi.fn(() => new Blob(["b=2"]).stream());
    const body = createBody(places, open);
    const reading = read(body);
    await vi.advanceTimersByTimeAsync(1);
    expect(open).not.toHaveBeenCalled();
    full.place.release();
    expect(await reading).toBe("b=2");
    expect(places.bytes).toBe(3);
    body.release();
    expect(places.bytes).toBe(0);
  });

  it("fails when it waited in vain, with what the API responds to", async () => {
    const places = createPlaces();
    fill(places);
    const body = createBody(places);
    const reading = expect(read(body)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await reading;
    expect(body.failure).toBe("noPlace");
  });

  it("fails so too when it is cut off for another", async () => {
    const places = createPlaces();
    const slow = createBody(places, () => new ReadableStream());
    const reading = expect(read(slow)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await vi.advanceTimersByTimeAsync(1);
    const other = fill(places);
    await vi.advanceTimersByTimeAsync(OVERDUE_AFTER_MS);
    await reading;
    expect(slow.failure).toBe("noPlace");
    slow.release();
    expect(await listGranted([other])).toEqual([0]);
  });

  it("leaves its place to the next when its sender is too slow", async () => {
    const places = createPlaces();
    const slow = createBody(places, () => new ReadableStream());
    const reading = expect(read(slow)).rejects.toThrow("tooSlow");
    await vi.advanceTimersByTimeAsync(limits.timeoutMs);
    await reading;
    slow.release();
    expect(places.bytes).toBe(0);
  });

  it("has its time for its sender alone, not for its waits", async () => {
    const places = createPlaces();
    const chunks = [1, 2, 3].map(() => new Uint8Array(100_000));
    const open = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const chunk = chunks.shift();
            if (chunk) controller.enqueue(chunk);
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    const full = new Body(places, "a", 20 * MB).hold(19.9 * MB);
    const body = new LimitedBody(open, { ...limits, timeoutMs: 100 }, () => places.enter("a", MB));
    const reading = read(body);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    full.place.release();
    expect(await reading).toHaveLength(300_000);
  });

  it("takes none when its request was over before it got one", async () => {
    const places = createPlaces();
    const full = fill(places);
    const over = createBody(places);
    const reading = expect(read(over)).rejects.toThrow("aborted");
    await vi.advanceTimersByTimeAsync(0);
    over.release();
    await reading;
    full.place.release();
    expect(places.bytes).toBe(0);
    expect(await read(createBody(places))).toBe("a=1");
  });
});
