const FAILURES_MAX = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;

/**
 * Circuit breaker: opens after three failures in a row and stays open until a background check
 * succeeds. Each time it reopens within a minute, the pause before the next check doubles.
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

  /** Whether a check is due. */
  get isCheckDue(): boolean {
    return this.#openedAt !== null && this.#now().getTime() >= this.#openedAt + this.#pauseMs;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** Records a failure; returns true when it opens the breaker. */
  fail(): boolean {
    this.#failures += 1;
    if (this.isOpen || this.#failures < FAILURES_MAX) return false;
    this.open();
    return true;
  }

  /** Opens the breaker, or restarts the pause at twice the length. */
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
