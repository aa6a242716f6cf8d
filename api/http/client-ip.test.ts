import { describe, expect, it } from "vitest";
import { networkOf, normalizeIp } from "./client-ip.ts";

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
  ])("%s is written %s", (given, expected) => {
    expect(normalizeIp(given)).toBe(expected);
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
