import { STALL_MS } from "./limits.ts";

/** Why a body was not read to its end. */
export type BodyFailure = "tooLarge" | "tooSlow" | "aborted";

export type Separator = { text: string; max: number };

export type BodyLimits = {
  bytesMax: number;
  /** From the start of the request to the end of its body. */
  withinMs: number;
  /**
   * The separator of form fields, and its maximum count; null for a body whose parser counts its
   * fields.
   */
  separator: Separator | null;
};

/**
 * A request's body within limits, read on demand: a form that no handler reads stays in the socket.
 * Reading throws when a limit is exceeded, the client pauses for longer than STALL_MS or is gone;
 * `failure` then has the reason. Cancelling leaves the client's connection open, so that a response
 * can still be sent.
 */
export class LimitedBody {
  failure: BodyFailure | null = null;
  readonly stream: ReadableStream<Uint8Array>;
  readonly #limits: BodyLimits;
  readonly #open: () => ReadableStream<Uint8Array>;
  readonly #separators: SeparatorCounter | null;
  /** Counted from the first read: a request may wait for its turn before it is read. */
  #endsAt: number | null = null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #length = 0;

  /** Takes the function that opens the body, so that nothing flows before the first read. */
  constructor(open: () => ReadableStream<Uint8Array>, limits: BodyLimits) {
    this.#open = open;
    this.#limits = limits;
    this.#separators = limits.separator === null ? null : new SeparatorCounter(limits.separator);
    this.stream = new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller) },
      { highWaterMark: 0 },
    );
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const chunk = await this.#read();
    if (this.failure) controller.error(new Error(`the body was not read: ${this.failure}`));
    else if (chunk) controller.enqueue(chunk);
    else controller.close();
  }

  /** The next bytes; null at the end and after a failure. */
  async #read(): Promise<Uint8Array | null> {
    this.#reader ??= this.#open().getReader();
    this.#endsAt ??= performance.now() + this.#limits.withinMs;
    const waitMs = Math.max(0, Math.min(STALL_MS, this.#endsAt - performance.now()));
    const result = await within(waitMs, this.#reader.read()).catch(() => "aborted" as const);
    if (result === "tooSlow" || result === "aborted") return this.#fail(result);
    if (result.done) return null;
    this.#length += result.value.byteLength;
    const hasTooManyFields = this.#separators?.isTooMany(result.value) ?? false;
    const isTooLarge = this.#length > this.#limits.bytesMax || hasTooManyFields;
    return isTooLarge ? this.#fail("tooLarge") : result.value;
  }

  #fail(failure: BodyFailure): null {
    this.failure = failure;
    return null;
  }
}

/** The result of `work`, or "tooSlow" after `ms`. */
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

/** Counts a separator in a byte stream, including across chunk boundaries. */
class SeparatorCounter {
  #count = 0;
  #rest = Buffer.alloc(0);
  readonly #text: Buffer;
  readonly #max: number;

  constructor({ text, max }: Separator) {
    this.#text = Buffer.from(text);
    this.#max = max;
  }

  /** True when this chunk exceeds the maximum. */
  isTooMany(chunk: Uint8Array): boolean {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let at = bytes.indexOf(this.#text);
    for (; at !== -1 && this.#count <= this.#max; at = bytes.indexOf(this.#text, at + 1)) {
      this.#count += 1;
    }
    this.#rest = bytes.subarray(Math.max(0, bytes.length - this.#text.length + 1));
    return this.#count > this.#max;
  }
}
