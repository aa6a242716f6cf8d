import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { NewsletterResult } from "./newsletter-box.tsx";
import { sendForm } from "./submit-in-background.ts";

const VIEW = "https://shop.test/en/view";
const assign = vi.fn();

beforeEach(() => {
  vi.stubGlobal("location", { assign });
  vi.stubGlobal(
    "FormData",
    class {
      get() {
        return "ada@example.test";
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  assign.mockReset();
});

/** What the box shows if its form gets this response, and whether it is cleared. */
async function send(response: Response) {
  vi.stubGlobal("fetch", async () => response);
  const shown: (NewsletterResult | "failed")[] = [];
  const reset = vi.fn();
  const form = { action: "https://shop.test/en/newsletter", reset } as unknown as HTMLFormElement;
  const show = (result: NewsletterResult) => void shown.push(result);
  await sendForm(form, show, () => void shown.push("failed"));
  return { shown, isCleared: reset.mock.calls.length > 0 };
}

describe("the newsletter's box", () => {
  it("shows the result, and is cleared once it is accepted", async () => {
    const result = { isOk: true, text: "Thank you." };
    expect(await send(Response.json(result))).toEqual({ shown: [result], isCleared: true });
    expect(assign).not.toHaveBeenCalled();
  });

  it("leads where the server redirects, to the page that says why it was rejected", async () => {
    const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
    Object.defineProperties(page, { redirected: { value: true }, url: { value: VIEW } });
    expect(await send(page)).toEqual({ shown: [], isCleared: false });
    expect(assign).toHaveBeenCalledExactlyOnceWith(VIEW);
  });

  it("fails without a valid response, and keeps what was typed", async () => {
    const failed = { shown: ["failed"], isCleared: false };
    expect(await send(new Response("", { status: 502 }))).toEqual(failed);
    expect(await send(new Response("<!doctype html>"))).toEqual(failed);
  });
});
