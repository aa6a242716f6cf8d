import type { Sql } from "../db/client.ts";

/** Records a download of an order. */
export async function insertDownload(
  sql: Sql,
  download: { orderId: number; userId: number; format: string; size: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO order_downloads (order_id, user_id, format, size, created_at)
    VALUES (${download.orderId}, ${download.userId}, ${download.format}, ${download.size},
      ${download.now})`;
}

/**
 * Whether anything of an order was delivered: a download or a new image. Has no bound parameters.
 */
export const deliveredColumn = (sql: Sql) => sql`
  EXISTS (SELECT 1 FROM order_downloads d WHERE d.order_id = orders.id)
    OR EXISTS (SELECT 1 FROM generations g WHERE g.order_id = orders.id) AS "isDelivered"`;
