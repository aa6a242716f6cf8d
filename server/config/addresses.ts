import { isIP } from "node:net";
import { z } from "zod";

const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]*[a-z0-9_])?$/i;

export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http(s) URL" });

/** An address to listen on. IPv6 may be in brackets, as in URLs. */
export const listenHost = z
  .string()
  .transform((text) => text.replace(/^\[(.+)\]$/, "$1"))
  .refine(
    (text) => isIP(text) !== 0 || HOST_NAME.test(text),
    "must be an IP address or a host name, without quotes and without a port",
  );

/** False for addresses that mean "all of this machine", which no browser can open. */
export function isSpecificAddress(text: string): boolean {
  return !URL.canParse(text) || !["0.0.0.0", "[::]"].includes(new URL(text).hostname);
}

/**
 * False for a URL whose user or password cannot be decoded, for example one with a % not written as
 * %25: connecting would throw an error that does not name the setting.
 */
export function hasDecodableUser(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** True for names and addresses that only this machine can reach. */
export function isThisMachine(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    /^127(?:\.\d{1,3}){3}$/.test(name) ||
    name === "::1" ||
    name === "[::1]"
  );
}
