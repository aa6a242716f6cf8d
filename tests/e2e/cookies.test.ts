import { describe, expect, it } from "vitest";
import { workerProduct } from "#tests/setup/product/worker-product.ts";

const base = workerProduct().url;

describe("the choice of cookies", () => {
  it("makes two copies of a cached page, whatever was chosen", async () => {
    const ask = (cookie: string) =>
      fetch(`${base}/en/products?sort=price_desc`, { headers: { cookie } }).then((response) =>
        response.text(),
      );
    const [none, nonsense] = [await ask("a=b"), await ask("cookies-consent=nonsense")];
    const [essential, custom] = [
      await ask("cookies-consent=essential"),
      await ask("cookies-consent=custom; cookies-choices=statistics"),
    ];
    expect(none).toContain("cookie-banner");
    expect(nonsense).toBe(none);
    expect(essential).not.toContain("cookie-banner");
    expect(custom).toBe(essential);
  });
});

describe("the form of the cookie notice", () => {
  const post = (values: Record<string, string>) =>
    fetch(`${base}/en/cookies-consent`, {
      method: "POST",
      body: new URLSearchParams(values),
      redirect: "manual",
    });

  it.each([
    ["https://evil.example/", "/en"],
    ["//evil.example", "/en"],
    ["/\\evil.example", "/en"],
    ["", "/en"],
    ["/de/products?page=2#top", "/de/products?page=2#top"],
  ])("sent with %j leads to %j", async (back, location) => {
    const response = await post({ consent: "all", back });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(location);
  });

  it("takes no other choice than the three", async () => {
    const response = await post({ consent: "everything", back: "/en" });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("is not for reading", async () => {
    const response = await fetch(`${base}/en/cookies-consent`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe("/en");
  });
});
