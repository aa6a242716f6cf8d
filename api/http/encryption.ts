import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts short texts for cookies, so that a browser can neither read nor change them. */
export type TextCipher = {
  /**
   * Returns a different result each time, even for the same text. `purpose` binds it to one
   * cookie's name.
   */
  encrypt(purpose: string, text: string): string;
  /** Returns the text; null for anything not encrypted for this purpose with one of our secrets. */
  decrypt(purpose: string, encrypted: string): string | null;
  /** Decrypts like `decrypt`, but returns null for anything encrypted with an older secret. */
  decryptNewest(purpose: string, encrypted: string): string | null;
};

/** Encrypts bytes. `purpose` binds them to one place, such as a file's key. */
export type ByteCipher = {
  encrypt(purpose: string, bytes: Uint8Array): Buffer;
  decrypt(purpose: string, encrypted: Buffer): Buffer | null;
};

type Secrets = readonly [string, ...string[]];

export function createTextCipher(secrets: Secrets): TextCipher {
  const [newest] = secrets;
  const use = "promptory cookies v1";
  const cipher = createByteCipher(secrets, use);
  const newestCipher = createByteCipher([newest], use);
  const decryptWith = ({ decrypt }: ByteCipher, purpose: string, encrypted: string) =>
    decrypt(purpose, Buffer.from(encrypted, "base64"))?.toString("utf8") ?? null;
  return {
    encrypt: (purpose, text) => cipher.encrypt(purpose, Buffer.from(text)).toString("base64"),
    decrypt: (purpose, encrypted) => decryptWith(cipher, purpose, encrypted),
    decryptNewest: (purpose, encrypted) => decryptWith(newestCipher, purpose, encrypted),
  };
}

/**
 * Creates a cipher: AES-256-GCM with a random nonce. It encrypts with the first secret and decrypts
 * with any of them, so that secrets can be rotated; `use` derives separate keys for each use of a
 * secret.
 */
export function createByteCipher(secrets: Secrets, use: string): ByteCipher {
  const [newest, ...older] = secrets;
  const encryptionKey = deriveKey(newest, use);
  const keys = [encryptionKey, ...older.map((secret) => deriveKey(secret, use))];
  return {
    encrypt(purpose, bytes) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", encryptionKey, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    decrypt(purpose, encrypted) {
      if (encrypted.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const bytes = decryptBytes(key, purpose, encrypted);
        if (bytes !== null) return bytes;
      }
      return null;
    },
  };
}

function decryptBytes(key: Buffer, purpose: string, bytes: Buffer): Buffer | null {
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

/** Derives the 256-bit key for one use of a secret. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", use, 32));
}
