import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's default) with the first of OWASP's recommended settings. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | null = null;

/** The hash to store; salted, so different every time. */
export function hashPassword(password: string): Promise<string> {
  return hash(toComposed(password), COST);
}

/** Keyboards encode letters with marks in two ways; the password is the same. */
const toComposed = (password: string) => password.normalize("NFC");

/**
 * True when `password` matches the hash. Without a hash (an unknown e-mail) it takes the same time
 * and returns false: timing must not reveal who has an account.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody's password");
  const stored = passwordHash ?? (await decoy);
  const composed = toComposed(password);
  // Hashes of before are of the password as it was typed.
  const isRight =
    (await verify(stored, composed)) || (composed !== password && (await verify(stored, password)));
  return passwordHash !== null && isRight;
}
