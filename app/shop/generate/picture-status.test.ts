import { afterEach, expect, it, vi } from "vitest";
import { LOOK_EVERY_MS, lookAgain } from "./picture-status.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a picture's page looks again once the server is there, and never fails in between", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  const responses = [
    () => Response.json({ isFinal: false }),
    () => Response.error(),
    () => new Response("restarting", { status: 502 }),
  ];
  const fetched = vi.fn(async (_path: string) => {
    const respond = responses.shift();
    if (!respond) throw new TypeError("Failed to fetch");
    return respond();
  });
  vi.stubGlobal("fetch", fetched);
  const revalidate = vi.fn();
  const end = lookAgain("/en/products/generate/pictures/7", revalidate);
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(fetched).toHaveBeenLastCalledWith("/en/products/generate/pictures/7/status");
  expect(revalidate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * LOOK_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(6);
  expect(revalidate).toHaveBeenCalledTimes(1);
  responses.push(() => Response.json({ isFinal: true }));
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(revalidate).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(5 * LOOK_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(7);
});
