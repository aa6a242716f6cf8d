import { type Shelves, shelvesResponseSchema } from "#api/contract/staff/shelves.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { ChosenShelf } from "#domain/shelves.ts";
import { toThumbUrl } from "./products.server.ts";

/** A shelf of the home page as used by its screen. */
export type ShelfView = ReturnType<typeof toShelf>;

/**
 * The shelves of the home page, as chosen and as they are without a choice. Throws ApiError 404
 * without the right.
 */
export async function listShelves(api: ApiClient): Promise<Record<ChosenShelf, ShelfView>> {
  const { payload } = parseResponse(shelvesResponseSchema, await api.get("/staff/shelves"));
  return { hero: toShelf(api, payload.hero), featured: toShelf(api, payload.featured) };
}

/**
 * Sets the products of a shelf that was read as `seen`. Throws ApiError shelf_changed (409), 422.
 */
export async function arrangeShelf(
  api: ApiClient,
  shelf: ChosenShelf,
  order: { ids: readonly string[]; seen: readonly string[] },
): Promise<void> {
  await api.send("PUT", "/staff/shelves", { shelf, ...order });
}

function toShelf(api: ApiClient, { chosen, fallback }: Shelves["hero"]) {
  const toProduct = ({ id, picture, ...product }: (typeof chosen)[number]) => ({
    ...product,
    id: String(id),
    thumbUrl: toThumbUrl(api, picture),
  });
  return { chosen: chosen.map(toProduct), fallback: fallback.map(toProduct) };
}
