import { createContext } from "react";
import type { MemberData } from "#app/api-client/accounts.server.ts";

// What a document knows of its reader, kept out of the loaders' data, which everybody shares.

export type { MemberData };

export const GUEST: MemberData = { user: null, favorites: [] };

/** The document's reader; on the server with what is called when a page depends on them. */
export type MemberSource = { member: MemberData; onPersonal?(): void };

/** Set by both entries, above the router. */
export const MemberContext = createContext<MemberSource>({ member: GUEST });

/** The element of a document that carries it. */
export const MEMBER_ELEMENT_ID = "member";

/** The element's text; nothing in it ends the element or begins a comment. */
export function writeMember(member: MemberData): string {
  return member.user === null ? "null" : JSON.stringify(member).replaceAll("<", "\\u003c");
}

/** The reader of the browser's document. */
export function readMember(text: string | null | undefined): MemberData {
  const member: MemberData | null = JSON.parse(text || "null");
  return member ?? GUEST;
}
