import {
  type ChangeProductsBody,
  type CreateProductBody,
  changeProductsResponseSchema,
  offerProductResponseSchema,
  productHistoryResponseSchema,
  productPictureResponseSchema,
  productPreviewResponseSchema,
  type StaffProduct,
  type StaffProductRow,
  type StaffProductsQuery,
  staffProductResponseSchema,
  staffProductsResponseSchema,
  type UndoChangesBody,
  type UpdateProductBody,
  undoChangesResponseSchema,
} from "#api/contract/staff/products.ts";
import { parseResponse, requireCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { toProduct } from "../catalog.server.ts";

/** A product with the fields of its form. */
export type StaffProductView = ReturnType<typeof toStaffProduct>;
export type StaffProductRowView = ReturnType<typeof toRow>;
export type ProductChangeView = Awaited<ReturnType<typeof listProductHistory>>[number];

/** A page of products in any status. Throws ApiError 404 without the right. */
export async function listStaffProducts(api: ApiClient, query: StaffProductsQuery) {
  const body = await api.get("/staff/products", query);
  const { payload, meta } = parseResponse(staffProductsResponseSchema, body);
  const { previous, next, is_limited: isLimited = false } = meta;
  return { products: payload.map((row) => toRow(api, row)), previous, next, isLimited };
}

/** One product with its prompt. Throws ApiError product_not_found (404). */
export async function getStaffProduct(api: ApiClient, id: string): Promise<StaffProductView> {
  const body = await api.get(`/staff/products/${encodeURIComponent(id)}`);
  return toStaffProduct(api, parseResponse(staffProductResponseSchema, body).payload);
}

/** Creates a product; idempotent by operation and by offer. Throws ApiError 409, 422 (fields). */
export async function createProduct(
  api: ApiClient,
  product: CreateProductBody,
): Promise<StaffProductView> {
  const body = await api.send("POST", "/staff/products", product);
  return toStaffProduct(api, parseResponse(staffProductResponseSchema, body).payload);
}

/** Throws ApiError product_changed (409) after a concurrent change, 422 (fields). */
export async function saveProduct(
  api: ApiClient,
  id: string,
  product: UpdateProductBody,
): Promise<void> {
  await api.send("PUT", `/staff/products/${encodeURIComponent(id)}`, product);
}

/** Stores an image. Returns its name and its generator's metadata. Throws ApiError 413, 422. */
export async function uploadPicture(api: ApiClient, media: File) {
  const form = new FormData();
  form.set("media", media, media.name);
  const body = await api.sendForm("/staff/products/pictures", form);
  const { picture, generation } = parseResponse(productPictureResponseSchema, body).payload;
  return { picture, prompt: generation?.prompt ?? null };
}

/** History of a product, newest first. */
export async function listProductHistory(api: ApiClient, id: string) {
  const body = await api.get(`/staff/products/${encodeURIComponent(id)}/history`);
  return parseResponse(productHistoryResponseSchema, body).payload.map((change) => ({
    ...change,
    id: String(change.id),
  }));
}

/** A product in any status, as the shop would show it. Throws ApiError product_not_found (404). */
export async function previewProduct(api: ApiClient, id: string) {
  const body = await api.get(`/staff/products/${encodeURIComponent(id)}/preview`);
  const product = toProduct(api, parseResponse(productPreviewResponseSchema, body).data);
  const { picture } = product;
  const hash = /\/([0-9a-f]{64})$/.exec(picture?.baseUrl ?? "")?.[1];
  if (!picture || !hash) return product;
  return { ...product, picture: { ...picture, baseUrl: toFolder(api, hash) } };
}

/** Initial values of a product made from an offer. Throws ApiError offer_not_accepted (409). */
export async function getOfferProduct(api: ApiClient, offerId: string) {
  const body = await api.get(`/staff/products/from-offer/${encodeURIComponent(offerId)}`);
  const { payload } = parseResponse(offerProductResponseSchema, body);
  return {
    productId: payload.product_id === null ? null : String(payload.product_id),
    titles: payload.titles,
    descriptions: payload.descriptions,
    prompt: payload.prompt,
    categoryId: String(payload.category_id),
    styleIds: payload.style_ids.map(String),
    picture: payload.picture,
    pictureUrl: toPictureUrl(api, payload.picture),
  };
}

/** Applies one change to many products. Throws ApiError 422. */
export async function changeProducts(api: ApiClient, change: ChangeProductsBody) {
  const body = await api.send("POST", "/staff/products/changes", change);
  const { payload } = parseResponse(changeProductsResponseSchema, body);
  return {
    changed: payload.changed,
    incomplete: payload.incomplete.map(({ title }) => title),
    versions: (payload.versions ?? []).map(({ id, version }) => ({ id: String(id), version })),
  };
}

/** Reverts a bulk change, except for products changed since. Throws ApiError 422. */
export async function undoChanges(api: ApiClient, products: UndoChangesBody["products"]) {
  const body = await api.send("POST", "/staff/products/changes/undo", { products });
  return parseResponse(undoChangesResponseSchema, body).payload;
}

/** URL of a catalogue image, public or not, for our own pages; null if there is none. */
export function toPictureUrl(api: ApiClient, hash: string | null): string | null {
  return hash === null ? null : `${toFolder(api, hash)}/480.webp`;
}

/** The same in the small size used in lists. */
export function toThumbUrl(api: ApiClient, hash: string | null): string | null {
  return hash === null ? null : `${toFolder(api, hash)}/160.webp`;
}

const toFolder = (api: ApiClient, hash: string) =>
  localePath(api.locale, `/staff/pictures/${hash}`);

function toRow(api: ApiClient, row: StaffProductRow) {
  const { picture, missing_locales: missingLocales, sales_count: salesCount } = row;
  return {
    id: String(row.id),
    slug: row.slug,
    title: row.title,
    status: row.status,
    category: row.category,
    styles: row.styles,
    priceCents: requireCents(row.price),
    salesCount,
    missingLocales,
    thumbUrl: toThumbUrl(api, picture),
    publishedAt: row.published_at,
  };
}

function toStaffProduct(api: ApiClient, product: StaffProduct) {
  return {
    id: String(product.id),
    version: product.version,
    status: product.status,
    slug: product.slug,
    categoryId: String(product.category_id),
    styleIds: product.style_ids.map(String),
    price: String(product.price),
    prompt: product.prompt,
    licence: product.licence ?? "",
    picture: product.picture,
    pictureUrl: toPictureUrl(api, product.picture),
    titles: product.titles,
    descriptions: product.descriptions,
    motifs: product.motifs,
    offerId: product.offer_id === null ? null : String(product.offer_id),
    salesCount: product.sales_count,
    isOriginalMissing: product.is_original_missing === true,
  };
}
