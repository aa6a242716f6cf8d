import { describe, expect, it } from "vitest";
import { readBodyText } from "./body-text.server.ts";

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

  it("is an error when the body breaks off", async () => {
    const body = new ReadableStream({ start: (to) => to.error(new Error("cut off")) });
    await expect(readBodyText(new Response(body), 10)).rejects.toThrow("cut off");
  });
});
