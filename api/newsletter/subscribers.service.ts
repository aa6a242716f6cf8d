import type { Readable } from "node:stream";
import { SUBSCRIBER_STATES, SUBSCRIBERS_PER_PAGE } from "#domain/newsletter.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { SubscribersFilter, SubscribersQuery } from "../contract/staff/newsletter.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { openCsv } from "../http/send-stream.ts";
import { readStaffPage, toCounts } from "../staff/lists/staff-list.ts";
import {
  countSubscribers,
  listSubscribers,
  listSubscribersBefore,
  type SubscriberRow,
} from "./subscribers.queries.ts";

const EXPORT_BATCH = 1_000;

/** Lists a page of subscribers, newest first, with the number of matches per state. */
export async function listStaffSubscribers(deps: ApiDeps, query: SubscribersQuery) {
  const { toMeta, ...page } = readStaffPage(query, SUBSCRIBERS_PER_PAGE);
  const filter = toFilter(query);
  const counts = toCounts(SUBSCRIBER_STATES, await countSubscribers(deps.database, filter.search));
  const rows = await listSubscribers(deps.database, filter, page);
  const total = SUBSCRIBER_STATES.filter((state) => (query.state ?? state) === state)
    .map((state) => counts[state] ?? 0)
    .reduce((sum, count) => sum + count, 0);
  return { payload: rows.map(toSubscriber), meta: toMeta(total), counts };
}

/** Streams the matching subscribers as CSV, newest first; the export is logged. */
export async function exportSubscribers(
  deps: ApiDeps,
  staff: SessionUser,
  filter: SubscribersFilter,
): Promise<Readable> {
  const { search } = toFilter(filter);
  const counts = await countSubscribers(deps.database, search);
  const exported = counts.filter(({ status }) => (filter.state ?? status) === status);
  await recordAction(deps.database, {
    actorId: staff.id,
    action: "newsletter.export",
    subject: { kind: "newsletter", id: "subscribers" },
    // The search text is probably somebody's address, which must not be kept in the log.
    after: {
      state: filter.state,
      isSearch: search !== "",
      rows: exported.reduce((sum, { count }) => sum + count, 0),
    },
  });
  return openCsv(exportPages(deps.database, toFilter(filter)));
}

async function* exportPages(
  sql: Sql,
  filter: ReturnType<typeof toFilter>,
): AsyncGenerator<string[][]> {
  yield [["email", "state", "language", "subscribed_at", "confirmed_at"]];
  for (let before: number | null = null; ; ) {
    const rows = await listSubscribersBefore(sql, filter, { before, limit: EXPORT_BATCH });
    yield rows
      .map(toSubscriber)
      .map((row) => [row.email, row.state, row.locale, row.created_at, row.confirmed_at ?? ""]);
    if (rows.length < EXPORT_BATCH) return;
    before = rows.at(-1)?.id ?? null;
  }
}

const toFilter = ({ state, q = "" }: SubscribersFilter) => ({
  state: state ?? null,
  search: q.trim().toLowerCase(),
});

function toSubscriber(row: SubscriberRow) {
  return {
    id: row.id,
    email: row.email,
    state: row.confirmedAt === null ? ("unconfirmed" as const) : ("confirmed" as const),
    locale: row.locale,
    created_at: row.createdAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
  };
}
