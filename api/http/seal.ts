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

/** The same for bytes. A `purpose` binds them to one place, such as a file's key. */
export type ByteSealer = {
  seal(purpose: string, bytes: Uint8Array): Buffer;
  open(purpose: string, sealed: Buffer): Buffer | null;
};

type Secrets = readonly [string, ...string[]];

export function createSealer(secrets: Secrets): Sealer {
  const sealer = createByteSealer(secrets, "promptory cookies v1");
  return {
    seal: (purpose, text) => sealer.seal(purpose, Buffer.from(text)).toString("base64"),
    open: (purpose, sealed) =>
      sealer.open(purpose, Buffer.from(sealed, "base64"))?.toString("utf8") ?? null,
  };
}

/**
 * AES-256-GCM with a nonce of its own for each seal. Seals with the first secret and opens with any
 * of them, so that secrets can be rotated; `use` gives each use of a secret keys of its own.
 */
export function createByteSealer(secrets: Secrets, use: string): ByteSealer {
  const [newest, ...older] = secrets;
  const sealingKey = deriveKey(newest, use);
  const keys = [sealingKey, ...older.map((secret) => deriveKey(secret, use))];
  return {
    seal(purpose, bytes) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      if (sealed.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const bytes = openWith(key, purpose, sealed);
        if (bytes !== null) return bytes;
      }
      return null;
    },
  };
}

function openWith(key: Buffer, purpose: string, bytes: Buffer): Buffer | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}

function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", use, 32));
}
