import { LRUCache } from "lru-cache";
import { cutDocument, type Slot } from "#app/framework/cut-document.server.ts";
import { isUnfinished } from "#app/framework/one-pass.server.ts";
import type { WordsSource } from "#app/i18n/translations.ts";
import type { MemberPage } from "#app/middleware/web-context.ts";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import {
  GUEST,
  MEMBER_ELEMENT_ID,
  type MemberData,
  writeMember,
} from "#app/ui/base/member-data.ts";
import { AccountSlot } from "./account-slot.tsx";
import { type HeartPlace, splitAtHearts } from "./hearts.server.ts";
import { renderLayoutPart } from "./layout-part.server.tsx";

/** Cache size: menu texts of the most recent members. */
const ACCOUNTS_MAX = 500;

/** The parts of a member's document that differ from a guest's. */
type Reader = { account: string; data: string; favorites: ReadonlySet<string> };

/**
 * Takes the render input of a guest's document; returns a function that turns the finished document
 * into a member's: identical except for the account in the header, the hearts, and the data of
 * both. Null for a document in which these cannot be found. The function lives as long as the page,
 * so it must not keep anything of the request for which the page was rendered.
 */
export function memberPageMaker(
  layout: LoadedLayout,
  words: WordsSource,
): (html: Buffer<ArrayBuffer>) => MemberPage | null {
  const render = accountRenderer(layout, words);
  return (html) => toMemberPage(html, render);
}

function toMemberPage(html: Buffer<ArrayBuffer>, render: AccountRenderer): MemberPage | null {
  const guest = render(GUEST);
  if (!guest) return null;
  const toSlot = (text: string, part: "account" | "data"): Slot<Reader> => ({
    text,
    fill: (reader) => Buffer.from(reader[part]),
  });
  const slots = [toSlot(guest, "account"), toSlot(toDataElement(GUEST), "data")];
  const fill = cutDocument(html, slots, (text) =>
    splitAtHearts(text).map((part) => (typeof part === "string" ? part : toHeartSlot(part))),
  );
  if (!fill) return null;
  return (member) => {
    const account = render(member);
    if (!account) throw new Error("the account could not be rendered");
    const favorites = new Set(member.favorites);
    return fill({ account, data: toDataElement(member), favorites });
  };
}

function toHeartSlot({ productId, off, on }: HeartPlace): Slot<Reader> {
  // Copied, because a substring keeps the whole string in memory.
  const id = Buffer.from(productId).toString();
  const filled = Buffer.from(on);
  return { text: off, fill: ({ favorites }, own) => (favorites.has(id) ? filled : own) };
}

const toDataElement = (member: MemberData) =>
  `<script id="${MEMBER_ELEMENT_ID}" type="application/json">${writeMember(member)}</script>`;

const renderers = new WeakMap<LoadedLayout["settings"], Map<string, AccountRenderer>>();
type AccountRenderer = (member: Pick<MemberData, "user">) => string | null;

/** One per language, until settings or texts change. */
function accountRenderer(layout: LoadedLayout, words: WordsSource): AccountRenderer {
  const known = renderers.get(layout.settings) ?? new Map<string, AccountRenderer>();
  renderers.set(layout.settings, known);
  const renderer = known.get(words.url) ?? createAccountRenderer(layout, words);
  known.set(words.url, renderer);
  return renderer;
}

function createAccountRenderer(layout: LoadedLayout, words: WordsSource): AccountRenderer {
  const accounts = new LRUCache<string, string>({ max: ACCOUNTS_MAX });
  return ({ user }) => {
    const key = JSON.stringify(user);
    const known = accounts.get(key);
    if (known) return known;
    const source = { layout, words, member: { user, favorites: [] } };
    const account = renderLayoutPart(<AccountSlot />, source);
    // While the process starts, lazy parts may not be loaded yet. Also, anything that React hoists
    // out of a part (a link in the head) cannot be replaced in place.
    if (!account.startsWith("<div") || isUnfinished(account)) return null;
    accounts.set(key, account);
    return account;
  };
}
