/** In milliseconds. */
export type PlaceTimes = {
  /** How long a body waits for bytes, in all. */
  withinMs: number;
  /** How long it does so before slow ones are cut off for it. */
  patienceMs: number;
  /** A body is slow if it arrives at a pace at which the whole would take longer than this. */
  paceMs: number;
};

type Owner = {
  /** It wants bytes, or needs fewer than before. */
  onChange(): void;
  /** It has waited for long enough for slow ones to be cut off. */
  onImpatient(): void;
  onRelease(): void;
};

type Waiting = {
  bytes: number;
  since: number;
  resolve(isGranted: boolean): void;
  timers: NodeJS.Timeout[];
};

/** How often a body that has waited for long enough asks again. */
const IMPATIENT_AGAIN_MS = 500;
/** How long a sender may pause at its beginning, and after it has kept the pace for as long. */
const SLACK_MS = 3_000;
/** The same after its body has waited for as long: meanwhile it has filled the socket. */
const SLACK_AFTER_WAIT_MS = 1_000;

/**
 * The bytes that one body holds in memory. Its owner (`BodyPlaces`) grants them and cuts it off.
 */
export class BodyPlace {
  readonly client: string;
  /** Bytes that are reserved for it. */
  bytes = 0;
  /** The most that it may need. */
  bytesMax: number;
  isCut = false;
  readonly #times: PlaceTimes;
  readonly #owner: Owner;
  readonly #pace: Pace;
  #waiting: Waiting | null = null;
  #waitedMs = 0;
  #stopReading: (() => void) | null = null;
  #isReleased = false;

  constructor(client: string, bytesMax: number, times: PlaceTimes, owner: Owner) {
    this.client = client;
    this.bytesMax = bytesMax;
    this.#times = times;
    this.#owner = owner;
    this.#pace = new Pace(times.paceMs / bytesMax);
  }

  /** Bytes that it waits for, besides those that it has; 0 when it does not wait. */
  get missing(): number {
    return this.#waiting ? this.#waiting.bytes - this.bytes : 0;
  }

  /** True while its sender is waited for, and has been slow for longer than SLACK_MS. */
  isBehind(now: number): boolean {
    return this.#pace.isBehind(now);
  }

  /**
   * Waits until so many bytes in all are reserved for it, or the most that it may need. Resolves to
   * false when they were not free in time.
   */
  hold(bytes: number): Promise<boolean> {
    const all = Math.min(bytes, this.bytesMax);
    if (this.#isReleased) return Promise.resolve(false);
    if (all <= this.bytes) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#waiting = { bytes: all, since: performance.now(), resolve, timers: [] };
      this.#owner.onChange();
      this.#startTimers();
    });
  }

  #startTimers(): void {
    const { withinMs, patienceMs } = this.#times;
    // Nothing waits any more where it was granted at once.
    const { timers } = this.#waiting ?? {};
    if (!timers) return;
    const askIn = (ms: number) =>
      setTimeout(() => {
        timers[1] = askIn(IMPATIENT_AGAIN_MS);
        this.#owner.onImpatient();
      }, ms);
    const left = (ms: number) => Math.max(0, ms - this.#waitedMs);
    timers[0] = setTimeout(() => this.#stopWaiting(false), left(withinMs));
    timers[1] = askIn(left(patienceMs));
  }

  /** Called by its owner: it gets what it wants. */
  grant(): void {
    this.bytes += this.missing;
    this.#stopWaiting(true);
  }

  #stopWaiting(isGranted: boolean): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#waiting = null;
    for (const timer of waiting.timers) clearTimeout(timer);
    const waitedMs = performance.now() - waiting.since;
    this.#waitedMs += waitedMs;
    this.#pace.skip(waitedMs);
    waiting.resolve(isGranted);
    // Others may have waited behind it.
    if (!isGranted) this.#owner.onChange();
  }

  /**
   * The result of `reading`, the sender's next bytes, whose number `lengthOf` returns; "cut" when
   * it is cut off meanwhile.
   */
  async read<Result>(
    reading: Promise<Result>,
    lengthOf: (result: Result) => number,
  ): Promise<Result | "cut"> {
    const cut = new Promise<"cut">((resolve) => {
      this.#stopReading = () => resolve("cut");
    });
    this.#pace.begin(performance.now());
    let bytes = 0;
    try {
      const result = await Promise.race([reading, cut]);
      if (result !== "cut") bytes = lengthOf(result as Result);
      return result;
    } finally {
      this.#pace.end(performance.now(), bytes);
      this.#stopReading = null;
    }
  }

  /** Called by its owner while it is behind: its sender is waited for no longer. */
  cutOff(): void {
    this.isCut = true;
    this.#stopReading?.();
  }

  /** Says that the body has ended, with so many bytes: it needs no more. */
  complete(bytes: number): void {
    if (this.#isReleased) return;
    this.bytes = Math.min(bytes, this.bytes);
    this.bytesMax = this.bytes;
    this.#owner.onChange();
  }

  /** Gives its bytes back, once, however often it is called. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#owner.onRelease();
    this.#stopWaiting(false);
  }
}

/** Whether a sender keeps a pace, in the time in which it is waited for. */
class Pace {
  readonly #msOfByte: number;
  #slackMs = SLACK_MS;
  #since: number | null = null;

  constructor(msOfByte: number) {
    this.#msOfByte = msOfByte;
  }

  begin(now: number): void {
    this.#since = now;
  }

  end(now: number, bytes: number): void {
    const passedMs = now - (this.#since ?? now);
    const left = Math.max(0, this.#slackMs - passedMs);
    // No more for bytes that were in the socket already.
    const earned = Math.min(bytes * this.#msOfByte, 2 * passedMs);
    this.#slackMs = Math.min(SLACK_MS, left + earned);
    this.#since = null;
  }

  /** So many milliseconds have passed in which nobody waited for it, and it may have sent. */
  skip(ms: number): void {
    const left = Math.max(SLACK_AFTER_WAIT_MS, this.#slackMs - ms);
    this.#slackMs = Math.min(this.#slackMs, left);
  }

  isBehind(now: number): boolean {
    return this.#since !== null && now - this.#since >= this.#slackMs;
  }
}
