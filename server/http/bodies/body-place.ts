export type PlaceTimes = {
  /** How long a body may wait for bytes in total. */
  timeoutMs: number;
  /** How long a body waits before slow bodies are cut off in its favour. */
  overdueAfterMs: number;
  /** A body is slow if all of it, at its present pace, would take longer than this to arrive. */
  paceMs: number;
};

type Owner = {
  /** Called when the body requests bytes, or needs fewer than before. */
  onChange(): void;
  /** Called when the body has waited so long that slow ones may be cut off in its favour. */
  onOverdue(): void;
  onRelease(): void;
};

type Waiting = {
  bytes: number;
  since: number;
  resolve(isGranted: boolean): void;
  timers: NodeJS.Timeout[];
};

/** How often an overdue body checks again whether slow ones can be cut off. */
const OVERDUE_CHECK_EVERY_MS = 500;
/**
 * How long a sender may pause at first. Keeping the pace for this long earns the next such pause.
 */
const SLACK_MS = 3_000;
/** The pause allowed after the body itself had to wait, while its sender could fill the socket. */
const SLACK_AFTER_WAIT_MS = 1_000;

/** The memory reserved for one body. Its owner (`BodyPlaces`) grants bytes, and may cut it off. */
export class BodyPlace {
  readonly client: string;
  /** Bytes reserved so far. */
  bytes = 0;
  /** The maximum that the body may still need in total. */
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

  /** Bytes that it waits for, in addition to those it has; 0 if it is not waiting. */
  get missing(): number {
    return this.#waiting ? this.#waiting.bytes - this.bytes : 0;
  }

  /** True while reading waits for a sender that has been slow for longer than SLACK_MS. */
  isBehind(now: number): boolean {
    return this.#pace.isBehind(now);
  }

  /**
   * Waits until `bytes` in total are reserved, capped at `bytesMax`. Resolves to false if they did
   * not become free in time.
   */
  hold(bytes: number): Promise<boolean> {
    const total = Math.min(bytes, this.bytesMax);
    if (this.#isReleased) return Promise.resolve(false);
    if (total <= this.bytes) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#waiting = { bytes: total, since: performance.now(), resolve, timers: [] };
      this.#owner.onChange();
      this.#startTimers();
    });
  }

  #startTimers(): void {
    const { timeoutMs, overdueAfterMs } = this.#times;
    // The owner may have granted the bytes immediately.
    const { timers } = this.#waiting ?? {};
    if (!timers) return;
    const checkOverdueIn = (ms: number) =>
      setTimeout(() => {
        timers[1] = checkOverdueIn(OVERDUE_CHECK_EVERY_MS);
        this.#owner.onOverdue();
      }, ms);
    const left = (ms: number) => Math.max(0, ms - this.#waitedMs);
    timers[0] = setTimeout(() => this.#stopWaiting(false), left(timeoutMs));
    timers[1] = checkOverdueIn(left(overdueAfterMs));
  }

  /** Called by the owner: reserves the requested bytes. */
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
    // Younger bodies may have been waiting behind this one.
    if (!isGranted) this.#owner.onChange();
  }

  /**
   * Waits for `reading`, the sender's next bytes (`lengthOf` counts them), and measures its pace.
   * Resolves to "cut" if the body is cut off meanwhile.
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
    const counted = reading.then((result) => {
      bytes = lengthOf(result);
      return result;
    });
    try {
      return await Promise.race([counted, cut]);
    } finally {
      this.#pace.end(performance.now(), bytes);
      this.#stopReading = null;
    }
  }

  /** Called by the owner while the body is behind: stops waiting for its sender. */
  cutOff(): void {
    this.isCut = true;
    this.#stopReading?.();
  }

  /** Call when the body has ended, with its length: it needs no more bytes. */
  complete(bytes: number): void {
    if (this.#isReleased) return;
    this.bytes = Math.min(bytes, this.bytes);
    this.bytesMax = this.bytes;
    this.#owner.onChange();
  }

  /** Gives the bytes back; further calls have no effect. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#owner.onRelease();
    this.#stopWaiting(false);
  }
}

/** Measures whether a sender keeps a pace, counting only the time in which reading waits for it. */
class Pace {
  readonly #msPerByte: number;
  #slackMs = SLACK_MS;
  #since: number | null = null;

  constructor(msPerByte: number) {
    this.#msPerByte = msPerByte;
  }

  begin(now: number): void {
    this.#since = now;
  }

  end(now: number, bytes: number): void {
    const passedMs = now - (this.#since ?? now);
    const left = Math.max(0, this.#slackMs - passedMs);
    // Capped, because bytes that were already in the socket say nothing about the sender's pace.
    const earned = Math.min(bytes * this.#msPerByte, 2 * passedMs);
    this.#slackMs = Math.min(SLACK_MS, left + earned);
    this.#since = null;
  }

  /** Excludes time in which nothing was read, although the sender may have been sending. */
  skip(ms: number): void {
    const left = Math.max(SLACK_AFTER_WAIT_MS, this.#slackMs - ms);
    this.#slackMs = Math.min(this.#slackMs, left);
  }

  isBehind(now: number): boolean {
    return this.#since !== null && now - this.#since >= this.#slackMs;
  }
}
