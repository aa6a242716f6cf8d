import { describe, expect, it } from "vitest";
import { collectGarbage } from "#tests/setup/collect-garbage.ts";
import { peekForm } from "./peek-form.ts";

const post = (body: BodyInit | undefined) =>
  new Request("http://localhost/", { method: "POST", body });

describe("a form that is looked at", () => {
  it("can be read again by its handler, however late", async () => {
    const requests = Array.from({ length: 10 }, () => post(new URLSearchParams({ intent: "a" })));
    for (const request of requests) expect((await peekForm(request)).get("intent")).toBe("a");
    await collectGarbage();
    for (const request of requests) expect((await request.formData()).get("intent")).toBe("a");
  });

  it.each([undefined, "{}"])("is empty for a body that is none: %s", async (body) => {
    expect([...(await peekForm(post(body)))]).toEqual([]);
  });
});
