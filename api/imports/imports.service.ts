import { DomainError } from "#domain/errors.ts";
import { isMessageCode, type Message } from "#domain/messages.ts";
import { toDecimal } from "#domain/money.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { ChangeImportBody, Import, ImportDetail } from "../contract/staff/imports.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { toEnglish } from "../http/messages.ts";
import { readStaffPage } from "../staff/lists/staff-list.ts";
import { countChanged, countProblems, listProblems, listSample } from "./import-rows.queries.ts";
import {
  deleteImport,
  getImport,
  type ImportRow,
  listImports,
  lockImport,
  setStatus,
} from "./imports.queries.ts";
import { removeUpload } from "./remove-upload.ts";

const IMPORTS_PER_PAGE = 50;
const PROBLEMS_SHOWN = 50;
const KINDS_SHOWN = 20;
const SAMPLE_SIZE = 10;
const PROBLEMS_PER_PAGE = 1_000;

/** Lists a page of imports, newest first. */
export async function listImportsForStaff(deps: ApiDeps, query: { page?: number }) {
  const { toMeta, ...page } = readStaffPage(query, IMPORTS_PER_PAGE);
  const { rows, total } = await listImports(deps.database, page);
  return { payload: rows.map(toImport), meta: toMeta(total) };
}

/** Returns one import with its errors and its valid rows. Throws import_not_found. */
export async function readImportForStaff(deps: ApiDeps, id: number): Promise<ImportDetail> {
  const sql = deps.database;
  const found = await getImport(sql, id);
  if (!found) throw new DomainError("import_not_found");
  const [changed, problems, counts, sample] = await Promise.all([
    // Only needed by the form that undoes it; pages of imports in progress are polled.
    found.status === "written" ? countChanged(sql, id) : 0,
    listProblems(sql, id, { after: 0, limit: PROBLEMS_SHOWN }),
    countProblems(sql, id, KINDS_SHOWN),
    listSample(sql, id, SAMPLE_SIZE),
  ]);
  return {
    ...toImport(found),
    changed_count: changed,
    unknown_columns: found.unknownColumns,
    problems: problems.flatMap(({ line, problems: all }) => all.map((one) => ({ line, ...one }))),
    problem_counts: [...counts],
    sample: sample.map(({ product, ...row }) => ({
      ...row,
      status: product.status,
      price: toDecimal(product.priceCents),
      picture: product.imageHash,
      ...{ prompt: product.prompt, model: product.model, seed: product.seed, size: product.size },
      claimed_size: product.claimedSize,
    })),
  };
}

/** Lists the errors of an import, row by row, for a spreadsheet. Throws import_not_found. */
export async function listProblemRows(deps: ApiDeps, id: number) {
  const found = await getImport(deps.database, id);
  if (!found) throw new DomainError("import_not_found");
  return problemPages(deps, id);
}

async function* problemPages(deps: ApiDeps, id: number): AsyncGenerator<string[][]> {
  yield [["line", "column", "problem", "value"]];
  for (let after = 0; ; ) {
    const page = { after, limit: PROBLEMS_PER_PAGE };
    const rows = await listProblems(deps.database, id, page);
    yield rows.flatMap(({ line, problems }) =>
      problems.map((one) => [String(line), one.column, describe(one), one.value ?? ""]),
    );
    if (rows.length < PROBLEMS_PER_PAGE) return;
    after = rows.at(-1)?.number ?? 0;
  }
}

const describe = (message: Message) => (isMessageCode(message.code) ? toEnglish(message) : "");

/**
 * Starts writing or undoing an import, which a job then does, or discards one. Idempotent, except
 * for discarding. Throws import_not_found, and import_changed for one in another status.
 */
export async function changeImport(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  { action }: ChangeImportBody,
): Promise<void> {
  const discarded = await inTransaction(deps.database, async (sql) => {
    const found = await lockImport(sql, id);
    if (!found) throw new DomainError("import_not_found");
    const subject = { kind: "import", id };
    const record = () =>
      recordAction(sql, { actorId: staff.id, action: `import.${action}_requested`, subject });
    if (action === "discard") {
      const mayGo = ["checking", "checked", "failed", "undone"].includes(found.status);
      if (!mayGo) throw new DomainError("import_changed");
      await deleteImport(sql, id);
      await record();
      return found;
    }
    const [from, to] =
      action === "write" ? (["checked", "writing"] as const) : (["written", "undoing"] as const);
    if (found.status === to) return null;
    const isEmpty = (found.rowsTotal ?? 0) <= found.wrongCount;
    if (found.status !== from || (action === "write" && isEmpty)) {
      throw new DomainError("import_changed");
    }
    await setStatus(sql, id, to);
    await record();
    return null;
  });
  if (!discarded) return;
  await removeUpload(deps, discarded.fileKey);
}

function toImport(row: ImportRow): Import {
  return {
    id: row.id,
    status: row.status,
    file_name: row.fileName,
    failure: row.failure,
    rows_total: row.rowsTotal,
    rows_checked: row.rowsChecked,
    wrong_count: row.wrongCount,
    deleted_count: row.deletedCount,
    withdrawn_count: row.withdrawnCount,
    actor: row.actor,
    created_at: row.createdAt.toISOString(),
    is_waiting: row.status === "checking" && row.unavailableSince !== null,
  };
}
