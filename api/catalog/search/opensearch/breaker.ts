const FAILURES_MAX = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;

/**
 * Keeps requests from waiting for something that fails: after three failures in a row it opens, and
 * stays open until a check in the background has succeeded. Each time that it opens within a minute
 * it pauses twice as long before that check.
 */
export class Breaker {
  readonly #now: () => Date;
  #failures = 0;
  #openedAt: number | null = null;
  #lastOpenedAt = Number.NEGATIVE_INFINITY;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#openedAt !== null;
  }

  /** Whether the time has come to check again what failed. */
  get isCheckDue(): boolean {
    return this.#openedAt !== null && this.#now().getTime() >= this.#openedAt + this.#pauseMs;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** Returns true when this failure opens it. */
  fail(): boolean {
    this.#failures += 1;
    if (this.isOpen || this.#failures < FAILURES_MAX) return false;
    this.open();
    return true;
  }

  /** Opens it, or begins the pause anew, twice as long. */
  open(): void {
    const now = this.#now().getTime();
    const isSoon = now - this.#lastOpenedAt < Math.max(PAUSE_MS_MAX, 2 * this.#pauseMs);
    this.#pauseMs = isSoon ? Math.min(PAUSE_MS_MAX, this.#pauseMs * 2) : FIRST_PAUSE_MS;
    this.#openedAt = now;
    this.#lastOpenedAt = now;
  }

  close(): void {
    this.#failures = 0;
    this.#openedAt = null;
  }
}
