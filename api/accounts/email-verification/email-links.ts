import { createHmac, timingSafeEqual } from "node:crypto";
import { sha256 } from "../../hashes.ts";

/** A link to confirm an address, as Laravel has them: who, which address, until when, signed. */
export type EmailLink = { id: string; hash: string; expires: string; signature: string };

type Secrets = readonly [string, ...string[]];

/** The link by which the owner of `email` confirms it for the account `userId`. */
export function signEmailLink(
  secrets: Secrets,
  link: { userId: number; email: string; expiresAt: Date },
): EmailLink {
  const id = String(link.userId);
  const hash = hashEmail(link.email);
  const expires = String(Math.floor(link.expiresAt.getTime() / 1000));
  const signature = sign(secrets[0], { id, hash, expires });
  return { id, hash, expires, signature };
}

/** The path and query of a link, the same at the API and in the web app. */
export function toLinkPath({ id, hash, expires, signature }: EmailLink): string {
  return `/email/verify/${id}/${hash}?${new URLSearchParams({ expires, signature })}`;
}

/** True for a link that we made with one of the secrets; it may have expired. */
export function isSignedByUs(secrets: readonly string[], link: EmailLink): boolean {
  const given = sha256(link.signature);
  const isSame = (secret: string) => timingSafeEqual(given, sha256(sign(secret, link)));
  return secrets.some(isSame);
}

/** Binds a link to an address without showing it to those who read the link's address. */
export function hashEmail(email: string): string {
  return sha256(email).toString("hex");
}

/** The name of what is signed keeps it apart from whatever else a secret signs. */
function sign(secret: string, link: Omit<EmailLink, "signature">): string {
  const text = `confirm an e-mail address|${link.id}|${link.hash}|${link.expires}`;
  return createHmac("sha256", secret).update(text).digest("hex");
}
