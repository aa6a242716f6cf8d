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

/** True if something of the order was delivered: a download, or a new image. */
export async function isDelivered(sql: Sql, orderId: number): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM order_downloads WHERE order_id = ${orderId})
      OR EXISTS (SELECT 1 FROM generations WHERE order_id = ${orderId}) AS found`;
  return row?.found === true;
}
