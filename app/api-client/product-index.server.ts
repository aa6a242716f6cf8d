import { indexEntriesResponseSchema, indexPartsResponseSchema } from "#api/contract/catalog.ts";
import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import { parseResponse, readLastPage } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { productListSchema } from "./schemas/response-schemas.server.ts";

/** Pages of the product list per part, for an API without the index. */
const PAGES_PER_PART = 40;

export type IndexPart = { part: number; updatedAt: string | null };
export type IndexEntry = { slug: string; updatedAt: string | null };

/** The parts of the whole catalogue, for sitemaps. */
export async function listIndexParts(api: ApiClient): Promise<IndexPart[]> {
  try {
    return await api.getPublic({
      path: "/product-index",
      isReference: true,
      isLocalized: false,
      read: (body) =>
        parseResponse(indexPartsResponseSchema, body).data.map(({ part, updated_at }) => ({
          part,
          updatedAt: updated_at,
        })),
    });
  } catch (error) {
    if (!isWithoutIndex(error)) throw error;
    const { lastPage } = await readPage(api, 1);
    const parts = Math.ceil(lastPage / PAGES_PER_PART);
    return Array.from({ length: parts }, (_, index) => ({ part: index + 1, updatedAt: null }));
  }
}

/** The products of one part; empty beyond the last. */
export async function listIndexEntries(api: ApiClient, part: number): Promise<IndexEntry[]> {
  try {
    return await api.getPublic({
      path: `/product-index/${part}`,
      isLocalized: false,
      read: (body) =>
        parseResponse(indexEntriesResponseSchema, body).data.map(({ slug, updated_at }) => ({
          slug,
          updatedAt: updated_at,
        })),
    });
  } catch (error) {
    if (!isWithoutIndex(error)) throw error;
    return listPages(api, (part - 1) * PAGES_PER_PART + 1);
  }
}

/** The contract of spec §7 only has lists: a server with just those calls lacks the index. */
const isWithoutIndex = isMissingCall;

async function listPages(api: ApiClient, firstPage: number): Promise<IndexEntry[]> {
  // Keyed by slug, because a sale in the meantime may move a product to another page.
  const entries = new Map<string, IndexEntry>();
  for (let page = firstPage; page < firstPage + PAGES_PER_PART; page++) {
    const { products, lastPage } = await readPage(api, page);
    if (page > lastPage) break;
    for (const product of products) {
      const slug = product.slug || String(product.id);
      entries.set(slug, { slug, updatedAt: product.updated_at ?? product.created_at ?? null });
    }
    if (page === lastPage) break;
  }
  return [...entries.values()];
}

async function readPage(api: ApiClient, page: number) {
  return api.getPublic({
    path: "/products",
    query: { page },
    name: "index",
    read(body) {
      const { data, meta } = parseResponse(productListSchema, body);
      return { products: data, lastPage: readLastPage(meta) };
    },
  });
}
