import { createHmac } from "node:crypto";
import { toUnixSeconds } from "#domain/dates.ts";
import { sha256 } from "../../hashes.ts";
import { isSignedWith } from "../../http/link-keys.ts";

/**
 * A signed link to confirm an address, in Laravel's format: user, address hash, expiry, signature.
 */
export type EmailLink = { id: string; hash: string; expires: string; signature: string };

type Secrets = readonly [string, ...string[]];

/** The link that confirms `email` for the account `userId`. */
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

/** Path and query of a link, the same for the API and the web app. */
export function toLinkPath({ id, hash, expires, signature }: EmailLink): string {
  return `/email/verify/${id}/${hash}?${new URLSearchParams({ expires, signature })}`;
}

/** True for a link signed with one of the secrets; it may have expired. */
export function isSignedByUs(secrets: readonly string[], link: EmailLink): boolean {
  return isSignedWith(secrets, link.signature, (secret) => sign(secret, link));
}

/** Binds a link to an address without revealing the address in the URL. */
export function hashEmail(email: string): string {
  return sha256(email).toString("hex");
}

/** The prefix separates these signatures from everything else signed with the same secret. */
function sign(secret: string, link: Omit<EmailLink, "signature">): string {
  const text = `confirm an e-mail address|${link.id}|${link.hash}|${link.expires}`;
  return createHmac("sha256", secret).update(text).digest("hex");
}
