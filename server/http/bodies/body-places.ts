import {
  BODIES_HELD_BYTES_MAX,
  BODIES_OF_CLIENT_MAX,
  PACE_MS,
  PLACE_PATIENCE_MS,
  PLACE_WITHIN_MS,
  UPLOADS_HELD_BYTES_MAX,
  UPLOADS_OF_CLIENT_MAX,
} from "../limits.ts";
import { BodyPlace, type PlaceTimes } from "./body-place.ts";

export type PlaceLimits = PlaceTimes & {
  /** Of all bodies that are held at the same time; one client may hold half of it. */
  bytesMax: number;
  ofClientMax: number;
};

const TIMES = { withinMs: PLACE_WITHIN_MS, paceMs: PACE_MS };

/**
 * Bodies that are held in memory at the same time. A body enters before it is read, reserves bytes
 * as they arrive, and keeps them until its request has been responded to; while no more are free it
 * stays in the socket. They may wait for bytes of each other without a deadlock, because they end in
 * the order in which they entered: none gets bytes that an older one may still need (the banker's
 * algorithm), and none overtakes an older one that waits. Once one has waited for too long, the slow
 * ones in its way are cut off.
 */
export class BodyPlaces {
  readonly #limits: PlaceLimits;
  /** Those that have entered, the oldest first. */
  #entered: BodyPlace[] = [];
  /** Those of clients that have as many as they may, first come first served. */
  #outside: BodyPlace[] = [];

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Bytes that are reserved now. */
  get bytes(): number {
    return this.#entered.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** A place for a body that may have so many bytes; none are reserved before `hold`. */
  enter(client: string, bytes: number): BodyPlace {
    // More could never be granted: the body would wait in vain, and others behind it.
    const bytesMax = Math.min(bytes, this.#limits.bytesMax / 2);
    const place = new BodyPlace(client, bytesMax, this.#limits, {
      onChange: () => this.#grant(),
      onImpatient: () => this.#cutFor(place),
      onRelease: () => this.#remove(place),
    });
    this.#outside.push(place);
    this.#letIn();
    return place;
  }

  #remove(place: BodyPlace): void {
    this.#entered = this.#entered.filter((one) => one !== place);
    this.#outside = this.#outside.filter((one) => one !== place);
    this.#letIn();
    this.#grant();
  }

  #letIn(): void {
    for (const place of this.#outside) {
      if (!this.#hasPlaceFor(place.client, this.#entered)) continue;
      this.#outside = this.#outside.filter((one) => one !== place);
      this.#entered.push(place);
    }
  }

  /** Gives free bytes to those who wait, the oldest first. */
  #grant(): void {
    for (const place of this.#entered) {
      if (place.missing === 0 || !this.#fitsClient(place, this.#entered)) continue;
      // Nobody overtakes it: what becomes free is kept for it.
      if (!fits(place, this.#entered, this.#limits.bytesMax)) return;
      place.grant();
    }
  }

  /** Cuts off slow ones in the way of `place`, the largest first and no more than it needs. */
  #cutFor(place: BodyPlace): void {
    const now = performance.now();
    const staying = new Set(this.#entered.filter(({ isCut }) => !isCut));
    const slow = [...staying].filter((one) => one !== place && one.isBehind(now));
    slow.sort((one, other) => other.bytesMax - one.bytesMax);
    const own = slow.filter(({ client }) => client === place.client);
    for (const one of own) if (!this.#fitsClient(place, [...staying])) staying.delete(one);
    const { bytesMax } = this.#limits;
    for (const one of slow) if (!fits(place, [...staying], bytesMax)) staying.delete(one);
    // Otherwise it has to wait for others too, and cutting these off might be in vain.
    if (!this.#fitsClient(place, [...staying]) || !fits(place, [...staying], bytesMax)) return;
    for (const one of slow) if (!staying.has(one)) one.cutOff();
  }

  /** Whether its client may have one more place, where it has none yet, and its bytes. */
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
 * Whether `place` may have the bytes that it wants, and each older one could still have all that it
 * may need once those before it have ended. `places` are from the oldest on.
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

/** Places of this process, for forms with files and for other large bodies. */
export type AllPlaces = { uploads: BodyPlaces; others: BodyPlaces };

/** All places of a process, free. `patienceMs` as in PlaceTimes. */
export const createPlaces = (patienceMs = PLACE_PATIENCE_MS): AllPlaces => ({
  uploads: new BodyPlaces({
    bytesMax: UPLOADS_HELD_BYTES_MAX,
    ofClientMax: UPLOADS_OF_CLIENT_MAX,
    ...TIMES,
    patienceMs,
  }),
  others: new BodyPlaces({
    bytesMax: BODIES_HELD_BYTES_MAX,
    ofClientMax: BODIES_OF_CLIENT_MAX,
    ...TIMES,
    patienceMs,
  }),
});
