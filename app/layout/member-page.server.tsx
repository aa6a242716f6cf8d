import { LRUCache } from "lru-cache";
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

/** Texts of the menus of members who came last. */
const ACCOUNTS_MAX = 500;

type OwnPlace = { part: "menu" | "links" | "data" };
type Segment = string | OwnPlace | HeartPlace;

/**
 * Takes what a guest's document was rendered from; returns what makes of the finished document those of
 * members: the same but for the account in the header, the hearts, and the data of both. Null for a
 * document in which these cannot be found. It is kept as long as the page is, so it holds nothing of
 * the request that the page was rendered for.
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
  let segments: Segment[] | null = [html.toString()];
  const data = toDataElement(GUEST);
  for (const [text, part] of [
    [guest.menu, "menu"],
    [guest.links, "links"],
    [data, "data"],
  ] as const) {
    segments = segments && splitOnce(segments, text, { part });
  }
  if (!segments) return null;
  const places = segments.flatMap((segment): Segment[] =>
    typeof segment === "string" ? splitAtHearts(segment) : [segment],
  );
  const pieces = toPieces(html, places, { ...guest, data });
  return (member) => {
    const account = render(member);
    if (!account) throw new Error("the account could not be rendered");
    const parts = { ...account, data: toDataElement(member) };
    const favorites = new Set(member.favorites);
    const bytes = pieces.map((piece) => {
      if (Buffer.isBuffer(piece)) return piece;
      if ("part" in piece) return Buffer.from(parts[piece.part]);
      return favorites.has(piece.productId) ? piece.on : piece.off;
    });
    return Buffer.concat(bytes);
  };
}

type Piece = Buffer | OwnPlace | { productId: string; off: Buffer; on: Buffer };

/**
 * The document's own bytes between its places: what members share is neither copied nor encoded anew,
 * and no part of the string is kept, which would keep all of it.
 */
function toPieces(
  html: Buffer<ArrayBuffer>,
  segments: Segment[],
  guest: Account & { data: string },
): Piece[] {
  let end = 0;
  const take = (text: string) => {
    const start = end;
    end += Buffer.byteLength(text);
    return html.subarray(start, end);
  };
  return segments.map((segment) => {
    if (typeof segment === "string") return take(segment);
    if ("part" in segment) {
      take(guest[segment.part]);
      return segment;
    }
    const { productId, off, on } = segment;
    return { productId: Buffer.from(productId).toString(), off: take(off), on: Buffer.from(on) };
  });
}

const toDataElement = (member: MemberData) =>
  `<script id="${MEMBER_ELEMENT_ID}" type="application/json">${writeMember(member)}</script>`;

/** Null unless the text is there exactly once. */
function splitOnce(segments: Segment[], text: string, place: OwnPlace): Segment[] | null {
  let found = 0;
  const split = segments.flatMap((segment): Segment[] => {
    if (typeof segment !== "string") return [segment];
    const [first = "", ...rest] = segment.split(text);
    found += rest.length;
    return [first, ...rest.flatMap((after) => [place, after])];
  });
  return found === 1 ? split : null;
}

type Account = { menu: string; links: string };

const renderers = new WeakMap<LoadedLayout["settings"], Map<string, AccountRenderer>>();
type AccountRenderer = (member: Pick<MemberData, "user">) => Account | null;

/** One for each language as long as settings and texts stay what they are. */
function accountRenderer(layout: LoadedLayout, words: WordsSource): AccountRenderer {
  const known = renderers.get(layout.settings) ?? new Map<string, AccountRenderer>();
  renderers.set(layout.settings, known);
  const renderer = known.get(words.url) ?? createAccountRenderer(layout, words);
  known.set(words.url, renderer);
  return renderer;
}

function createAccountRenderer(layout: LoadedLayout, words: WordsSource): AccountRenderer {
  const accounts = new LRUCache<string, Account>({ max: ACCOUNTS_MAX });
  return ({ user }) => {
    const key = JSON.stringify(user);
    const known = accounts.get(key);
    if (known) return known;
    const source = { layout, words, member: { user, favorites: [] } };
    const menu = renderLayoutPart(<AccountSlot part="menu" />, source);
    const links = renderLayoutPart(<AccountSlot part="links" />, source);
    // While the process starts, its lazy parts may not be there yet. And what React hoists out of
    // a part (a link in the head) has no place in one.
    const isWhole = [menu, links].every((part) => part.startsWith("<div") && !isUnfinished(part));
    if (!isWhole) return null;
    accounts.set(key, { menu, links });
    return { menu, links };
  };
}
