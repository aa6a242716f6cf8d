import { createHash } from "node:crypto";
import { DomainError } from "#domain/errors.ts";
import { type CellProblem, parseTableRow, toShownValue } from "#domain/imports.ts";
import { createMessage, type FieldErrorCode } from "#domain/messages.ts";
import { findPublishProblems, PRODUCT_UPLOAD_MB_MAX, toSlug } from "#domain/products.ts";
import { listGroups } from "../catalog/desk/groups.queries.ts";
import { storeUploadedImage } from "../catalog/desk/uploaded-image.ts";
import { type Generation, readGeneration } from "../catalog/generation/generation.ts";
import { findImage, type ImageRow } from "../catalog/images.queries.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import type { Archive } from "./archive.ts";
import { ImportFailure } from "./import-failure.ts";
import type { CheckedRow } from "./import-rows.queries.ts";
import type { ReadRow } from "./read-table.ts";

type Ids = ReadonlyMap<string, number>;
export type Shop = { categories: Ids; styles: Ids; archive: Archive | null };

/**
 * Returns the ids of categories and styles by the names that a table may use: the slug, or the name
 * in any language.
 */
export async function readGroupNames(sql: Sql): Promise<Pick<Shop, "categories" | "styles">> {
  const toIds = (groups: Awaited<ReturnType<typeof listGroups>>): Ids =>
    new Map(
      groups
        .flatMap(({ id, slug, names }) =>
          // Slugs last: they are unique and override equal names.
          [...Object.values(names), slug].map((name) => [name.toLowerCase(), id] as const),
        )
        .toSorted((a, b) => b[1] - a[1]),
    );
  const [categories, styles] = await Promise.all([
    listGroups(sql, "categories"),
    listGroups(sql, "styles"),
  ]);
  return { categories: toIds(categories), styles: toIds(styles) };
}

type Taken = { image: ImageRow; generation: Generation | null };

type Fail = (column: string, code: FieldErrorCode, value?: string) => void;

/**
 * Returns the product that a row becomes, with all its errors. Its image is stored without
 * metadata; an empty prompt, seed and model are filled from the metadata.
 */
export async function checkRow(deps: ApiDeps, shop: Shop, row: ReadRow): Promise<CheckedRow> {
  const { product, problems } = parseTableRow(row.cells);
  const { slug, category, styles, picture, ...rest } = product;
  const fail: Fail = (column, code, value) =>
    problems.push({ column, code, ...(value === undefined ? {} : { value }) });
  const { unnamed } = row;
  if (unnamed) fail(String(unnamed.column), "import_cell_unnamed", unnamed.text);
  const groups = findGroups(shop, { category, styles }, fail);
  const taken = picture === "" ? null : await takePicture(deps, shop, picture, problems);
  const { image, generation } = taken ?? { image: null, generation: null };
  const filled = { ...rest, ...fillFrom(generation, rest) };
  if (filled.status === "published") {
    requirePublishable(filled, { hasImage: image !== null, isNamed: picture !== "" }, fail);
  }
  const suggested = slug || toSlug(rest.titles.en ?? "");
  if (suggested === "" && rest.titles.en) fail("slug", "slug_required");
  return {
    ...{ number: row.number, line: row.line, slug: suggested, isSlugGiven: slug !== "" },
    title: Object.values(rest.titles)[0] ?? "",
    product: {
      ...filled,
      ...groups,
      imageHash: image?.hash ?? null,
      ...toSizes(image, generation),
    },
    problems: problems.map((problem) => withValue(problem, row.cells)),
  };
}

type Named = { category: string; styles: string[] };

/**
 * Returns the ids of the groups that a row names; reports those that the shop does not have as
 * errors.
 */
