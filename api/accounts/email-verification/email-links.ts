import { createHmac } from "node:crypto";
import { toUnixSeconds } from "#domain/dates.ts";
import { sha256 } from "../../hashes.ts";
import { isSignedWith } from "../../http/link-keys.ts";

/**
 * A signed link to confirm an address, in Laravel's format: user, address hash, expiry, signature.
 */
export type EmailLink = { id: string; hash: string; expires: string; signature: string };

type Secrets = readonly [string, ...string[]];

/** Returns the link that confirms `email` for the account `userId`. */
export function signEmailLink(
  secrets: Secrets,
  link: { userId: number; email: string; expiresAt: Date },
): EmailLink {
  const id = String(link.userId);
  const hash = hashEmail(link.email);
  const expires = String(toUnixSeconds(link.expiresAt));
  const signature = sign(secrets[0], { id, hash, expires });
  return { id, hash, expires, signature };
}

/** Returns the link's path and query, the same for the API and the web app. */
export function toLinkPath({ id, hash, expires, signature }: EmailLink): string {
  return `/email/verify/${id}/${hash}?${new URLSearchParams({ expires, signature })}`;
}

/** Returns true for a link signed with one of the secrets, even if it has expired. */
export function isSignedByUs(secrets: readonly string[], link: EmailLink): boolean {
  return isSignedWith(secrets, link.signature, (secret) => sign(secret, link));
}

/** Hashes the address for the link, which is bound to it without revealing it in the URL. */
export function hashEmail(email: string): string {
  return sha256(email).toString("hex");
}

/**
 * Signs a link. The prefix separates its signature from everything else signed with the same
 * secret.
 */
function sign(secret: string, link: Omit<EmailLink, "signature">): string {
  const text = `confirm an e-mail address|${link.id}|${link.hash}|${link.expires}`;
  return createHmac("sha256", secret).update(text).digest("hex");
}
