/** A clock that goes as usual until a test moves or stops it. */
export class TestClock {
  #offsetMs = 0;
  #stoppedAt: Date | null = null;

  readonly now = (): Date => new Date((this.#stoppedAt ?? new Date()).getTime() + this.#offsetMs);

  /** Moves it forward (or back, when negative). */
  advance(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }

  /** Stops it, at the given time or at the present. */
  stop(at: Date = this.now()): void {
    this.#stoppedAt = at;
    this.#offsetMs = 0;
  }

  /** Lets it go on as usual, at the present. */
  resume(): void {
    this.#stoppedAt = null;
    this.#offsetMs = 0;
  }
}
