import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals small texts for cookies: unreadable and unchangeable for whoever carries them. */
export type Sealer = {
  /** A new value each time, even for the same text. `purpose` binds it to one cookie's name. */
  seal(purpose: string, text: string): string;
  /** The text, or null for anything that was not sealed for this purpose by one of our secrets. */
  open(purpose: string, sealed: string): string | null;
};

/** Seals with the first secret and opens with any of them, so that secrets can be rotated. */
export function createSealer(secrets: readonly [string, ...string[]]): Sealer {
  const [newest, ...older] = secrets;
  const sealingKey = deriveKey(newest);
  const keys = [sealingKey, ...older.map(deriveKey)];
  return {
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, "base64");
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const text = openWith(key, purpose, bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function openWith(key: Buffer, purpose: string, bytes: Buffer): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "promptory cookies v1", 32));
}
