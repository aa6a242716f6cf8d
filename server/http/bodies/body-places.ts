import {
  BODIES_HELD_BYTES_MAX,
  BODIES_OF_CLIENT_MAX,
  PLACE_WITHIN_MS,
  UPLOADS_HELD_BYTES_MAX,
  UPLOADS_OF_CLIENT_MAX,
} from "../limits.ts";

export type PlaceLimits = {
  /** Of all bodies that are held at the same time; one client may hold half of it. */
  bytesMax: number;
  ofClientMax: number;
  /** Milliseconds that a body waits for its place. */
  withinMs: number;
};

type Waiting = { bytes: number; grant(release: () => void): void };
type Held = { count: number; bytes: number };

/**
 * Bodies that are held in memory at the same time: a request takes a place before its body is read
 * and keeps it until it has been responded to. Until then its body stays in the socket. Clients
 * take turns, so many requests of one do not delay those of others, and a large body is not
 * overtaken for ever by small ones.
 */
export class BodyPlaces {
  readonly #limits: PlaceLimits;
  readonly #held = new Map<string, Held>();
  /** By client, the one whose turn is next first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #bytes = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place for so many bytes. Resolves to the function that gives it back, which may be
   * called more than once; to null when no place was free in time.
   */
  take(client: string, bytes: number): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const place: Waiting = {
        // More could never be granted: the body would wait in vain, and others behind it.
        bytes: Math.min(bytes, this.#limits.bytesMax / 2),
        grant: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const timer = setTimeout(() => {
        this.#leave(client, place);
        resolve(null);
        // Others may have waited behind it.
        this.#next();
      }, this.#limits.withinMs);
      this.#waiting.set(client, [...(this.#waiting.get(client) ?? []), place]);
      this.#next();
    });
  }

  /** Gives free places to those who wait. */
  #next(): void {
    while (this.#grantOne());
  }

  /** Gives a place to the client whose turn it is; false when it has to wait. */
  #grantOne(): boolean {
    for (const [client, [first]] of this.#waiting) {
      if (!first || !this.#mayHold(client, first.bytes)) continue;
      // Nobody overtakes it: what becomes free is kept for it.
      if (this.#bytes + first.bytes > this.#limits.bytesMax) return false;
      this.#leave(client, first);
      this.#moveToEnd(client);
      first.grant(this.#hold(client, first.bytes));
      return true;
    }
    return false;
  }

  #mayHold(client: string, bytes: number): boolean {
    const { count, bytes: held } = this.#held.get(client) ?? { count: 0, bytes: 0 };
    const { ofClientMax, bytesMax } = this.#limits;
    return count < ofClientMax && held + bytes <= bytesMax / 2;
  }

  #hold(client: string, bytes: number): () => void {
    this.#add(client, { count: 1, bytes });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(client, { count: -1, bytes: -bytes });
      this.#next();
    };
  }

  #add(client: string, { count, bytes }: Held): void {
    const held = this.#held.get(client) ?? { count: 0, bytes: 0 };
    const next = { count: held.count + count, bytes: held.bytes + bytes };
    this.#bytes += bytes;
    if (next.count === 0) this.#held.delete(client);
    else this.#held.set(client, next);
  }

  #leave(client: string, place: Waiting): void {
    const left = (this.#waiting.get(client) ?? []).filter((one) => one !== place);
    if (left.length === 0) this.#waiting.delete(client);
    else this.#waiting.set(client, left);
  }

  #moveToEnd(client: string): void {
    const places = this.#waiting.get(client);
    this.#waiting.delete(client);
    if (places) this.#waiting.set(client, places);
  }
}

/** Places of this process, for forms with files and for other large bodies. */
export type AllPlaces = { uploads: BodyPlaces; others: BodyPlaces };

/** All places of a process, free. */
export const createPlaces = (): AllPlaces => ({
  uploads: new BodyPlaces({
    bytesMax: UPLOADS_HELD_BYTES_MAX,
    ofClientMax: UPLOADS_OF_CLIENT_MAX,
    withinMs: PLACE_WITHIN_MS,
  }),
  others: new BodyPlaces({
    bytesMax: BODIES_HELD_BYTES_MAX,
    ofClientMax: BODIES_OF_CLIENT_MAX,
    withinMs: PLACE_WITHIN_MS,
  }),
});
