import {
  type GroupView,
  listCategories,
  listProducts,
  listStyles,
  type ProductCard,
} from "#app/api-client/catalog.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { orNull } from "#app/request/or-null.ts";
import {
  SEARCH_LENGTH_MAX,
  SUGGESTED_GROUPS,
  SUGGESTED_PRODUCTS,
  SUGGESTION_LENGTH_MIN,
} from "#domain/catalog.ts";
import { toPlainWords } from "#domain/plain-words.ts";
import type { Route } from "./+types/search-suggestions";

type GroupKind = "style" | "category";

export type Suggestions = {
  groups: (Pick<GroupView, "title" | "titleLanguage"> & { kind: GroupKind; path: string })[];
  products: Pick<
    ProductCard,
    "slug" | "title" | "titleLanguage" | "priceCents" | "picture" | "thumbUrl"
  >[];
};

const FRESH_SECONDS = 60;

/** Suggestions while typing (`?search=`), the same for everybody. */
export async function loader({ context }: Route.LoaderArgs) {
  const typed = getUrl(context).searchParams.get("search") ?? "";
  const search = typed.trim().slice(0, SEARCH_LENGTH_MAX);
  const api = getApi(context);
  const isEnough = [...search].length >= SUGGESTION_LENGTH_MIN;
  const [styles, categories, found] = await Promise.all([
    orNull(context, "styles", listStyles(api)),
    orNull(context, "categories", listCategories(api)),
    isEnough
      ? orNull(context, "suggestions", listProducts(api, { search, perPage: SUGGESTED_PRODUCTS }))
      : null,
  ]);
  const groups = [
    ...(styles ?? []).map((style) => toGroup("style", style)),
    ...(categories ?? []).map((category) => toGroup("category", category)),
  ].filter(({ title }) => isEnough && isMeant(title, search));
  const suggestions: Suggestions = {
    groups: groups.slice(0, SUGGESTED_GROUPS),
    products: found?.products.map(toProduct) ?? [],
  };
  return Response.json(suggestions, {
    headers: { "cache-control": `public, max-age=${FRESH_SECONDS}` },
  });
}

function toGroup(kind: GroupKind, { title, titleLanguage, url }: GroupView) {
  return { kind, title, titleLanguage, path: `/products?${kind}=${url}` };
}

function toProduct(product: ProductCard) {
  const { slug, title, titleLanguage, priceCents, picture, thumbUrl } = product;
  return { slug, title, titleLanguage, priceCents, picture, thumbUrl };
}

/** True when every typed word is a prefix of one of the title's words. */
function isMeant(title: string, search: string): boolean {
  const words = toPlainWords(title);
  const typed = toPlainWords(search);
  return typed.length > 0 && typed.every((begin) => words.some((word) => word.startsWith(begin)));
}
