import { createContext } from "react";
import type { MemberData } from "#app/api-client/accounts.server.ts";

// Data about a document's reader, separate from the loaders' data, which everybody shares.

export type { MemberData };

export const GUEST: MemberData = { user: null, favorites: [] };

/**
 * The document's reader; on the server with the callback that marks a page as depending on them.
 */
export type MemberSource = { member: MemberData; onPersonal?(): void };

/** Set by both entries, above the router. */
export const MemberContext = createContext<MemberSource>({ member: GUEST });

/** Id of the element that contains it. */
export const MEMBER_ELEMENT_ID = "member";

/** The element's text; nothing in it can close the element or open a comment. */
export function writeMember(member: MemberData): string {
  return member.user === null ? "null" : JSON.stringify(member).replaceAll("<", "\\u003c");
}

/** The reader of the browser's document. */
export function readMember(text: string | null | undefined): MemberData {
  const member: MemberData | null = JSON.parse(text || "null");
  return member ?? GUEST;
}
