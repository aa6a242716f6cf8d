import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { INTERNAL_HEADER, identifyClient, networkOf, normalizeIp } from "./client-ip.ts";
import type { ApiDeps, ApiEnv } from "./context.ts";

describe("a client's address", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["::1", "::1"],
    ["192.0.2.7:5678", "192.0.2.7"],
    ["[::1]:443", "::1"],
    ["[2001:DB8::1]", "2001:db8::1"],
    ["[::ffff:192.0.2.7]:443", "192.0.2.7"],
    ["::ffff:7f00:1", "127.0.0.1"],
    ["0:0:0:0:0:FFFF:C000:207", "192.0.2.7"],
    ["0000:0000:0000:0000:0000:ffff:192.0.2.7", "192.0.2.7"],
    ["::7f00:1", "::7f00:1"],
  ])("%s is written %s", (given, expected) => {
    expect(normalizeIp(given)).toBe(expected);
  });

  it("is one, and one network, however an IPv4 address is written in IPv6", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const zeros = fc.constantFrom("::", "0:0:0:0:0:", "0000:0000::0:");
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), zeros, fc.boolean(), (bytes, start, isLong) => {
        const ip = bytes.join(".");
        const [a = 0, b = 0, c = 0, d = 0] = bytes;
        const groups = [a * 256 + b, c * 256 + d].map((group) =>
          group.toString(16).padStart(isLong ? 4 : 1, "0"),
        );
        for (const written of [`${start}ffff:${ip}`, `${start}FFFF:${groups.join(":")}`]) {
          expect(normalizeIp(written)).toBe(ip);
          expect(networkOf(normalizeIp(written) ?? "")).toBe(ip);
        }
      }),
    );
  });

  it.each([
    undefined,
    "",
    "unknown",
    "192.0.2.256",
    "1.2.3.4, 5.6.7.8",
    "fe80::1%eth0",
    "192.0.2.7:",
    "192.0.2.7:port",
    "192.0.2.256:80",
    "[::1",
    "[]:443",
    "a\u0000b",
  ])("%j is none", (given) => {
    expect(normalizeIp(given)).toBeNull();
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (given, expected) => {
    expect(networkOf(given)).toBe(expected);
  });
});

describe("a forwarded address", () => {
  /**
   * Returns the client that the API identifies by these headers of our own web tier, whose token is
   * `internalToken`.
   */
  async function identify(internalToken: string, headers: Record<string, string>) {
    // The function reads nothing else.
    const deps = { config: { internalToken, trustProxy: false } } as unknown as ApiDeps;
    const app = new Hono<ApiEnv>();
    app.use(identifyClient(deps));
    app.get("/", (c) => c.text(c.get("clientIp")));
    return (
      await app.request("/", { headers: { "x-forwarded-for": "192.0.2.7", ...headers } })
    ).text();
  }

  it("is believed of our own web tier", async () => {
    expect(await identify("secret", { [INTERNAL_HEADER]: "secret" })).toBe("192.0.2.7");
  });

  it.each([
    ["another token", "secret", { [INTERNAL_HEADER]: "secreT" }],
    ["no token", "secret", {}],
    ["no token where none is configured", "", {}],
    ["an empty token where none is configured", "", { [INTERNAL_HEADER]: "" }],
  ])("is not with %s", async (_name, internalToken, headers) => {
    expect(await identify(internalToken, headers)).toBe("unknown");
  });
});
