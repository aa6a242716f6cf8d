import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { DomainError } from "#domain/errors.ts";
import { TABLE_COLUMNS, type TableProduct, toTableRow } from "#domain/imports.ts";
import type { ProductStatus } from "#domain/products.ts";
import { recordAction } from "../audit/audit.service.ts";
import { originalKey } from "../catalog/images.ts";
import { noteMissingOriginal } from "../catalog/originals.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { openCsv } from "../http/send-stream.ts";
import { countExported, type ExportedRow, listExported } from "./export.queries.ts";

const PAGE_SIZE = 500;
/** Maximum products, and thus images, per zip; a filter reduces their number. */
const PICTURES_MAX = 20_000;

export type ExportFilter = {
  status: ProductStatus | null;
  categoryId: number | null;
  styleId: number | null;
};

/** Exports the product table in import format, as a streamed CSV. The export is logged. */
export async function exportTable(deps: ApiDeps, staff: SessionUser, filter: ExportFilter) {
  await recordExport(deps, staff, "csv");
  return openCsv(tablePages(deps, filter, new Set()));
}

/**
 * Exports the product table in a zip, with the original images without metadata;
 * `missing-pictures.txt` names those missing from storage. Throws export_too_large for more than
 * PICTURES_MAX products.
 */
export async function exportArchive(deps: ApiDeps, staff: SessionUser, filter: ExportFilter) {
  if ((await countExported(deps.database, filter, PICTURES_MAX + 1)) > PICTURES_MAX) {
    throw new DomainError("export_too_large", { params: { max: PICTURES_MAX } });
  }
  await recordExport(deps, staff, "zip");
  const zip = new ZipFile();
  const hashes = new Set<string>();
  const table = openCsv(tablePages(deps, filter, hashes));
  // If a part of the stream fails, the response is cut off.
  const output = Readable.from(zip.outputStream);
  const breakOff = (error: Error) => output.destroy(error);
  table.on("end", () => {
    addPictures(deps, zip, hashes).then(() => zip.end(), breakOff);
  });
  zip.addReadStream(table, "products.csv");
  zip.on("error", breakOff);
  table.on("error", breakOff);
  return output;
}

async function addPictures(deps: ApiDeps, zip: ZipFile, hashes: Set<string>): Promise<void> {
  const missing: string[] = [];
  for (const hash of hashes) {
    const png = await deps.files.get(originalKey(hash));
    if (png) {
      await addPicture(zip, `${hash}.png`, png);
    } else {
      await noteMissingOriginal(deps, hash);
      missing.push(`${hash}.png`);
    }
  }
  if (missing.length === 0) return;
  const lines = ["These pictures are missing. Restore them from a backup:", ...missing, ""];
  zip.addBuffer(Buffer.from(lines.join("\r\n")), "missing-pictures.txt");
}

/** Adds a picture; resolves once it is in the zip, so that only a few are in memory at a time. */
function addPicture(zip: ZipFile, name: string, png: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const stream = Readable.from([png]);
    stream.on("end", resolve);
    zip.addReadStream(stream, name, { compress: false });
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
