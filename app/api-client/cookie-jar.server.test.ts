import { describe, expect, it } from "vitest";
import { CookieJar } from "./cookie-jar.server.ts";

function answer(...lines: string[]): Headers {
  return new Headers(lines.map((line): [string, string] => ["set-cookie", line]));
}

const pair = (name: string) => answer(`x_session=${name}; Path=/`, `XSRF-TOKEN=${name}; Path=/`);

describe("the cookie jar of one request", () => {
  it("lets a mutation beat the reads around it", () => {
    const jar = new CookieJar("x_session=old; XSRF-TOKEN=old", { isSecure: false });
    jar.merge(pair("login"), { isMutation: true, sentSession: "old" });
    jar.merge(pair("late-read"), { isMutation: false, sentSession: "old" });
    expect(jar.sessionValue).toBe("login");
    expect(jar.xsrfToken).toBe("login");
  });

  it("keeps the pair of session and token together among reads", () => {
    const jar = new CookieJar("x_session=a; XSRF-TOKEN=a", { isSecure: false });
    jar.merge(pair("b"), { isMutation: false, sentSession: "a" });
    jar.merge(pair("c"), { isMutation: false, sentSession: "a" });
    expect([jar.sessionValue, jar.xsrfToken]).toEqual(["b", "b"]);
  });

  it("passes a deletion on to the browser", () => {
    const jar = new CookieJar("x_session=a", { isSecure: false });
    jar.merge(answer("x_session=deleted; Max-Age=0; path=/"), {
      isMutation: true,
      sentSession: "a",
    });
    expect(jar.hasSession).toBe(false);
    expect(jar.toSetCookieLines()[0]).toMatch(/^x_session=; .*Max-Age=0/);
  });

  it("refuses cookies that are not the API's, and giants", () => {
    const jar = new CookieJar(null, { isSecure: false });
    jar.merge(answer("locale=xx", `y_session=${"z".repeat(5000)}`), {
      isMutation: true,
      sentSession: null,
    });
    expect(jar.toSetCookieLines()).toEqual([]);
  });

  it("clears what it holds", () => {
    const jar = new CookieJar("x_session=a; XSRF-TOKEN=b", { isSecure: true });
    jar.clear();
    expect(jar.toCookieHeader()).toBeNull();
    expect(jar.toSetCookieLines()).toHaveLength(2);
  });

  it("survives a token that is not percent-encoded text", () => {
    expect(new CookieJar("XSRF-TOKEN=%E0%A4%A", { isSecure: false }).xsrfToken).toBeNull();
  });
});
