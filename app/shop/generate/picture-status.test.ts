import { afterEach, expect, it, vi } from "vitest";
import { POLL_EVERY_MS, pollPictureStatus, readPictureStatus } from "./picture-status.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a picture's page looks again once the server is there, and never fails before", async () => {
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
  const end = pollPictureStatus("/en/products/generate/pictures/7", revalidate);
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
  expect(fetched.mock.lastCall?.[0]).toBe("/en/products/generate/pictures/7/status");
  expect(revalidate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * POLL_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(6);
  expect(revalidate).toHaveBeenCalledTimes(1);
  responses.push(() => Response.json({ isFinal: true }));
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
  expect(revalidate).toHaveBeenCalledTimes(2);
  end();
  await vi.advanceTimersByTimeAsync(5 * POLL_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(7);
});

const redirected = () => {
  const login = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  return Object.defineProperty(login, "redirected", { value: true });
};

it("distinguishes a picture that its viewer may not see from a server that is away", async () => {
  const read = (response: Response) => {
    vi.stubGlobal("fetch", async () => response);
    return readPictureStatus("/en/products/generate/pictures/7");
  };
  for (const status of [400, 401, 403, 404, 410]) {
    expect(await read(new Response(null, { status })), `${status}`).toBe("gone");
  }
  expect(await read(redirected())).toBe("gone");
  for (const status of [408, 429, 500, 502, 503]) {
    expect(await read(new Response(null, { status })), `${status}`).toBeNull();
  }
});

it("a picture's page notices that its viewer is signed out or the picture is gone", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  const revalidate = vi.fn();
  const end = pollPictureStatus("/en/products/generate/pictures/7", revalidate);
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
  expect(revalidate).toHaveBeenCalledTimes(1);
  end();
});

it("a picture's page has one request at a time, which ends when nothing responds", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  const limit = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  const fetched = vi.fn(
    (_path: string, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason);
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      }),
  );
  vi.stubGlobal("fetch", fetched);
  const end = pollPictureStatus("/en/products/generate/pictures/7", vi.fn());
  await vi.advanceTimersByTimeAsync(5 * POLL_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(1);
  limit.abort();
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(2);
  end();
});
