import { DomainError } from "#domain/errors.ts";
import type { DocumentsQuery, Document as DocumentView } from "../contract/documents.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import {
  type DocumentRow,
  getDocument,
  listDocuments,
  listSheets,
  type PrintedRow,
} from "./documents.queries.ts";
import type { DocumentFile } from "./pdf/render-document.ts";

/** Lists the user's documents for an order, deposits or payouts, in order of issue. */
export async function findDocuments(deps: ApiDeps, userId: number, query: DocumentsQuery) {
  const rows = await listDocuments(deps.database, userId, {
    orderId: query.order_id === undefined ? null : Number(query.order_id),
    depositIds: toIds(query.deposit_id),
    payoutIds: toIds(query.payout_id),
  });
  return rows.map(toLink);
}

const toIds = (list: string | undefined): number[] => (list ? list.split(",").map(Number) : []);

/** Returns one of the user's own documents as printed. Throws document_not_found for any other. */
export async function readDocument(
  deps: ApiDeps,
  userId: number,
  id: number,
): Promise<DocumentView> {
  const row = await requireDocument(deps, userId, id);
  return { ...toLink(row), sheet: { ...row.sheet, annex: row.annex } };
}

/** Returns one of the user's own documents as a PDF. Throws document_not_found. */
export async function downloadDocument(
  deps: ApiDeps,
  userId: number,
  id: number,
): Promise<DocumentFile> {
  const { renderDocument } = await loadRenderer();
  return renderDocument(toPrinted(await requireDocument(deps, userId, id)));
}

/** Renders the PDFs attached to a mail, when it is sent. */
export async function renderDocuments(sql: Sql, ids: readonly number[]): Promise<DocumentFile[]> {
  if (ids.length === 0) return [];
  const rows = await listSheets(sql, ids);
  if (rows.length !== ids.length) throw new Error(`documents are missing of ${ids.join(", ")}`);
  const { renderDocument } = await loadRenderer();
  const files: DocumentFile[] = [];
  for (const row of rows) files.push(await renderDocument(toPrinted(row)));
  return files;
}

/** Loads the PDF renderer on first use, because it takes 24 MB of memory. */
const loadRenderer = () => import("./pdf/render-document.ts");

const toPrinted = ({ number, sheet, issuedAt, annex }: PrintedRow) => ({
  number,
  issuedAt,
  sheet: { ...sheet, annex },
});

async function requireDocument(deps: ApiDeps, userId: number, id: number) {
  const row = await getDocument(deps.database, userId, id);
  if (!row) throw new DomainError("document_not_found");
  return row;
}

function toLink(row: DocumentRow) {
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    order_id: row.orderId,
    deposit_id: row.depositId,
    payout_id: row.payoutId,
    issued_at: row.issuedAt.toISOString(),
  };
}
