import { describe, expect, it } from "vitest";
import { isForeignWrite } from "./form-origin.ts";

const behindProxy = { appUrl: "https://shop.example", trustProxy: true };
const plain = { appUrl: "http://localhost:3000", trustProxy: false };

const post = (url: string, headers: Record<string, string>) =>
  new Request(url, { method: "POST", headers });

describe("a form", () => {
  it.each([
    ["http://localhost:3000/en/login", { origin: "http://localhost:3000" }, plain],
    ["http://127.0.0.1:3000/en/login", { origin: "http://127.0.0.1:3000" }, plain],
    ["http://localhost:3000/en/login", {}, plain],
    ["http://shop.example/en/login", { origin: "https://shop.example" }, behindProxy],
    [
      "http://other.example/en/login",
      { origin: "https://other.example", "x-forwarded-proto": "https" },
      behindProxy,
    ],
  ])("at %s is our own with %j", (url, headers, config) => {
    expect(isForeignWrite(post(url, headers), config)).toBe(false);
  });

  it.each([
    ["http://localhost:3000/en/login", { origin: "https://localhost:3000" }, plain],
    ["http://localhost:3000/en/login", { origin: "http://localhost:3001" }, plain],
    ["http://localhost:3000/en/login", { origin: "http://evil.example" }, plain],
    ["http://localhost:3000/en/login", { origin: "null" }, plain],
    ["http://localhost:3000/en/login", { origin: "" }, plain],
    ["http://localhost:3000/en/login", { "sec-fetch-site": "cross-site" }, plain],
    [
      "http://localhost:3000/en/login",
      { "sec-fetch-site": "same-site", origin: "http://localhost:3000" },
      plain,
    ],
    ["http://shop.example/en/login", { origin: "http://shop.example" }, behindProxy],
    [
      "http://other.example/en/login",
      { origin: "http://other.example", "x-forwarded-proto": "https" },
      behindProxy,
    ],
    [
      "http://127.0.0.1:3000/en/login",
      { origin: "https://127.0.0.1:3000", "x-forwarded-proto": "https" },
      plain,
    ],
  ])("at %s is foreign with %j", (url, headers, config) => {
    expect(isForeignWrite(post(url, headers), config)).toBe(true);
  });

  it("may be opened from anywhere", () => {
    const request = new Request("http://localhost:3000/en", {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(isForeignWrite(request, plain)).toBe(false);
  });
});
