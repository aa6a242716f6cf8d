import { type Separator, SeparatorCounter } from "#api/http/form-body.ts";
import { DomainError, RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import { STALL_MS, WAITED_BODY_TIMEOUT_MS } from "../limits.ts";
import type { BodyPlace } from "./body-place.ts";

/**
 * Why a body was not read to its end. `noPlace`: too many others are being read, so it got no more
 * bytes in time, or was cut off in their favour because it was slow.
 */
export type BodyFailure = "tooLarge" | "tooSlow" | "aborted" | "noPlace";

export type BodyLimits = {
  bytesMax: number;
  /**
   * From its request's arrival to its end, not counting the time in which it waits for its place.
   * If it is first read later, because its request waited for its turn, at least
   * WAITED_BODY_TIMEOUT_MS.
   */
  timeoutMs: number;
  /**
   * The separator of form fields, with its limits; null for a body whose parser counts its fields.
   */
  separator: Separator | null;
};

/**
 * Takes a place in memory (`BodyPlaces`): for the whole body (null), or only for its first bytes.
 */
export type TakePlace = (beginningBytes: number | null) => BodyPlace;

/** No chunk of a body is larger: sockets are read in pieces of this size. */
const CHUNK_BYTES_MAX = 64 * 1024;

/**
 * A request's body within limits, read on demand: a form that no handler reads stays in the socket,
 * as does one that waits for its place. Reading throws if a limit is exceeded, the client pauses
 * for longer than STALL_MS or has disconnected, or no place is free; `failure` then has the reason.
 * Cancelling leaves the client's connection open, so that a response can still be sent.
 */
export class LimitedBody {
  failure: BodyFailure | null = null;
  readonly stream: ReadableStream<Uint8Array>;
  readonly #limits: BodyLimits;
  readonly #open: () => ReadableStream<Uint8Array>;
  readonly #separators: SeparatorCounter | null;
  readonly #takePlace: TakePlace | null;
  #place: BodyPlace | null = null;
  #beginningBytes: number | null = null;
  #isReleased = false;
  /** Extended by the time in which the body waits for its place. */
  #endsAt: number;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #length = 0;

  /**
   * `open` is a function, so that nothing flows before the first read. `takePlace` is null for a
   * body that needs no place.
   */
  constructor(
    open: () => ReadableStream<Uint8Array>,
    limits: BodyLimits,
    takePlace: TakePlace | null = null,
  ) {
    this.#open = open;
    this.#limits = limits;
    this.#endsAt = performance.now() + limits.timeoutMs;
    this.#takePlace = takePlace;
    this.#separators = limits.separator === null ? null : new SeparatorCounter(limits.separator);
    this.stream = new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller) },
      { highWaterMark: 0 },
    );
  }

  /**
   * Announces, before the first read, that only about this many bytes will be read, which takes a
   * smaller place. Reading fails beyond twice as many, because streams read ahead.
   */
  readBeginning(bytes: number): void {
    this.#beginningBytes = bytes * 2;
  }

  /**
   * Reads the rest within the same limits and drops it, so that a client that reads no response
   * before it has sent everything gets one. Never throws: `failure` says why it ended early. Ends
   * with the connection, which a shutdown closes.
   */
  async drain(): Promise<void> {
    while (await this.#read());
  }

  /** Gives its place back. Call it once the request has been responded to. */
  release(): void {
    this.#isReleased = true;
    this.#place?.release();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const chunk = await this.#read();
    if (this.failure) controller.error(toError(this.failure));
    else if (chunk) controller.enqueue(chunk);
    else controller.close();
  }

  /** The next bytes; null at the end and after a failure. */
  async #read(): Promise<Uint8Array | null> {
    if (this.failure) return null;
    if (!(await this.#holdNext())) return this.#fail(this.#isReleased ? "aborted" : "noPlace");
    this.#reader ??= this.#begin();
    const waitMs = Math.max(0, Math.min(STALL_MS, this.#endsAt - performance.now()));
    const reading = within(waitMs, this.#reader.read()).catch(() => "aborted" as const);
    const result = this.#place ? await this.#place.read(reading, toLength) : await reading;
    if (result === "cut") return this.#fail("noPlace");
    if (result === "tooSlow" || result === "aborted") return this.#fail(result);
    if (result.done) {
      this.#place?.complete(this.#length);
      return null;
    }
    this.#length += result.value.byteLength;
    if (this.#length > (this.#beginningBytes ?? Number.POSITIVE_INFINITY))
      return this.#fail("aborted");
    const hasTooMuch = this.#separators?.isTooMuch(result.value) ?? false;
    const isTooLarge = this.#length > this.#limits.bytesMax || hasTooMuch;
    return isTooLarge ? this.#fail("tooLarge") : result.value;
  }

  /** Reserves the next bytes before they are read; false if none became free in time. */
  async #holdNext(): Promise<boolean> {
    if (!this.#takePlace) return true;
    // The body was released meanwhile: nobody else would give this place back.
    if (this.#isReleased) return false;
    this.#place ??= this.#takePlace(this.#beginningBytes);
    const beganAt = performance.now();
    const isHeld = await this.#place.hold(this.#length + CHUNK_BYTES_MAX);
    // Its sender is not to blame for the wait.
    this.#endsAt += performance.now() - beganAt;
    return isHeld;
  }

  /** Starts reading. Even after a long wait there is time to read what is in the socket by then. */
  #begin(): ReadableStreamDefaultReader<Uint8Array> {
    const leastMs = Math.min(this.#limits.timeoutMs, WAITED_BODY_TIMEOUT_MS);
    this.#endsAt = Math.max(this.#endsAt, performance.now() + leastMs);
    return this.#open().getReader();
  }

  #fail(failure: BodyFailure): null {
    this.failure = failure;
    return null;
  }
}

const toLength = (read: string | ReadableStreamReadResult<Uint8Array>) =>
  typeof read === "string" ? 0 : (read.value?.byteLength ?? 0);

/** The API responds to this error with 503, and treats any other as a truncated body. */
function toError(failure: BodyFailure): Error {
  if (failure !== "noPlace") return new Error(`the body was not read: ${failure}`);
  return new DomainError("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The result of `work`, or "tooSlow" after `ms` milliseconds. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | "tooSlow"> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<"tooSlow">((resolve) => {
    timer = setTimeout(resolve, ms, "tooSlow");
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
