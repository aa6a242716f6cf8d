/** Bytes of the hash used in image names: 72 bits, enough to avoid collisions within a shop. */
const NAME_BYTES = 9;
const NAME = /^[\w-]{12}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Returns an image's name in URLs: 12 characters instead of the 64 of its hash. */
export const toImageName = (hash: string): string =>
  Buffer.from(hash, "hex").subarray(0, NAME_BYTES).toString("base64url");

/**
 * Returns the hash prefix that an image name encodes; null for an invalid name. Full hashes remain
 * valid names.
 */
export function toHashPrefix(name: string): string | null {
  if (HASH.test(name)) return name;
  return NAME.test(name) ? Buffer.from(name, "base64url").toString("hex") : null;
}
