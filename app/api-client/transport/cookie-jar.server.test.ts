import { describe, expect, it } from "vitest";
import { CookieJar, SessionCookieName } from "./cookie-jar.server.ts";

function headersWith(...lines: string[]): Headers {
  return new Headers(lines.map((line): [string, string] => ["set-cookie", line]));
}

function createJar(cookieHeader: string | null, sessionName = new SessionCookieName()): CookieJar {
  const hosts = ["backend.example", "shop.test"];
  return new CookieJar(cookieHeader, { isSecure: false, hosts, sessionName });
}

const pair = (name: string) =>
  headersWith(`x_session=${name}; Path=/`, `XSRF-TOKEN=${name}; Path=/`);

describe("the cookie jar of one request", () => {
  it("lets a mutation beat the reads around it", () => {
    const jar = createJar("x_session=old; XSRF-TOKEN=old");
    jar.merge(pair("login"), { isStateful: true, sentSession: "old" });
    jar.merge(pair("late-read"), { isStateful: false, sentSession: "old" });
    expect(jar.sessionValue).toBe("login");
    expect(jar.xsrfToken).toBe("login");
  });

  it("keeps the pair of session and token together among reads", () => {
    const jar = createJar("x_session=a; XSRF-TOKEN=a");
    jar.merge(pair("b"), { isStateful: false, sentSession: "a" });
    jar.merge(pair("c"), { isStateful: false, sentSession: "a" });
    expect([jar.sessionValue, jar.xsrfToken]).toEqual(["b", "b"]);
  });

  it("passes a deletion on to the browser", () => {
    const jar = createJar("x_session=a");
    jar.merge(headersWith("x_session=deleted; Max-Age=0; path=/"), {
      isStateful: true,
      sentSession: "a",
    });
    expect(jar.hasSession).toBe(false);
    expect(jar.toSetCookieLines()[0]).toMatch(/^x_session=; .*Max-Age=0/);
  });

  it("rejects cookies that are not the API's, and giants", () => {
    const jar = createJar(null);
    jar.merge(headersWith("locale=xx", `y_session=${"z".repeat(5000)}`), {
      isStateful: true,
      sentSession: null,
    });
    expect(jar.toSetCookieLines()).toEqual([]);
  });

  const mutation = { isStateful: true, sentSession: null };

  it.each([
    ["another site's", "evil.test"],
    ["a site below the API", "deep.backend.example"],
    ["a site whose name ends alike", "end.example"],
  ])("takes no session for the domain of %s", (_name, domain) => {
    const jar = createJar(null);
    jar.merge(headersWith(`x_session=stolen; Domain=${domain}; Path=/`), mutation);
    expect(jar.toSetCookieLines()).toEqual([]);
  });

  it.each([
    "backend.example",
    ".Backend.example",
    ".example",
    "shop.test",
    "",
  ])("takes a session for the domain %j, without the domain", (domain) => {
    const jar = createJar(null);
    jar.merge(headersWith(`x_session=a; Domain=${domain}; Path=/`), mutation);
    expect(jar.toSetCookieLines()[0]).toMatch(/^x_session=a;(?!.*domain)/i);
  });

  it("keeps its session when a response brings one of another name", () => {
    const jar = createJar("x_session=mine; XSRF-TOKEN=t");
    jar.merge(headersWith("promptory_session=stolen; Path=/"), mutation);
    expect(jar.sessionValue).toBe("mine");
    expect(jar.toSetCookieLines()).toEqual([]);
  });

  it("deletes a session of another name once the API has named its own", () => {
    const sessionName = new SessionCookieName();
    const jar = createJar("neighbour_session=n; XSRF-TOKEN=t", sessionName);
    const csrf = pair("a");
    sessionName.readFrom(csrf);
    jar.merge(csrf, mutation);
    expect(jar.toCookieHeader()).toBe("XSRF-TOKEN=a; x_session=a");
    expect(createJar("neighbour_session=n", sessionName).hasSession).toBe(false);
  });

  it.each([
    "locale",
    "toast",
    "pending_favorite",
    "desk",
    "cookies-consent",
    "kept_form",
    "session",
    "XSRF-TOKEN2",
  ])("leaves the web tier's own cookie %s alone", (name) => {
    const jar = createJar(`${name}=ours`);
    jar.merge(headersWith(`${name}=theirs; Path=/`), mutation);
    expect([jar.toSetCookieLines(), jar.toCookieHeader()]).toEqual([[], null]);
  });

  it("clears what it holds", () => {
    const jar = createJar("x_session=a; XSRF-TOKEN=b");
    jar.clear();
    expect(jar.toCookieHeader()).toBeNull();
    expect(jar.toSetCookieLines()).toHaveLength(2);
  });

  it("survives a token that is not percent-encoded text", () => {
    expect(createJar("XSRF-TOKEN=%E0%A4%A").xsrfToken).toBeNull();
  });
});
