import { timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import type { ApiDeps, ApiEnv } from "./context.ts";

/** Header with which this process's own web tier authenticates to the API. */
export const INTERNAL_HEADER = "x-promptory-internal";

const UNKNOWN = "unknown";

/**
 * Determines the client's address. `X-Forwarded-For` is trusted from our own web tier, which
 * computed it, and from a proxy if the operator has configured one; otherwise the socket's address
 * is used.
 */
export function identifyClient(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  const { internalToken, trustProxy } = deps.config;
  return async (c, next) => {
    const isInternal = isSame(c.req.header(INTERNAL_HEADER), internalToken);
    const socketAddress = c.env?.incoming?.socket.remoteAddress;
    // The nearest proxy appends the address it saw; earlier entries can be forged.
    const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
    const claimed = isInternal || trustProxy ? forwarded : undefined;
    c.set("clientIp", normalizeIp(claimed) ?? normalizeIp(socketAddress) ?? UNKNOWN);
    await next();
  };
}

/** Some proxies append the client's port: "192.0.2.7:5678", "[2001:db8::1]:443". */
const WITH_PORT = /^(?:\[(?<six>[^\]]*)\](?::\d{1,5})?|(?<four>[\d.]+):\d{1,5})$/;

/**
 * Returns the canonical form of an address, without its port; null if invalid. An IPv4-mapped IPv6
 * address becomes IPv4.
 */
export function normalizeIp(address: string | undefined): string | null {
  const { six, four } = WITH_PORT.exec(address ?? "")?.groups ?? {};
  const ip = six ?? four ?? address ?? "";
  if (isIP(ip) === 4) return ip;
  if (isIP(ip) !== 6 || ip.includes("%")) return null;
  // Node's URL parser shortens IPv6, and writes an embedded IPv4 address in hexadecimal.
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(short) ?? [];
  return high !== undefined && low !== undefined ? toIpv4(high, low) : short;
}

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

function toIpv4(high: string, low: string): string {
  const groups = [high, low].map((group) => Number.parseInt(group, 16));
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}

/**
 * Returns the network used as a rate-limit key: the address, or for IPv6 its /64, because one
 * customer controls all of it.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const before = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : 8 - before.length - behind.length;
  const groups = [...before, ...Array<string>(Math.max(0, gap)).fill("0"), ...behind];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

function isSame(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? "");
  const b = Buffer.from(expected);
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
