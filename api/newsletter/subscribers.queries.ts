import type { SubscriberState } from "#domain/newsletter.ts";
import { toLikePart } from "#domain/staff-search.ts";
import type { Sql } from "../db/client.ts";

export type SubscriberRow = {
  id: number;
  email: string;
  locale: string;
  createdAt: Date;
  confirmedAt: Date | null;
};
type Filter = { state: SubscriberState | null; search: string };

const matches = (sql: Sql, { state, search }: Filter) => sql`
  ${state === null ? sql`true` : sql`(confirmed_at IS NOT NULL) = ${state === "confirmed"}`}
  AND ${search === "" ? sql`true` : sql`email LIKE ${toLikePart(search)}`}`;

const columns = (sql: Sql) => sql`
  id, email, locale, created_at AS "createdAt", confirmed_at AS "confirmedAt"`;

/** Lists a page of subscribers, newest first. */
export async function listSubscribers(
  sql: Sql,
  filter: Filter,
  page: { limit: number; offset: number },
): Promise<SubscriberRow[]> {
  return sql<SubscriberRow[]>`
    SELECT ${columns(sql)} FROM newsletter_subscribers WHERE ${matches(sql, filter)}
    ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
}

/** Lists the matching subscribers, newest first, with an id below `before` if that is given. */
export async function listSubscribersBefore(
  sql: Sql,
  filter: Filter,
  { before, limit }: { before: number | null; limit: number },
): Promise<SubscriberRow[]> {
  return sql<SubscriberRow[]>`
    SELECT ${columns(sql)} FROM newsletter_subscribers
    WHERE ${matches(sql, filter)} AND ${before === null ? sql`true` : sql`id < ${before}`}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** Returns the number of matching subscribers per state. */
export async function countSubscribers(
  sql: Sql,
  search: string,
): Promise<{ status: SubscriberState; count: number }[]> {
  return sql<{ status: SubscriberState; count: number }[]>`
    SELECT CASE WHEN confirmed_at IS NULL THEN 'unconfirmed' ELSE 'confirmed' END AS status,
      count(*)::int AS count
    FROM newsletter_subscribers WHERE ${matches(sql, { state: null, search })} GROUP BY 1`;
}
