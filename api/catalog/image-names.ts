/** So many bytes of a hash name an image: 72 bits, which no two of a shop's images share. */
const NAME_BYTES = 9;
const NAME = /^[\w-]{12}$/;
const HASH = /^[0-9a-f]{64}$/;

/** An image's name in addresses: 12 letters and digits instead of the 64 of its hash. */
export const toImageName = (hash: string): string =>
  Buffer.from(hash, "hex").subarray(0, NAME_BYTES).toString("base64url");

/** How the hash of the image of this name begins; null for no name. Whole hashes stay names. */
export function toHashPrefix(name: string): string | null {
  if (HASH.test(name)) return name;
  return NAME.test(name) ? Buffer.from(name, "base64url").toString("hex") : null;
}
