import type { Sql } from "../../db/client.ts";
import type { DepositRow } from "../deposits.queries.ts";

/** The columns that determine whether a deposit can be continued or cancelled. */
export type PageState = Pick<
  DepositRow,
  "id" | "status" | "provider" | "providerRef" | "redirectUrl" | "pageClosedAt" | "createdAt"
>;

/** Returns the page state of those of the user's deposits that are pending. */
export async function listPageStates(
  sql: Sql,
  userId: number,
  ids: readonly number[],
): Promise<PageState[]> {
  return sql<PageState[]>`
    SELECT id, status, provider, provider_ref AS "providerRef", redirect_url AS "redirectUrl",
      page_closed_at AS "pageClosedAt", created_at AS "createdAt"
    FROM deposits
    WHERE user_id = ${userId} AND status = 'pending' AND id = ANY(${sql.array([...ids])}::bigint[])`;
}

/** Records that a deposit's page is closed; the first report's time is kept. */
export async function setPageClosed(sql: Sql, id: number, at: Date): Promise<void> {
  await sql`UPDATE deposits SET page_closed_at = ${at} WHERE id = ${id} AND page_closed_at IS NULL`;
}

/**
 * Records that the payer cancels, before the provider is asked to close the page; returns false for
 * a deposit that has ended meanwhile.
 */
export async function requestCancel(sql: Sql, id: number, at: Date): Promise<boolean> {
  const result = await sql`
    UPDATE deposits SET cancel_requested_at = coalesce(cancel_requested_at, ${at})
    WHERE id = ${id} AND status = 'pending'`;
  return result.count === 1;
}
