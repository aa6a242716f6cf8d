import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BodyPlace } from "./body-place.ts";
import { BodyPlaces } from "./body-places.ts";

// Bodies of honest and slow senders, whose bytes arrive in any order.

const LIMITS = {
  bytesMax: 40,
  ofClientMax: 3,
  timeoutMs: 45_000,
  overdueAfterMs: 3_000,
  paceMs: 40_000,
};
const CHUNK = 3;
/**
 * The time until a body is overdue, and then slow bodies of one client that have waited themselves,
 * one after another.
 */
const FEW_SECONDS_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sentBody = fc.record({
  client: fc.constantFrom("a", "b", "c", "d"),
  bytes: fc.integer({ min: 1, max: 20 }),
});
/** A body that stops before its end, from a client other than those of honest ones. */
const slowBody = fc.record({
  client: fc.constantFrom("x", "y", "z"),
  bytes: fc.integer({ min: 1, max: 20 }),
  share: fc.double({ min: 0, max: 0.9, noNaN: true }),
});

type Sent = { client: string; bytes: number; place: BodyPlace };

/** Checks after each step that no more bytes are held than the limits allow. */
class Shop {
  readonly places = new BodyPlaces(LIMITS);
  readonly held: Sent[] = [];

  enter({ client, bytes }: { client: string; bytes: number }): Sent {
    const sent = { client, bytes, place: this.places.enter(client, bytes) };
    this.held.push(sent);
    return sent;
  }

  leave(sent: Sent): void {
    this.held.splice(this.held.indexOf(sent), 1);
    sent.place.release();
    this.check();
  }

  check(): void {
    expect(this.places.bytes).toBeLessThanOrEqual(LIMITS.bytesMax);
    for (const { client } of this.held) {
      const own = this.held.filter((one) => one.client === client && one.place.bytes > 0);
      const bytes = own.reduce((sum, { place }) => sum + place.bytes, 0);
      expect(bytes).toBeLessThanOrEqual(LIMITS.bytesMax / 2);
      expect(own.length).toBeLessThanOrEqual(LIMITS.ofClientMax);
    }
  }
}

/** Reads a body as LimitedBody does, chunk by chunk; `arrive` waits for the sender's next chunk. */
async function readAll(shop: Shop, sent: Sent, arrive: () => Promise<unknown>): Promise<boolean> {
  for (let length = 0; length < sent.bytes; ) {
    const isHeld = await sent.place.hold(length + CHUNK);
    shop.check();
    if (!isHeld) return false;
    const chunk = Math.min(CHUNK, sent.bytes - length);
    if ((await sent.place.read(arrive(), () => chunk)) === "cut") return false;
    length += chunk;
  }
  sent.place.complete(sent.bytes);
  return true;
}

describe("bodies whose bytes arrive in any order", () => {
  it("are all read to their ends, within the limits", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentBody, { minLength: 1, maxLength: 15 }),
        fc.scheduler(),
        async (bodies, scheduler) => {
          const shop = new Shop();
          const read = async (body: (typeof bodies)[number]) => {
            const sent = shop.enter(body);
            const isRead = await readAll(shop, sent, () => scheduler.schedule(Promise.resolve()));
            await scheduler.schedule(Promise.resolve());
            shop.leave(sent);
            return isRead;
          };
          // Nothing waits for a timer: two bodies that waited for each other would never end.
          const ends = await scheduler.waitFor(Promise.all(bodies.map(read)));
          expect(ends).not.toContain(false);
          expect(shop.places.bytes).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("wait a few seconds at most for any number of slow ones, from any networks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(slowBody, { minLength: 1, maxLength: 12 }),
        fc.array(sentBody, { minLength: 1, maxLength: 6 }),
        async (slow, honest) => {
          const shop = new Shop();
          const never = new Promise<never>(() => {});
          for (const body of slow) {
            const sent = shop.enter(body);
            const sends = Math.floor((body.bytes * body.share) / CHUNK);
            let count = 0;
            const arrive = () => (count++ < sends ? Promise.resolve() : never);
            void readAll(shop, sent, arrive).then(() => shop.leave(sent));
          }
          await vi.advanceTimersByTimeAsync(0);
          const ends = honest.map(async (body) => {
            const sent = shop.enter(body);
            const isRead = await readAll(shop, sent, async () => {});
            shop.leave(sent);
            return isRead;
          });
          const all = Promise.all(ends);
          await vi.advanceTimersByTimeAsync(FEW_SECONDS_MS);
          expect(await Promise.race([all, "still waiting"])).toEqual(honest.map(() => true));
        },
      ),
      { numRuns: 100 },
    );
  });
});
