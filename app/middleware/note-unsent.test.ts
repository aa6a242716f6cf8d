import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { readUnsent, type UnsentForm } from "#domain/unsent-forms.ts";
import { hasUnsent, noteUnsent, throwUnsent, UNSENT_BYTES_MAX } from "./note-unsent.ts";

const PATH = "/en/dashboard/verification";

/** The form returned for this body; null if none. */
async function noteOf(
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Promise<UnsentForm | null> {
  const context = new RouterContextProvider();
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, headers, duplex: "half" };
  await noteUnsent(context, new Request(`https://shop.example${PATH}?_routes=x&a=1`, init));
  if (!hasUnsent(context)) return null;
  try {
    throwUnsent(context);
  } catch (error) {
    return readUnsent(error);
  }
  throw new Error("the form was not thrown");
}

const BOUNDARY = "----x";
const MULTIPART = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
const part = (name: string, text: string, fileName?: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
  (fileName === undefined ? "" : `; filename="${fileName}"\r\nContent-Type: image/png`) +
  `\r\n\r\n${text}\r\n`;

describe("a form whose sender has to sign in", () => {
  it("comes back without passwords, with the names of its files", async () => {
    const body =
      part("name", "Ada\r\nLovelace") +
      part("old_password", "secret") +
      part("scan", "pixels", "id.png") +
      part("none", "", "") +
      `--${BOUNDARY}--\r\n`;
    expect(await noteOf(body, { ...MULTIPART, "content-length": String(body.length) })).toEqual({
      code: "session_over",
      action: `${PATH}?a=1`,
      fields: [["name", "Ada\r\nLovelace"]],
      files: ["id.png"],
      isMultipart: true,
    });
  });

  it("is read no further than its beginning: what was typed before its files", async () => {
    let bytesRead = 0;
    const piece = new Uint8Array(64 * 1024).fill(120);
    const start = new TextEncoder().encode(
      part("title", "A fox") + part("media", "", "fox.png").slice(0, -2),
    );
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const next = bytesRead === 0 ? start : piece;
          bytesRead += next.byteLength;
          controller.enqueue(next);
        },
      },
      { highWaterMark: 0 },
    );
    const note = await noteOf(endless, { ...MULTIPART, "content-length": "19000000" });
    expect(note).toMatchObject({ fields: [["title", "A fox"]], files: ["fox.png"] });
    expect(bytesRead).toBeLessThan(UNSENT_BYTES_MAX + 2 * piece.byteLength);
  });

  it("comes back, too, when it waited for its turn to be read", async () => {
    vi.useFakeTimers();
    let arrive = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await new Promise<void>((resolve) => {
            arrive = resolve;
          });
          controller.enqueue(new TextEncoder().encode("title=A+fox"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const type = "application/x-www-form-urlencoded";
    const note = noteOf(body, { "content-type": type, "content-length": "11" });
    await vi.advanceTimersByTimeAsync(40_000);
    vi.useRealTimers();
    arrive();
    expect(await note).toMatchObject({ fields: [["title", "A fox"]] });
  });

  it("never comes back with half a text, wherever it is cut off", async () => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 30 })
      .filter((one) => !/[\r\n]/.test(one));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        async (texts, seed) => {
          const fields = texts.map((one, index): [string, string] => [`f${index}`, one]);
          const whole = Buffer.from(
            fields.map(([name, one]) => part(name, one)).join("") + part("media", "", "fox.png"),
          );
          const before = Buffer.from(part("before", "x".repeat(UNSENT_BYTES_MAX)));
          const shown = whole.subarray(0, seed % whole.length);
          const stream = new ReadableStream<Uint8Array>({
            start(controller) {
              controller.enqueue(new Uint8Array(Buffer.concat([before, shown])));
              controller.enqueue(new Uint8Array(whole.subarray(shown.length)));
              controller.close();
            },
          });
          const note = await noteOf(stream, { ...MULTIPART, "content-length": "19000000" });
          const kept = (note?.fields ?? []).filter(([name]) => name !== "before");
          expect(kept).toEqual(fields.slice(0, kept.length));
          const begun = fields.filter(([name]) => shown.includes(`name="${name}"`)).length;
          expect(kept.length).toBeGreaterThanOrEqual(begun - 1);
          for (const name of note?.files ?? []) expect("fox.png".startsWith(name)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ["does not say its length", "a=1", { "content-type": "application/x-www-form-urlencoded" }],
    ["is no form", "{}", { "content-type": "application/json", "content-length": "2" }],
    ["names no boundary", "x", { "content-type": "multipart/form-data", "content-length": "1" }],
    ["is not what it says", "x", { ...MULTIPART, "content-length": "1" }],
  ])("does not come back when it %s", async (_name, body, headers) => {
    expect(await noteOf(body, headers)).toBeNull();
  });
});
