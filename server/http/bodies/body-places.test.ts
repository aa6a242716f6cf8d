import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BodyPlaces } from "./body-places.ts";
import { LimitedBody } from "./limited-body.ts";

const WITHIN_MS = 1_000;
const MB = 1_000_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** 40 MB in all, 20 for each client, in at most three bodies. */
const createPlaces = () =>
  new BodyPlaces({ bytesMax: 40 * MB, ofClientMax: 3, withinMs: WITHIN_MS });

type Taken = { release: (() => void) | null | undefined };

/** Takes a place; `release` is undefined while it waits, and null when it waited in vain. */
function take(places: BodyPlaces, client: string, bytes: number): Taken {
  const taken: Taken = { release: undefined };
  void places.take(client, bytes).then((release) => {
    taken.release = release;
  });
  return taken;
}

/** Which of them have a place, by their position. */
async function listHeld(taken: readonly Taken[]): Promise<number[]> {
  await vi.advanceTimersByTimeAsync(0);
  return taken.flatMap(({ release }, index) => (release ? [index] : []));
}

describe("the places of bodies", () => {
  it("are as many for one client as it may have, first come first served", async () => {
    const places = createPlaces();
    const taken = [1, 2, 3, 4, 5].map(() => take(places, "a", MB));
    expect(await listHeld(taken)).toEqual([0, 1, 2]);
    taken[1]?.release?.();
    expect(await listHeld(taken)).toEqual([0, 1, 2, 3]);
    taken[0]?.release?.();
    expect(await listHeld(taken)).toEqual([0, 1, 2, 3, 4]);
  });

  it("are given back once, however often it is said", async () => {
    const places = createPlaces();
    const taken = [1, 2, 3, 4, 5].map(() => take(places, "a", MB));
    await listHeld(taken);
    taken[0]?.release?.();
    taken[0]?.release?.();
    expect(await listHeld(taken)).toEqual([0, 1, 2, 3]);
  });

  it("leave half of the bytes to others, whatever one client holds", async () => {
    const places = createPlaces();
    const own = [12, 12, 20].map((mb) => take(places, "a", mb * MB));
    const other = take(places, "b", 20 * MB);
    expect(await listHeld([...own, other])).toEqual([0, 3]);
    own[0]?.release?.();
    expect(await listHeld(own)).toEqual([0, 1]);
  });

  it("never hold more bytes than they may, and keep what gets free for the largest", async () => {
    const places = createPlaces();
    const full = [take(places, "a", 20 * MB), take(places, "b", 15 * MB)];
    const large = take(places, "c", 20 * MB);
    const small = take(places, "d", MB);
    expect(await listHeld([...full, large, small])).toEqual([0, 1]);
    full[1]?.release?.();
    expect(await listHeld([...full, large, small])).toEqual([0, 1, 2]);
    full[0]?.release?.();
    expect(await listHeld([...full, large, small])).toEqual([0, 1, 2, 3]);
  });

  it("go round: who has had one is behind those who wait", async () => {
    const places = createPlaces();
    const many = Array.from({ length: 20 }, () => take(places, "a", 20 * MB));
    const others = [take(places, "b", 20 * MB), take(places, "c", 20 * MB)];
    expect(await listHeld([...many, ...others])).toEqual([0, 20]);
    many[0]?.release?.();
    others[0]?.release?.();
    expect(await listHeld(others)).toEqual([0, 1]);
    expect(await listHeld(many)).toEqual([0, 1]);
  });

  it("give a body that announces more than all may have the share of one client", async () => {
    const places = createPlaces();
    const taken = [take(places, "a", 500 * MB), take(places, "a", MB), take(places, "b", MB)];
    expect(await listHeld(taken)).toEqual([0, 2]);
  });

  it("are waited for only so long, and who gave up takes none", async () => {
    const places = createPlaces();
    const holders = [take(places, "a", 20 * MB), take(places, "b", 20 * MB)];
    const late = take(places, "c", 20 * MB);
    await vi.advanceTimersByTimeAsync(WITHIN_MS - 1);
    const later = take(places, "d", 20 * MB);
    await vi.advanceTimersByTimeAsync(1);
    expect(late.release).toBeNull();
    holders[0]?.release?.();
    expect(await listHeld([late, later])).toEqual([1]);
  });

  it("are free for a small body once a large one before it has given up", async () => {
    const places = createPlaces();
    const holders = [take(places, "a", 20 * MB), take(places, "b", 15 * MB)];
    take(places, "c", 20 * MB);
    await vi.advanceTimersByTimeAsync(WITHIN_MS - 1);
    const small = take(places, "d", MB);
    expect(await listHeld([...holders, small])).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await listHeld([...holders, small])).toEqual([0, 1, 2]);
  });
});

describe("a body that needs a place", () => {
  const limits = { bytesMax: MB, withinMs: 60_000, separator: null };
  const createBody = (places: BodyPlaces, open = () => new Blob(["a=1"]).stream()) =>
    new LimitedBody(open, limits, () => places.take("a", 20 * MB));
  const read = (body: LimitedBody) => new Response(body.stream).text();

  it("is not opened before it has one, and keeps it until its request has a response", async () => {
    const places = createPlaces();
    const first = createBody(places);
    expect(await read(first)).toBe("a=1");
    const open = vi.fn(() => new Blob(["b=2"]).stream());
    const second = read(createBody(places, open));
    await vi.advanceTimersByTimeAsync(1);
    expect(open).not.toHaveBeenCalled();
    first.release();
    expect(await second).toBe("b=2");
  });

  it("fails when it waited in vain, with what the API responds to", async () => {
    const places = createPlaces();
    await places.take("a", 20 * MB);
    const body = createBody(places);
    const reading = expect(read(body)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await vi.advanceTimersByTimeAsync(WITHIN_MS);
    await reading;
    expect(body.failure).toBe("noPlace");
  });

  it("leaves its place to the next when its sender is too slow", async () => {
    const places = createPlaces();
    const slow = createBody(places, () => new ReadableStream());
    const reading = expect(read(slow)).rejects.toThrow("tooSlow");
    await vi.advanceTimersByTimeAsync(limits.withinMs);
    await reading;
    slow.release();
    expect(await read(createBody(places))).toBe("a=1");
  });

  it("takes none when its request was over before it got one", async () => {
    const places = createPlaces();
    const holder = createBody(places);
    await read(holder);
    const over = createBody(places);
    void read(over).catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    over.release();
    holder.release();
    expect(await read(createBody(places))).toBe("a=1");
  });
});
