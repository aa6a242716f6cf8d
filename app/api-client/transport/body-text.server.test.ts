import { describe, expect, it } from "vitest";
import { limitBody, readBodyText } from "./body-text.server.ts";

describe("the text of a response", () => {
  it.each(["", "short", "exactly10!", "\u00e4\u00f6\u00fc"])("is %j", async (text) => {
    expect(await readBodyText(new Response(text), 10)).toBe(text);
  });

  it("is nothing where there is no body", async () => {
    expect(await readBodyText(new Response(null, { status: 204 }), 10)).toBe("");
  });

  it("is not read on once it is too long", async () => {
    let chunks = 0;
    const body = new ReadableStream({
      pull(to) {
        chunks += 1;
        to.enqueue(new TextEncoder().encode("1234"));
      },
    });
    expect(await readBodyText(new Response(body), 10)).toBeNull();
    expect(chunks).toBeLessThan(6);
  });

  it("of many that never end is read for six at a time, and each comes to an end", async () => {
    const LIMIT = 1_000_000;
    let heldMax = 0;
    const readers = Array.from({ length: 40 }, () => ({ size: 0, isOver: false }));
    const texts = readers.map((reader) => {
      const body = new ReadableStream<Uint8Array>({
        async pull(to) {
          await new Promise((resolve) => setImmediate(resolve));
          reader.size += 64_000;
          const open = readers.filter(({ isOver, size }) => !isOver && size > 0);
          heldMax = Math.max(
            heldMax,
            open.reduce((sum, { size }) => sum + size, 0),
          );
          to.enqueue(new Uint8Array(64_000));
        },
        cancel() {
          reader.isOver = true;
        },
      });
      return readBodyText(new Response(body), LIMIT);
    });
    expect(await Promise.all(texts)).toEqual(readers.map(() => null));
    // Six complete ones, and of all others what is read before it is their turn.
    expect(heldMax).toBeLessThan(7 * LIMIT + 34 * 256_000);
    expect(readers.every(({ size }) => size > LIMIT)).toBe(true);
  });

  it("beyond 128 KB is whole", async () => {
    const text = "\u00e4".repeat(300_000);
    expect(await readBodyText(new Response(text), 1_000_000)).toBe(text);
  });

  it("is an error when the body breaks off", async () => {
    const body = new ReadableStream({ start: (to) => to.error(new Error("cut off")) });
    await expect(readBodyText(new Response(body), 10)).rejects.toThrow("cut off");
  });
});

describe("a file that is passed on", () => {
  /** A body that never ends; records how much of it was read. */
  function createEndless() {
    let size = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        size += 1_000;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    return { response: new Response(body, { status: 201 }), readSize: () => size };
  }

  it("breaks off when it has no end, and no more of it is read", async () => {
    const { response, readSize } = createEndless();
    const limited = limitBody(response, 10_000);
    expect(limited.status).toBe(201);
    await expect(limited.arrayBuffer()).rejects.toThrow("more than 10000 bytes");
    expect(readSize()).toBeLessThan(20_000);
  });

  it("is whole within the limit, and nothing where there is nothing", async () => {
    expect(await limitBody(new Response("exactly10!"), 10).text()).toBe("exactly10!");
    expect(limitBody(new Response(null, { status: 204 }), 10).body).toBeNull();
  });
});
