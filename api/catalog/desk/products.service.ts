import { DomainError, type FieldErrors, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { createMessage } from "#domain/messages.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import { findPublishProblems, listChangedFields, toSlug } from "#domain/products.ts";
import { assertSameAction, recordAction } from "../../audit/audit.service.ts";
import type {
  CreateProductBody,
  StaffProduct,
  UpdateProductBody,
} from "../../contract/staff/products.ts";
import { inTransaction, isUniqueViolation, type Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import { noteDueRenditions } from "../due-renditions.queries.ts";
import { noteUpdate } from "../product-updates.queries.ts";
import { keepGroups } from "./groups.queries.ts";
import { takeOfferImage } from "./offer-product.ts";
import {
  type CreatedProduct,
  type DeskProduct,
  findCreatedProduct,
  findSlugOwner,
  findUnknown,
  getProduct,
  insertProduct,
  listSlugsLike,
  lockProducts,
  numbered,
  type ProductFields,
  replaceStyles,
  updateProduct,
} from "./products.queries.ts";

/**
 * Returns one product with everything that is sold. The view includes the prompt, so it is logged.
 * Throws product_not_found.
 */
export async function readProductForStaff(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
): Promise<StaffProduct> {
  return inTransaction(deps.database, async (sql) => {
    const product = await getProduct(sql, id);
    if (!product) throw new DomainError("product_not_found");
    const subject = { kind: "product", id };
    await recordAction(sql, { actorId: staff.id, action: "product.view", subject });
    return toStaffProduct(product);
  });
}

/**
 * Creates a product; idempotent by operation and by offer. A missing slug is derived from the
 * English title. Throws validation_failed by field, offer_not_found, offer_not_accepted, and
 * operation_conflict for the id of a product that was created with other content.
 */
export async function createProduct(
  deps: ApiDeps,
  staff: SessionUser,
  body: CreateProductBody,
): Promise<StaffProduct> {
  const operationId = body.operation_id ?? null;
  const offerId = body.offer_id === undefined ? null : Number(body.offer_id);
  const sent = { staff, operationId, offerId, fields: toFields(body) };
  const made = await findCreatedProduct(deps.database, sent);
  if (made !== null) return readKnown(deps.database, made, sent);
  const imageHash = body.picture ?? (await takeOfferImage(deps, offerId));
  const given = { ...sent.fields, imageHash };
  const slug = given.slug || (await suggestSlug(deps.database, given.titles));
  const fields = { ...given, slug };
  try {
    return await inTransaction(deps.database, async (sql) => {
      await keepGroups(sql, toGroups(fields));
      await assertFields(sql, fields, null);
      const id = await insertProduct(sql, { ...fields, offerId, operationId, now: deps.now() });
      // A concurrent insert won: a second submission of the form, or another product with this
      // slug.
      if (id === null) {
        const other = await findCreatedProduct(sql, sent);
        if (other === null) throw fieldError("slug", "slug_taken");
        return readKnown(sql, other, sent);
      }
      await noteDueRenditions(sql, sql`${id}`);
      await recordAction(sql, { ...toCreation(id, sent), after: { ...fields, offerId } });
      return requireStaffProduct(sql, id);
    });
  } catch (error) {
    // The slug may have been taken by the first submission of this form.
    const other = await findCreatedProduct(deps.database, sent);
    if (other !== null) return readKnown(deps.database, other, sent);
    throw error;
  }
}

type SentProduct = {
  staff: SessionUser;
  operationId: string | null;
  offerId: number | null;
  fields: ProductFields;
};

function toCreation(id: number, { staff, operationId, offerId }: SentProduct) {
  return {
    actorId: staff.id,
    action: offerId === null ? "product.create" : "product.publish_offer",
    subject: { kind: "product", id },
    ...(operationId !== null && { operationId: `product ${operationId}` }),
  };
}

/**
 * Returns the product of a repeated form, or the one already made from the offer. It may have been
 * edited since, so the request is compared with what the log says it was created with. Throws
 * operation_conflict when the form had other content.
 */
async function readKnown(sql: Sql, made: CreatedProduct, sent: SentProduct): Promise<StaffProduct> {
  const { operationId, ...creation } = toCreation(made.id, sent);
  if (made.isRepeated && operationId !== undefined) {
    const { slug, imageHash, ...fields } = sent.fields;
    const { offerId } = sent;
    const content = {
      ...fields,
      offerId,
      // Omitted fields were derived, from the title and from the offer.
      ...(slug !== "" && { slug }),
      ...((imageHash !== null || offerId === null) && { imageHash }),
    };
    await assertSameAction(sql, { ...creation, operationId, content });
  }
  return requireStaffProduct(sql, made.id);
}

/**
 * Updates a product that was read at this version. Throws product_not_found, product_changed when
 * it has been changed since, and validation_failed by field.
 */
export async function saveProduct(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  body: UpdateProductBody,
): Promise<StaffProduct> {
  const given = toFields(body);
  const slug = given.slug || (await suggestSlug(deps.database, given.titles, id));
  const fields = { ...given, slug };
  try {
    return await inTransaction(deps.database, async (sql) => {
      await keepGroups(sql, toGroups(fields));
      const [product] = await lockProducts(sql, [id]);
      if (!product) throw new DomainError("product_not_found");
      if (product.version !== body.version) {
        throw new DomainError("product_changed", { details: { version: product.version } });
      }
      await assertFields(sql, fields, id);
      return writeProduct(deps, sql, { staff, product, fields, action: "product.update" });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw fieldError("slug", "slug_taken");
    throw error;
  }
}

/**
 * Updates the changed fields of a locked product and logs them; does nothing when nothing differs.
 * A product counts as new from its first publication.
 */
export async function writeProduct(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  change: { staff: SessionUser; product: DeskProduct; fields: ProductFields; action: string },
): Promise<StaffProduct> {
  const { staff, product, fields, action } = change;
  const before = pickFields(product);
  const changed = listChangedFields(before, fields);
  if (changed.length === 0) return toStaffProduct(product);
  const isFirst = product.status === "draft" && fields.status !== "draft";
  const publishedAt = isFirst ? deps.now() : product.publishedAt;
  await updateProduct(sql, product.id, { ...fields, publishedAt });
  if (changed.includes("styleIds")) await replaceStyles(sql, product.id, fields.styleIds);
  // Visitors do not see the prompt.
  if (changed.some((name) => name !== "prompt")) await noteUpdate(sql, product.id, deps.now());
  if (changed.some((name) => name === "status" || name === "imageHash")) {
    await noteDueRenditions(sql, sql`${product.id}`);
  }
  const only = (all: ProductFields) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => changed.some((one) => one === name)));
  await recordAction(sql, {
    actorId: staff.id,
    action,
    subject: { kind: "product", id: product.id },
    before: only(before),
    after: only(fields),
  });
  return requireStaffProduct(sql, product.id);
}

/** Returns the fields that a form can change. */
export function pickFields(product: DeskProduct): ProductFields {
  const { id: _id, version: _version, offerId: _offer, ...rest } = product;
  const { salesCount: _sales, publishedAt: _published, isOriginalMissing: _, ...fields } = rest;
  return fields;
}

/**
 * Returns the missing fields without which a product cannot be published, with their errors; empty
 * if there are none.
 */
export function listMissing(fields: ProductFields): FieldErrors {
  return findPublishProblems({ ...fields, hasImage: fields.imageHash !== null });
}

function toFields(body: Omit<UpdateProductBody, "version">): ProductFields {
  const priceCents = parseAmount(body.price);
  if (priceCents === null) throw fieldError("price", "amount_invalid");
  return {
    status: body.status,
    slug: body.slug,
    categoryId: Number(body.category_id),
    styleIds: [...new Set(body.style_ids.map(Number))],
    priceCents,
    prompt: body.prompt,
    licence: body.licence || null,
    imageHash: body.picture,
    titles: withoutBlanks(body.titles),
    descriptions: withoutBlanks(body.descriptions),
    motifs: Object.fromEntries(
      Object.entries(body.motifs)
        .map(([locale, list]) => [locale, list.filter(Boolean)] as const)
        .filter(([, list]) => list.length > 0),
    ),
  };
}

const toGroups = ({ categoryId, styleIds }: ProductFields) => ({
  categoryIds: [categoryId],
  styleIds,
});

/** Removes blank texts: they count as missing, so that English is used instead. */
function withoutBlanks(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

async function assertFields(sql: Sql, fields: ProductFields, id: number | null): Promise<void> {
  const problems = fields.status === "published" ? listMissing(fields) : {};
  const unknown = await findUnknown(sql, {
    ...toGroups(fields),
    imageHash: fields.imageHash,
  });
  if (unknown.categories.length > 0) {
    problems.category_id = [createMessage("category_required")];
  }
  if (unknown.styles.length > 0) problems.style_ids = [createMessage("styles_required")];
  if (!unknown.isImageKnown) problems.picture = [createMessage("file_required")];
  if (Object.keys(fields.titles).length === 0) {
    problems[`titles.${DEFAULT_LOCALE}`] = [createMessage("title_required")];
  }
  const owner = fields.slug === "" ? null : await findSlugOwner(sql, fields.slug);
  if (owner !== null && owner !== id) problems.slug = [createMessage("slug_taken")];
  if (fields.slug === "") problems.slug ??= [createMessage("slug_required")];
  if (Object.keys(problems).length > 0) {
    throw new DomainError("validation_failed", { fields: problems });
  }
}

/**
 * Returns a free slug for these titles: from the English one, otherwise from the first that can be
 * transliterated.
 */
async function suggestSlug(
  sql: Sql,
  titles: Record<string, string>,
  id: number | null = null,
): Promise<string> {
  const { [DEFAULT_LOCALE]: english = "", ...others } = titles;
  const slug = [english, ...Object.values(others)].map(toSlug).find(Boolean) ?? "";
  if (slug === "") return "";
  const taken = new Set(await listSlugsLike(sql, slug));
  const own = id === null ? null : (await getProduct(sql, id))?.slug;
  return [slug, ...numbered(slug)].find((one) => one === own || !taken.has(one)) ?? "";
}

async function requireStaffProduct(sql: Sql, id: number): Promise<StaffProduct> {
  const product = await getProduct(sql, id);
  if (!product) throw new Error(`product ${id} is missing`);
  return toStaffProduct(product);
}

function toStaffProduct(product: DeskProduct): StaffProduct {
  return {
    id: product.id,
    version: product.version,
    status: product.status,
    slug: product.slug,
    category_id: product.categoryId,
    style_ids: product.styleIds,
    price: toDecimal(product.priceCents),
    prompt: product.prompt,
    licence: product.licence,
    picture: product.imageHash,
    titles: product.titles,
    descriptions: product.descriptions,
    motifs: product.motifs,
    offer_id: product.offerId,
    sales_count: product.salesCount,
    published_at: product.publishedAt.toISOString(),
    is_original_missing: product.isOriginalMissing,
  };
}
