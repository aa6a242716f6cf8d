/** A clock that runs normally until a test moves or stops it. */
export class TestClock {
  #offsetMs = 0;
  #stoppedAt: Date | null = null;

  readonly now = (): Date => new Date((this.#stoppedAt ?? new Date()).getTime() + this.#offsetMs);

  /** Moves the clock forward (or back, if negative). */
  advance(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }

  /** Stops the clock, at the given or the current time. */
  stop(at: Date = this.now()): void {
    this.#stoppedAt = at;
    this.#offsetMs = 0;
  }

  /** Lets the clock run again from its current time. */
  resume(): void {
    this.#stoppedAt = null;
    this.#offsetMs = 0;
  }
}
