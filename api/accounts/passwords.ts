import { hash, verify } from "@node-rs/argon2";
import { normalizePassword } from "#domain/accounts.ts";

/** argon2id (the library's default) with the first of OWASP's recommended configurations. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | null = null;

/** Returns the hash to store; it is salted, so it differs every time. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), COST);
}

/**
 * Returns true when `password` matches the hash. Without a hash (an unknown e-mail) takes the same
 * time and returns false: timing must not reveal who has an account.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody's password");
  const stored = passwordHash ?? (await decoy);
  const composed = normalizePassword(password);
  // Older hashes were made from the password as it was typed.
  const isRight =
    (await verify(stored, composed)) || (composed !== password && (await verify(stored, password)));
  return passwordHash !== null && isRight;
}