function findGroups(shop: Shop, { category, styles }: Named, fail: Fail) {
  const categoryId = shop.categories.get(category.toLowerCase()) ?? null;
  if (category !== "" && categoryId === null) fail("category", "import_value_unknown");
  const styleIds = styles.flatMap((name) => shop.styles.get(name.toLowerCase()) ?? []);
  const unknown = styles.filter((name) => !shop.styles.has(name.toLowerCase()));
  if (unknown.length > 0) fail("styles", "import_value_unknown", unknown.join(", "));
  return { categoryId, styleIds: [...new Set(styleIds)] };
}

type Filled = Record<"prompt" | "model" | "seed", string>;

/** Fills each empty field of the row from the image's metadata, if it has it. */
function fillFrom(generation: Generation | null, row: Filled): Filled {
  return {
    prompt: row.prompt || (generation?.prompt ?? ""),
    model: row.model || (generation?.model ?? ""),
    seed: row.seed || (generation?.seed ?? ""),
  };
}

/**
 * Reports what a published product lacks. An image that is named but cannot be used already has its
 * own error.
 */
function requirePublishable(
  product: Omit<Parameters<typeof findPublishProblems>[0], "hasImage">,
  { hasImage, isNamed }: { hasImage: boolean; isNamed: boolean },
  fail: Fail,
): void {
  if (product.prompt !== "" && (isNamed || hasImage)) return;
  const missing = findPublishProblems({ ...product, hasImage });
  if (missing.prompt) fail("prompt", "prompt_required");
  if (missing.picture) fail("picture", "file_required");
}

/** Returns the image's size, and the one that its metadata claims if that differs. */
function toSizes(image: ImageRow | null, generation: Generation | null) {
  const size = formatSize(image);
  const claimedSize = formatSize(generation?.size);
  return { size, claimedSize: claimedSize === size ? "" : claimedSize };
}

/** Formats a size, such as 1024x768; empty for none. */
function formatSize(size: { widthPx: number; heightPx: number } | null | undefined): string {
  return size ? `${size.widthPx}x${size.heightPx}` : "";
}

/** Adds the content of the cell to a problem, unless the cell is empty. */
function withValue(problem: CellProblem, cells: ReadRow["cells"]): CellProblem {
  const value = toShownValue(problem.value ?? cells.get(problem.column) ?? "");
  return value === "" ? problem : { ...problem, value };
}

/** Returns the image that a row refers to: in the zip or, by hash, in the shop. */
async function takePicture(
  deps: ApiDeps,
  { archive }: Shop,
  name: string,
  problems: CellProblem[],
): Promise<Taken | null> {
  const column = "picture";
  const hash = /^([0-9a-f]{64})\.png$/.exec(name)?.[1];
  try {
    const bytes = (await archive?.readPicture(name)) ?? null;
    if (bytes === "tooLarge") {
      const message = createMessage("file_too_large", { maxSize: PRODUCT_UPLOAD_MB_MAX });
      problems.push({ column, ...message });
      return null;
    }
    if (bytes === "ambiguous") {
      problems.push({ column, code: "import_picture_ambiguous" });
      return null;
    }
    // Exports name images by hash: existing ones are not stored again.
    const isOurs = hash && (!bytes || createHash("sha256").update(bytes).digest("hex") === hash);
    const known = isOurs ? await findImage(deps.database, hash) : null;
    if (known) return { image: known, generation: null };
    if (!bytes) {
      problems.push({ column, code: "import_picture_missing" });
      return null;
    }
    return { image: await storeUploadedImage(deps, bytes), generation: readGeneration(bytes) };
  } catch (error) {
    // A file that cannot be unpacked is not an image either. If storage is unavailable or the disk
    // full, that is not the image's fault.
    if (isOutage(error)) throw error;
    const isOurs = error instanceof DomainError;
    const isBroken = error instanceof ImportFailure;
    if (!isOurs && !isBroken && error instanceof Error && "code" in error) throw error;
    const message = isOurs ? error.fields?.media?.[0] : undefined;
    problems.push({ column, ...(message ?? createMessage("image_format_invalid")) });
    return null;
  }
}
