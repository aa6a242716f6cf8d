import { timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import type { ApiDeps, ApiEnv } from "./context.ts";

/** By this header the web tier in this very process proves itself to the API. */
export const INTERNAL_HEADER = "x-promptory-internal";

const UNKNOWN = "unknown";

/**
 * Finds out who asks. `X-Forwarded-For` is believed from our own web tier, which computed it, and
 * from a proxy when the operator says there is one; else the socket's address counts.
 */
export function identifyClient(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  const { internalToken, trustProxy } = deps.config;
  return async (c, next) => {
    const isInternal = isSame(c.req.header(INTERNAL_HEADER), internalToken);
    const socketAddress = c.env?.incoming?.socket.remoteAddress;
    // The nearest proxy appends what it saw itself; whatever stands before that is hearsay.
    const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim();
    const claimed = isInternal || trustProxy ? forwarded : undefined;
    c.set("clientIp", normalizeIp(claimed) ?? normalizeIp(socketAddress) ?? UNKNOWN);
    await next();
  };
}

/** One form for an address; null for what is none. An IPv4 address inside IPv6 is IPv4. */
export function normalizeIp(address: string | undefined): string | null {
  const ip = (address ?? "").toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (isIP(ip) === 4) return ip;
  // Node's URL parser writes IPv6 in its shortest form.
  return isIP(ip) === 6 && !ip.includes("%")
    ? new URL(`http://[${ip}]`).hostname.slice(1, -1)
    : null;
}

/**
 * What rate limits count by: the address, but for IPv6 its /64, because one customer holds all of
 * that network's addresses.
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
