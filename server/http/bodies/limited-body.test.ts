import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { STALL_MS, WAITED_BODY_TIMEOUT_MS } from "../limits.ts";
import { type BodyLimits, LimitedBody } from "./limited-body.ts";

const LARGE_LIMITS: BodyLimits = { bytesMax: 1_000_000, timeoutMs: 60_000, separator: null };

/** A body that arrives in these chunks; `opened` reports whether it was requested. */
function bodyOf(chunks: readonly Uint8Array[], limits: Partial<BodyLimits> = {}) {
  const state = { opened: false };
  const open = () => {
    state.opened = true;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  };
  return { body: new LimitedBody(open, { ...LARGE_LIMITS, ...limits }), state };
}

const read = (body: LimitedBody) => new Response(body.stream).text();

function inChunks(text: string, length: number): Uint8Array[] {
  const bytes = Buffer.from(text);
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, at) =>
    Uint8Array.from(bytes.subarray(at * length, (at + 1) * length)),
  );
}

describe("a body within limits", () => {
  it("is not touched before somebody reads it", async () => {
    const { body, state } = bodyOf([Buffer.from("a=1")]);
    expect(state.opened).toBe(false);
    expect(await read(body)).toBe("a=1");
    expect(state.opened).toBe(true);
    expect(body.failure).toBeNull();
  });

  it("may wait for its turn for longer than it may take to be read", async () => {
    const chunks = inChunks("x".repeat(9), 3);
    const open = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await setImmediate();
          const chunk = chunks.shift();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      });
    const body = new LimitedBody(open, { ...LARGE_LIMITS, timeoutMs: 10_000 });
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    expect(await read(body)).toBe("x".repeat(9));
    later.mockRestore();
  });

  it("has its time from the arrival of its request, and little more after a wait", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const within = { ...LARGE_LIMITS, timeoutMs: 20_000 };
    const silent = () => new LimitedBody(() => new ReadableStream<Uint8Array>(), within);
    const [early, late] = [silent(), silent()];
    await vi.advanceTimersByTimeAsync(12_000);
    void read(early).catch(() => null);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(early.failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(early.failure).toBe("tooSlow");
    void read(late).catch(() => null);
    await vi.advanceTimersByTimeAsync(WAITED_BODY_TIMEOUT_MS - 1);
    expect(late.failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(late.failure).toBe("tooSlow");
  });

  it("drops the rest of what was read in part, a chunk at a time", async () => {
    const sent = inChunks("x".repeat(30), 3);
    const pulled: number[] = [];
    const open = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const chunk = sent.shift();
            if (!chunk) return controller.close();
            pulled.push(chunk.byteLength);
            controller.enqueue(chunk);
          },
        },
        { highWaterMark: 0 },
      );
    const body = new LimitedBody(open, LARGE_LIMITS);
    const reader = body.stream.getReader();
    await reader.read();
    expect(pulled).toHaveLength(1);
    await body.drain();
    expect(pulled).toHaveLength(10);
    expect(body.failure).toBeNull();
    expect(await reader.read()).toMatchObject({ done: true });
    await body.drain();
  });

  it("stops dropping at its limits, and when its sender is gone", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { body: large } = bodyOf(inChunks("x".repeat(11), 3), { bytesMax: 10 });
    await large.drain();
    expect(large.failure).toBe("tooLarge");
    const gone = new LimitedBody(
      () => new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) }),
      LARGE_LIMITS,
    );
    await gone.drain();
    expect(gone.failure).toBe("aborted");
    const silent = new LimitedBody(() => new ReadableStream<Uint8Array>(), LARGE_LIMITS);
    const dropping = silent.drain();
    await vi.advanceTimersByTimeAsync(STALL_MS);
    await dropping;
    expect(silent.failure).toBe("tooSlow");
  });

  it("ends with the first byte too many", async () => {
    expect(await read(bodyOf(inChunks("x".repeat(10), 3), { bytesMax: 10 }).body)).toHaveLength(10);
    const { body } = bodyOf(inChunks("x".repeat(11), 3), { bytesMax: 10 });
    await expect(read(body)).rejects.toThrow("tooLarge");
    expect(body.failure).toBe("tooLarge");
  });

  it("counts its fields however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a=1", "&", "--x", "-", "\r\n"), { maxLength: 40 }),
        fc.constantFrom("&", "--x", "\r\n--x"),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (parts, text, max, length) => {
          const sent = parts.join("");
          const separator = { text, max, headersBytesMax: null };
          const { body } = bodyOf(inChunks(sent, length), { separator });
          const failure = sent.split(text).length - 1 > max ? "tooLarge" : null;
          await read(body).catch(() => undefined);
          expect(body.failure).toBe(failure);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("measures the headers of its parts however the bytes are cut", async () => {
    const separator = { text: "--x", max: 9, headersBytesMax: 6 };
    const failureOf = async (sent: string, length: number) => {
      const { body } = bodyOf(inChunks(sent, length), { separator });
      await read(body).catch(() => undefined);
      return body.failure;
    };
    for (let length = 1; length < 40; length++) {
      const part = "--x\r\na: b\r\n\r\n--long value\r\n";
      expect(await failureOf(`${part}${part}--x--\r\n`, length)).toBeNull();
      expect(await failureOf(`${part}--x\r\na: bc\r\n\r\n1\r\n--x--`, length)).toBe("tooLarge");
      expect(await failureOf(`${part}--x\r\na: b, without an end`, length)).toBe("tooLarge");
    }
  });

  it("gives up on a sender who never ends", async () => {
    const silent = new LimitedBody(() => new ReadableStream(), { ...LARGE_LIMITS, timeoutMs: 0 });
    await expect(read(silent)).rejects.toThrow("tooSlow");
    expect(silent.failure).toBe("tooSlow");
  });

  it("distinguishes a sender who is gone from one who is slow", async () => {
    const broken = new LimitedBody(
      () => new ReadableStream({ pull: (stream) => stream.error(new Error("ECONNRESET")) }),
      LARGE_LIMITS,
    );
    await expect(read(broken)).rejects.toThrow("aborted");
    expect(broken.failure).toBe("aborted");
  });
});
