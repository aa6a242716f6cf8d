import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { DomainError } from "#domain/errors.ts";
import { TABLE_COLUMNS, type TableProduct, toTableRow } from "#domain/imports.ts";
import type { ProductStatus } from "#domain/products.ts";
import { recordAction } from "../audit/audit.service.ts";
import { originalKey } from "../catalog/images.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { openCsv } from "../http/send-stream.ts";
import { countExported, type ExportedRow, listExported } from "./export.queries.ts";

const PAGE_SIZE = 500;
/** Maximum images per zip; use a filter for fewer. */
const PICTURES_MAX = 20_000;

export type ExportFilter = {
  status: ProductStatus | null;
  categoryId: number | null;
  styleId: number | null;
};

/** The product table in import format, as a streamed CSV. Logged. */
export async function exportTable(deps: ApiDeps, staff: SessionUser, filter: ExportFilter) {
  await recordExport(deps, staff, "csv");
  return openCsv(tablePages(deps, filter, new Set()));
}

/**
 * The same in a zip, with the original images without metadata. Throws export_too_large above the
 * maximum number of images.
 */
export async function exportArchive(deps: ApiDeps, staff: SessionUser, filter: ExportFilter) {
  if ((await countExported(deps.database, filter, PICTURES_MAX + 1)) > PICTURES_MAX) {
    throw new DomainError("export_too_large", { params: { max: PICTURES_MAX } });
  }
  await recordExport(deps, staff, "zip");
  const zip = new ZipFile();
  const hashes = new Set<string>();
  const table = openCsv(tablePages(deps, filter, hashes));
  table.on("end", () => {
    for (const hash of hashes) addPicture(deps, zip, hash);
    zip.end();
  });
  zip.addReadStream(table, "products.csv");
  // Streamed: if a part fails, the response breaks off.
  const output = Readable.from(zip.outputStream);
  zip.on("error", (error: Error) => output.destroy(error));
  table.on("error", (error) => output.destroy(error));
  return output;
}

function addPicture(deps: ApiDeps, zip: ZipFile, hash: string): void {
  zip.addReadStreamLazy(`${hash}.png`, { compress: false }, (callback) => {
    deps.files.get(originalKey(hash)).then(
      (png) => callback(null, Readable.from(png ? [png] : [])),
      (error: unknown) => callback(error, Readable.from([])),
    );
  });
}

async function* tablePages(
  deps: ApiDeps,
  filter: ExportFilter,
  hashes: Set<string>,
): AsyncGenerator<string[][]> {
  yield [[...TABLE_COLUMNS]];
  for (let after = 0; ; ) {
    const rows = await listExported(deps.database, filter, { after, limit: PAGE_SIZE });
    yield rows.map((row) => toTableRow(toTableProduct(row)));
    for (const { imageHash } of rows) if (imageHash) hashes.add(imageHash);
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

function toTableProduct({ id: _id, imageHash, ...row }: ExportedRow): TableProduct {
  return { ...row, picture: imageHash ? `${imageHash}.png` : "" };
}

function recordExport(deps: ApiDeps, staff: SessionUser, format: string): Promise<void> {
  const subject = { kind: "products", id: format };
  return recordAction(deps.database, { actorId: staff.id, action: "product.export", subject });
}
