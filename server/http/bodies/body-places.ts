import {
  BODIES_HELD_BYTES_MAX,
  BODIES_OF_CLIENT_MAX,
  PACE_MS,
  PLACE_OVERDUE_AFTER_MS,
  PLACE_TIMEOUT_MS,
  UPLOADS_HELD_BYTES_MAX,
  UPLOADS_OF_CLIENT_MAX,
} from "../limits.ts";
import { BodyPlace, type PlaceTimes } from "./body-place.ts";

export type PlaceLimits = PlaceTimes & {
  /** Bytes of all bodies held at the same time; one client may hold half of them. */
  bytesMax: number;
  ofClientMax: number;
};

const TIMES = { timeoutMs: PLACE_TIMEOUT_MS, paceMs: PACE_MS };

/**
 * Shares a fixed amount of memory among request bodies. A body enters before it is read, reserves
 * bytes as they arrive, and keeps them until its request has been responded to. While no bytes are
 * free, the rest of it stays in the socket. Bodies that wait for each other cannot deadlock: a body
 * only gets bytes that no older one may still need (the banker's algorithm), and none overtakes an
 * older one that waits, so the oldest can always finish. Once a body has waited too long, slow ones
 * in its way are cut off.
 */
export class BodyPlaces {
  readonly #limits: PlaceLimits;
  /** Oldest first. */
  #admitted: BodyPlace[] = [];
  /** Bodies of clients that already have as many places as they may, first come first served. */
  #queued: BodyPlace[] = [];

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Bytes currently reserved. */
  get bytes(): number {
    return this.#admitted.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Creates a place for a body of up to `bytes`; reserves nothing before `hold`. */
  enter(client: string, bytes: number): BodyPlace {
    // More can never be granted: the body, and all behind it, would wait forever.
    const bytesMax = Math.min(bytes, this.#limits.bytesMax / 2);
    const place = new BodyPlace(client, bytesMax, this.#limits, {
      onChange: () => this.#grant(),
      onOverdue: () => this.#cutFor(place),
      onRelease: () => this.#remove(place),
    });
    this.#queued.push(place);
    this.#admit();
    return place;
  }

  #remove(place: BodyPlace): void {
    this.#admitted = this.#admitted.filter((one) => one !== place);
    this.#queued = this.#queued.filter((one) => one !== place);
    this.#admit();
    this.#grant();
  }

  #admit(): void {
    for (const place of this.#queued) {
      if (!this.#hasPlaceFor(place.client, this.#admitted)) continue;
      this.#queued = this.#queued.filter((one) => one !== place);
      this.#admitted.push(place);
    }
  }

  /** Grants free bytes to waiting bodies, the oldest first. */
  #grant(): void {
    for (const place of this.#admitted) {
      if (place.missing === 0 || !this.#fitsClient(place, this.#admitted)) continue;
      // Younger bodies must not overtake it: bytes that become free are kept for it.
      if (!fits(place, this.#admitted, this.#limits.bytesMax)) return;
      place.grant();
    }
  }

  /** Cuts off slow bodies in the way of `place`: the largest first, no more than necessary. */
  #cutFor(place: BodyPlace): void {
    const now = performance.now();
    const staying = new Set(this.#admitted.filter(({ isCut }) => !isCut));
    const slow = [...staying].filter((one) => one !== place && one.isBehind(now));
    slow.sort((one, other) => other.bytesMax - one.bytesMax);
    const own = slow.filter(({ client }) => client === place.client);
    for (const one of own) if (!this.#fitsClient(place, [...staying])) staying.delete(one);
    const { bytesMax } = this.#limits;
    for (const one of slow) if (!fits(place, [...staying], bytesMax)) staying.delete(one);
    // If it still does not fit, it also waits for others, and cutting these off might not help it.
    if (!this.#fitsClient(place, [...staying]) || !fits(place, [...staying], bytesMax)) return;
    for (const one of slow) if (!staying.has(one)) one.cutOff();
  }

  /**
   * Whether the client's share allows the bytes, and also a place for `place` if it has none yet.
   */
  #fitsClient(place: BodyPlace, places: readonly BodyPlace[]): boolean {
    const own = places.filter(({ client }) => client === place.client);
    const hasPlace = own.includes(place) || this.#hasPlaceFor(place.client, own);
    return hasPlace && fits(place, own, this.#limits.bytesMax / 2);
  }

  #hasPlaceFor(client: string, places: readonly BodyPlace[]): boolean {
    return places.filter((one) => one.client === client).length < this.#limits.ofClientMax;
  }
}

/**
 * Whether `place` can be granted its bytes so that each older body could still get all that it may
 * need once those before it have ended. `places` are sorted oldest first.
 */
function fits(place: BodyPlace, places: readonly BodyPlace[], bytesMax: number): boolean {
  let bytes = place.missing;
  let isOlder = !places.includes(place);
  for (const one of places.toReversed()) {
    bytes += one.bytes;
    if (isOlder && bytes + one.bytesMax - one.bytes > bytesMax) return false;
    if (one === place) isOlder = true;
  }
  return true;
}

/** The places of a process: for forms with files, and for other large bodies. */
export type AllPlaces = { uploads: BodyPlaces; others: BodyPlaces };

/** Creates the places of a process. `overdueAfterMs` as in PlaceTimes. */
export const createPlaces = (overdueAfterMs = PLACE_OVERDUE_AFTER_MS): AllPlaces => ({
  uploads: new BodyPlaces({
    bytesMax: UPLOADS_HELD_BYTES_MAX,
    ofClientMax: UPLOADS_OF_CLIENT_MAX,
    ...TIMES,
    overdueAfterMs,
  }),
  others: new BodyPlaces({
    bytesMax: BODIES_HELD_BYTES_MAX,
    ofClientMax: BODIES_OF_CLIENT_MAX,
    ...TIMES,
    overdueAfterMs,
  }),
});
