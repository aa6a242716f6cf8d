import { overdueBefore } from "#domain/business-days.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { toDecimal } from "#domain/money.ts";
import { OFFER_REPLY_BUSINESS_DAYS } from "#domain/offers.ts";
import {
  CHECKLIST,
  type ChecklistItem,
  FIGURE_DAYS,
  listDays,
  startOfMonth,
  WAITING,
} from "#domain/overview.ts";
import { hasRight, type StaffRight } from "#domain/staff-roles.ts";
import { REVIEW_BUSINESS_DAYS_MAX } from "#domain/verification.ts";
import { recordAction } from "../audit/audit.service.ts";
import { listMissingOriginals } from "../catalog/originals.queries.ts";
import type { ConfirmItemBody, Figures, Overview } from "../contract/staff/overview.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { listMissedSearches } from "./missed-searches.queries.ts";
import {
  confirmItem,
  type FiguresRow,
  getSetUp,
  listFailedMails,
  listWaiting,
  readFigures,
} from "./overview.queries.ts";

const MISSED_SHOWN_MAX = 10;
const FAILED_MAILS_MAX = 20;
const MISSING_ORIGINALS_MAX = 50;

type HasRight = (right: StaffRight) => boolean;

/**
 * The staff dashboard: a new shop's checklist until its first sale, open items, and figures. Each
 * part requires its own staff right.
 */
export async function readOverview(
  deps: ApiDeps,
  staff: Pick<SessionUser, "staffRole">,
): Promise<Overview> {
  const { database: sql } = deps;
  const may: HasRight = (right) => hasRight(staff.staffRole, right);
  const now = deps.now();
  const days = listDays(now, FIGURE_DAYS);
  const [today, from] = [days.at(-1) ?? "", days[0] ?? ""];
  const [checklist, waiting, byDay, [month]] = await Promise.all([
    readChecklist(deps, may),
    listWaiting(sql, {
      now,
      overdueBefore: {
        offers: overdueBefore(now, OFFER_REPLY_BUSINESS_DAYS),
        verifications: overdueBefore(now, REVIEW_BUSINESS_DAYS_MAX),
      },
    }),
    readFigures(sql, { from, byDay: true }),
    readFigures(sql, { from: startOfMonth(now), byDay: false }),
  ]);
  const figuresOf = new Map(byDay.map((row) => [row.day, row]));
  const missed = { from, limit: MISSED_SHOWN_MAX };
  return {
    checklist,
    waiting: WAITING.filter(({ right }) => may(right)).map(({ kind }) => {
      const row = waiting.find((one) => one.kind === kind);
      const oldestAt = row?.oldestAt ? toUnixSeconds(row.oldestAt) : null;
      return { kind, count: row?.count ?? 0, overdue: row?.overdue ?? null, oldest_at: oldestAt };
    }),
    today: toFigures(figuresOf.get(today), may),
    month: toFigures(month, may),
    days: days.map((day) => ({ day, ...toFigures(figuresOf.get(day), may) })),
    missed_searches: may("catalogue") ? await listMissedSearches(sql, missed) : null,
    failed_mails: may("people.manage")
      ? (await listFailedMails(sql, FAILED_MAILS_MAX)).map(({ failedAt, ...mail }) => ({
          ...mail,
          failed_at: toUnixSeconds(failedAt),
        }))
      : null,
    missing_originals: may("catalogue") ? await readMissingOriginals(sql) : null,
  };
}

async function readMissingOriginals(sql: Sql): Promise<Overview["missing_originals"]> {
  const rows = await listMissingOriginals(sql, MISSING_ORIGINALS_MAX);
  return rows.map((row) => ({
    picture: row.imageHash,
    product_id: row.productId,
    title: row.title,
    is_for_sale: row.isForSale,
    orders_count: row.ordersCount,
    found_at: toUnixSeconds(row.foundAt),
  }));
}

/** Null after the first sale, and for roles that may do none of the items. */
async function readChecklist(deps: ApiDeps, may: HasRight): Promise<Overview["checklist"]> {
  const { hasSold, hasCompany, hasGroups, hasProducts, confirmed } = await getSetUp(deps.database);
  const items = CHECKLIST.filter(({ right }) => may(right));
  if (hasSold || items.length === 0) return null;
  const isDone: Record<ChecklistItem, boolean> = {
    company: hasCompany,
    currency: confirmed.includes("currency"),
    payment: deps.payments.all.some(({ name }) => name !== "sandbox"),
    mail: !deps.mail.isFolder,
    groups: hasGroups,
    products: hasProducts,
    legal: confirmed.includes("legal"),
  };
  return items.map(({ item }) => ({ item, is_done: isDone[item] }));
}

/** Marks a checklist item as done by a person; idempotent. */
export async function confirmChecklistItem(
  deps: ApiDeps,
  staff: Pick<SessionUser, "id">,
  { item }: ConfirmItemBody,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const isNew = await confirmItem(sql, { item, confirmedBy: staff.id, now: deps.now() });
    if (!isNew) return;
    const subject = { kind: "checklist", id: item };
    await recordAction(sql, { actorId: staff.id, action: "checklist.confirm", subject });
  });
}

function toFigures(row: FiguresRow | undefined, may: HasRight): Figures {
  const [money, searches] = [may("orders"), may("catalogue")];
  return {
    sales_count: money ? (row?.salesCount ?? 0) : null,
    sales: money ? toDecimal(row?.salesCents ?? 0) : null,
    deposits_count: money ? (row?.depositsCount ?? 0) : null,
    deposits: money ? toDecimal(row?.depositsCents ?? 0) : null,
    buyers: money ? (row?.buyers ?? 0) : null,
    missed_searches: searches ? (row?.missedSearches ?? 0) : null,
  };
}
