import { afterEach, expect, it, vi } from "vitest";
import { fetchImage } from "./fetch-image.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("each click is an operation of its own, also at the same moment and without HTTPS", async () => {
  vi.spyOn(Date, "now").mockReturnValue(1);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_action: string, { body }: { body: FormData }) => {
    sent.push(body.get("operation_id"));
    return Response.json({ message: "Not now." }, { status: 409 });
  });
  const shown: unknown[] = [];
  const screen = { show: (state: unknown) => void shown.push(state), isGone: () => false };
  for (let click = 0; click < 2; click++) await fetchImage("/generate", new FormData(), screen);
  expect(sent).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  expect(sent[0]).not.toBe(sent[1]);
  expect(shown).toEqual(Array(2).fill({ kind: "rejected", message: "Not now." }));
});
